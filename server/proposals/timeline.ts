/** The history of a proposal in plain words, from its row, the log and the receipts. */
import { createHash } from 'node:crypto';
import { formatDateTime } from '#domain/dates.ts';
import { mayDoAll } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { Decision, News } from '#domain/proposals/decision-rules.ts';
import { formatStage, INITIAL_STAGE, isStage, type FundingStage } from '#domain/proposals/rules.ts';
import {
  describeCompleted,
  describeDecision,
  describeEdited,
  describeExtended,
  describeJudging,
  describeMessage,
  describeReason,
  describeReceived,
  describeRequest,
  describeResult,
  describeStage,
  TIMELINE,
} from '#domain/proposals/timeline-messages.ts';
import type { TimelineEvent, TimelineEventName } from '#domain/proposals/timeline-schema.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { FieldChange } from '../db/changes.ts';
import { listAnnouncements, type Announcement } from './announcement-store.ts';
import * as store from './timeline-store.ts';

type Actor = { id: string; name: string } | null;
type TimelineEntry = { at: Date; event: TimelineEventName; sentence: string; actor: Actor };

/** A form that took no longer than this to arrive counts as complete when it was received. */
const SAME_MOMENT_MS = 1000;

/**
 * The history of a proposal, oldest first. Its owner learns what the firm announced, but not who
 * decided it, and nothing about assignments, flags and notes; admins learn who decided what, even
 * if it was undone before it was announced. Refuses with 404 a proposal
 * that does not exist or is not theirs.
 */
export async function getTimeline(context: UserContext, id: string): Promise<TimelineEvent[]> {
  const { db, actor } = context;
  const isAdmin = mayDoAll(actor.role, 'proposals.timeline');
  const scope = isAdmin ? 'all' : { ownerId: actor.id };
  const subject = isId(id) ? await store.findSubject(db.read, scope, id) : undefined;
  if (!subject) throw new Problem('not_found', PROPOSAL.notFound);
  const entries = await store.listEntries(db.read, id);
  const told = isAdmin ? [] : tellAll(await listAnnouncements(db.read, id));
  const extensions = await store.listExtensions(db.read, subject.user_id);
  const reads = await store.listReads(db.read, id);
  const judged = await store.listJudging(db.read, id);
  const happened = [
    ...fromSubject(subject, !isAdmin),
    // The first reading is shown; who else read it is internal to the firm.
    ...(isAdmin ? reads : reads.slice(0, 1)).map((read) => fromRead(read, !isAdmin)),
    ...told,
    ...judged.flatMap((one) => fromJudged(one, context.clock(), !isAdmin)),
    ...entries.flatMap((entry) => fromEntry(entry, subject, !isAdmin)),
    ...extensions.flatMap((entry) => fromExtension(entry, subject, !isAdmin)),
  ];
  return happened
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, actor: who, ...event }) => ({
      at: at.toISOString(),
      ...event,
      ...(isAdmin && { actor: who }),
    }));
}

const nameOf = (row: { first_name: string | null; last_name: string | null }): string =>
  `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();

function fromSubject(subject: store.Subject, isOwner: boolean): TimelineEntry[] {
  const { received_at: receivedAt, completed_at: completedAt } = subject;
  const isLater =
    subject.complete_until !== null ||
    completedAt.getTime() - receivedAt.getTime() >= SAME_MOMENT_MS;
  const received: TimelineEntry = {
    at: receivedAt,
    event: 'received',
    sentence: describeReceived(isOwner),
    actor: { id: subject.user_id, name: nameOf(subject) },
  };
  const completed: TimelineEntry = {
    at: completedAt,
    event: 'completed',
    sentence: describeCompleted(isOwner),
    actor: null,
  };
  return isLater ? [received, completed] : [received];
}

const fromRead = (read: store.ReadRow, isOwner: boolean): TimelineEntry => ({
  at: read.first_at,
  event: 'read',
  sentence: isOwner ? TIMELINE.readYours : TIMELINE.read,
  actor: { id: read.id, name: nameOf(read) },
});

/** A round of judging: when it opened, and when its results came out. */
function fromJudged(judged: store.JudgingRow, now: Date, isOwner: boolean): TimelineEntry[] {
  const { opened_at, closes_at, released_at, state, outcome } = judged;
  const isOver = state !== 'open' || (closes_at !== null && closes_at <= now);
  const events: (EntryText & { at: Date | null })[] = [
    {
      at: opened_at,
      event: 'judging',
      sentence: describeJudging({ ...judged, isOver }, isOwner),
    },
  ];
  if (outcome)
    events.push({
      at: state === 'released' ? released_at : null,
      event: 'results',
      sentence: describeResult({ ...judged, outcome }, isOwner),
    });
  return events.flatMap(({ at, ...told }) => (at ? [{ at, ...told, actor: null }] : []));
}

type EntryText = Pick<TimelineEntry, 'event' | 'sentence'>;

/** The row itself tells how a proposal began; the log repeats all of its first fields. */
const BEGINNING = /^(?!messages|requests).*\.(submit|create|complete)$/;

const ANNOUNCED: EntryText = { event: 'announced', sentence: TIMELINE.announced };

/** What a log entry means: nothing, or one or more events. Owners read decisions as announced. */
function fromEntry(entry: store.Entry, subject: store.Subject, isOwner: boolean): TimelineEntry[] {
  if (BEGINNING.test(entry.action)) return [];
  if (entry.action === 'proposals.announce' && isOwner) return [];
  const { changes } = entry;
  const reviews = isOwner ? [] : [decisionIn(changes, subject), stageIn(changes)];
  const events = [
    ...reviews,
    ...(entry.action === 'proposals.announce' ? [ANNOUNCED] : []),
    editIn(changes, isOwner),
    messageIn(entry, changes, isOwner),
    requestIn(entry, isOwner),
  ];
  const actor = entry.actor_id === null ? null : { id: entry.actor_id, name: nameOf(entry) };
  return events
    .filter((event) => event !== undefined)
    .map((event) => ({ at: entry.at, ...event, actor }));
}

const REQUESTS: Record<string, 'requested' | 'answered' | 'lapsed' | 'cancelled'> = {
  'requests.create': 'requested',
  'requests.answer': 'answered',
  'requests.lapse': 'lapsed',
  'requests.cancel': 'cancelled',
};

function requestIn({ action }: store.Entry, isOwner: boolean): EntryText | undefined {
  const event = REQUESTS[action];
  return event && { event, sentence: describeRequest(event, isOwner) };
}

/** For its program only: the log keeps it with the person. */
function fromExtension(
  entry: store.Entry,
  subject: store.Subject,
  isOwner: boolean,
): TimelineEntry[] {
  const { changes } = entry;
  const program = changeOf(changes, 'program_id');
  if ((program?.after ?? program?.before) !== subject.program_id) return [];
  const until = changeOf(changes, 'until')?.after;
  const sentence = describeExtended(until ? formatDateTime(String(until)) : undefined, isOwner);
  const actor = entry.actor_id === null ? null : { id: entry.actor_id, name: nameOf(entry) };
  return [{ at: entry.at, event: 'extended', sentence, actor }];
}

/** A message is an event of its own: the log keeps only who wrote it. */
function messageIn(
  entry: store.Entry,
  changes: FieldChange[],
  isOwner: boolean,
): EntryText | undefined {
  if (entry.action !== 'messages.create') return undefined;
  const from = changeOf(changes, 'from')?.after === 'firm' ? 'firm' : 'applicant';
  return { event: 'message', sentence: describeMessage(from, isOwner) };
}

const changeOf = (changes: FieldChange[], name: string): FieldChange | undefined =>
  changes.find(({ field }) => field === name);

/** `decision` if it was logged, else `is_approved`. */
function decisionIn(changes: FieldChange[], subject: store.Subject): EntryText | undefined {
  const decision = changeOf(changes, 'decision')?.after ?? undefined;
  const isApproved = changeOf(changes, 'is_approved')?.after;
  const reason = reasonIn(changes, subject);
  if (decision === 'declined') return tellDecision('declined', reason, false);
  if (decision === 'approved' || (decision === undefined && isApproved === true))
    return tellDecision('approved', reason, false);
  if (decision === 'undecided' || (decision === undefined && isApproved === false))
    return tellDecision('undecided', reason, false);
  return changeOf(changes, 'decline_reason') && tellReason(reason);
}

const tellDecision = (
  decision: Decision,
  reason: string | undefined,
  isOwner: boolean,
): EntryText => ({ event: decision, sentence: describeDecision(decision, reason, isOwner) });

const tellReason = (reason: string | undefined): EntryText => ({
  event: 'declined',
  sentence: describeReason(reason),
});

/** Before anything was announced. */
const SUBMITTED: News = {
  decision: 'undecided',
  decline_reason: null,
  funding_stage: INITIAL_STAGE,
};

/** Each announcement as what differs from the one before it. */
const tellAll = (announced: Announcement[]): TimelineEntry[] =>
  announced.flatMap(({ at, ...news }, place) =>
    tellNews(announced[place - 1] ?? SUBMITTED, news).map((event) => ({
      at,
      ...event,
      actor: null,
    })),
  );

function tellNews(before: News, news: News): EntryText[] {
  const reason = news.decline_reason ?? undefined;
  return [
    ...(news.decision !== before.decision ? [tellDecision(news.decision, reason, true)] : []),
    ...(news.decision === before.decision && news.decline_reason !== before.decline_reason
      ? [tellReason(reason)]
      : []),
    ...(news.funding_stage !== before.funding_stage
      ? [tellStage(before.funding_stage, news.funding_stage)]
      : []),
  ];
}

/** A long reason is logged as its digest: then it is the current one, or unknown. */
function reasonIn(
  changes: FieldChange[],
  { decline_reason: current }: store.Subject,
): string | undefined {
  const reason = changeOf(changes, 'decline_reason')?.after;
  if (typeof reason === 'string') return reason;
  const digest = (reason as { sha256?: unknown } | null | undefined)?.sha256;
  return current && digest === sha256Of(current) ? current : undefined;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

function stageIn(changes: FieldChange[]): EntryText | undefined {
  const change = changeOf(changes, 'funding_stage');
  if (!isStage(change?.after)) return undefined;
  return tellStage(isStage(change.before) ? change.before : undefined, change.after);
}

const tellStage = (before: FundingStage | undefined, after: FundingStage): EntryText => ({
  event: 'stage_changed',
  sentence: describeStage(before && formatStage(before), formatStage(after)),
});

function editIn(changes: FieldChange[], isOwner: boolean): EntryText | undefined {
  const sentence = describeEdited(
    changes.map(({ field }) => field),
    isOwner,
  );
  return sentence === undefined ? undefined : { event: 'edited', sentence };
}
