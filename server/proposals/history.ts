/** Versions of a proposal: what was submitted stays readable for ever. */
import { formatDateTime } from '#domain/dates.ts';
import { mayDoAll, seesFiles } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import { decisionOf, type Decision, type News } from '#domain/proposals/decision-rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import type { VersionReason } from '#domain/proposals/requests.ts';
import {
  formatStage,
  INITIAL_STAGE,
  isDocumentKind,
  isStage,
  type FundingStage,
} from '#domain/proposals/rules.ts';
import type {
  ProposalVersion,
  TimelineEvent,
  TimelineEventName,
} from '#domain/proposals/schema.ts';
import {
  describeCompleted,
  describeCorrected,
  describeTyped,
  describeDecision,
  describeEdited,
  describeExtended,
  describeJudging,
  describeMessage,
  describePeople,
  describePitch,
  describeReason,
  describeReceived,
  describeRequest,
  describeResult,
  describeReinstated,
  describeStage,
  describeWithdrawn,
  TIMELINE,
} from '#domain/proposals/timeline.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { slotOf } from '#domain/rounds/slot-rules.ts';
import type { UserContext } from '../context.ts';
import { digestOf, type FieldChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { readText } from '../text/stored-text.ts';
import * as store from './history-store.ts';
import { listAnnouncements, type Announcement } from './review-store.ts';
import { withoutFiles } from './presentation.ts';
import { documentsOf, type ProposalRow, type Scope } from './store.ts';

const contentOf = (row: ProposalRow) => ({
  business_name: row.business_name,
  business_location: row.business_location,
  business_website: row.business_website,
  business_description: row.business_description,
  rich_text_mark: row.rich_text_mark,
  answers: row.asks_questions || row.answers.length > 0 ? JSON.stringify(row.answers) : null,
});

/** Words, answers and the digests of both documents, in comparable form. */
const comparable = (
  one: Omit<ReturnType<typeof contentOf>, 'rich_text_mark'>,
  documents: { pitch_deck: string; financials: string },
): string =>
  JSON.stringify([
    ...[one.business_name, one.business_location, one.business_website],
    ...[one.business_description, one.answers ?? '[]'],
    ...[documents.pitch_deck, documents.financials],
  ]);

/** The first version as long as nothing has led to another one: the proposal as it is. */
async function firstOf(db: Executor, row: ProposalRow): Promise<store.VersionRow> {
  const number = row.receipt_number ?? null;
  const at = (await store.findReceivedAt(db, number)) ?? row.received_at;
  const rest = { version: 1, at, because: 'submitted' as const, receipt_number: number };
  return { proposal_id: row.id, ...contentOf(row), ...rest };
}

export async function hasChanged(db: Executor, row: ProposalRow): Promise<boolean> {
  const newest = (await store.listVersions(db, row.id)).at(-1);
  if (!newest) return false;
  const documents = (await store.listVersionDocuments(db, row.id)).filter(
    ({ version }) => version === newest.version,
  );
  const kept = (kind: string) => documents.find((one) => one.kind === kind)?.sha256 ?? '';
  const before = { pitch_deck: kept('pitch_deck'), financials: kept('financials') };
  const now = { pitch_deck: row.pitch_deck_sha256, financials: row.financials_sha256 };
  return comparable(newest, before) !== comparable(contentOf(row), now);
}

export async function freezeFirst(tx: Executor, row: ProposalRow): Promise<void> {
  const versions = await store.listVersions(tx, row.id);
  if (versions.length === 0) await store.insertVersion(tx, await firstOf(tx, row));
}

type VersionCause = { because: VersionReason; at: Date; receipt_number: string | null };

/**
 * Stores the proposal as a new version if it differs from the newest one. A newest one for which
 * `renews` holds is replaced.
 */
export async function freezeVersion(
  tx: Executor,
  row: ProposalRow,
  frozen: VersionCause,
  renews: (newest: store.VersionRow) => boolean = () => false,
): Promise<void> {
  if (!(await hasChanged(tx, row))) return;
  const newest = (await store.listVersions(tx, row.id)).at(-1)!;
  const isRenewed = renews(newest);
  if (isRenewed) await store.deleteVersion(tx, newest);
  const version = isRenewed ? newest.version : newest.version + 1;
  await store.insertVersion(tx, { proposal_id: row.id, ...contentOf(row), ...frozen, version });
}

/** Those of these files that no version refers to. */
export async function withoutVersions(tx: Executor, proposalId: string, keys: string[]) {
  const kept = new Set((await store.listVersionDocuments(tx, proposalId)).map(({ key }) => key));
  return keys.filter((key) => !kept.has(key));
}

export const scopeOf = ({ actor }: UserContext): Scope =>
  mayDoAll(actor.role, 'versions.list') ? 'all' : { reachedBy: actor.id };

/** Oldest first, of a proposal that the caller may see. */
export async function listVersions(
  { db, actor }: UserContext,
  row: ProposalRow,
): Promise<ProposalVersion[]> {
  const stored = await store.listVersions(db.read, row.id);
  const isOpen = seesFiles(actor.role);
  const show = (one: store.VersionRow, documents: { kind: string; key: string }[]) =>
    present(one, isOpen ? documents : documents.filter(({ kind }) => isDocumentKind(kind)), isOpen);
  if (stored.length === 0)
    return [await show(await firstOf(db.read, row), documentsOf(row, row.files))];
  const documents = await store.listVersionDocuments(db.read, row.id);
  return Promise.all(
    stored.map((one) =>
      show(
        one,
        documents.filter(({ version }) => version === one.version),
      ),
    ),
  );
}

async function present(
  row: store.VersionRow,
  documents: { kind: string; key: string }[],
  isOpen: boolean,
): Promise<ProposalVersion> {
  const answers = row.answers === null ? null : (JSON.parse(row.answers) as Answer[]);
  return {
    version: row.version,
    at: row.at.toISOString(),
    because: row.because,
    fields: {
      business_name: row.business_name,
      business_location: row.business_location,
      business_website: row.business_website,
      business_description: await readText('text', row.business_description, row.rich_text_mark),
    },
    ...(answers && { answers: isOpen ? answers : withoutFiles(answers) }),
    documents: {
      ...{ pitch_deck: '', financials: '' },
      ...Object.fromEntries(documents.map(({ kind, key }) => [kind, key])),
    },
    receipt_number: row.receipt_number,
  };
}

type Actor = { id: string; name: string } | null;
type TimelineEntry = { at: Date; event: TimelineEventName; sentence: string; actor: Actor };

/** A form that took no longer than this to arrive counts as complete when it was received. */
const SAME_MOMENT_MS = 1000;

/**
 * The history of a proposal, oldest first. Its owner learns what the firm announced, but not who
 * decided it, and nothing about assignments, flags and notes; admins learn who decided what, even
 * if it was undone before it was announced.
 */
export async function getTimeline(context: UserContext, id: string): Promise<TimelineEvent[]> {
  const { db, actor } = context;
  const isAdmin = mayDoAll(actor.role, 'proposals.timeline');
  const scope = isAdmin ? 'all' : { reachedBy: actor.id };
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
    ...(isAdmin ? entries : withoutUndone(entries)).flatMap((entry) =>
      fromEntry(entry, subject, isAdmin ? undefined : actor.id),
    ),
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
    subject.on_behalf ||
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
    sentence: subject.on_behalf ? describeTyped(isOwner) : describeCompleted(isOwner),
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
  const { opened_at, closes_at, released_at, state, outcome, judges, readers } = judged;
  const isOver = state !== 'open' || (closes_at !== null && closes_at <= now);
  const events: (EntryText & { at: Date | null })[] = [
    {
      at: opened_at,
      event: 'judging',
      sentence:
        judged.kind === 'pitch' && isOwner && !isOver
          ? tellPitch(judged)
          : describeJudging({ ...judged, judges: isOver ? readers : judges, isOver }, isOwner),
    },
  ];
  const result = judged.entry_state === 'absent' ? ('absent' as const) : outcome;
  if (result)
    events.push({
      at: state === 'released' ? released_at : null,
      event: 'results',
      sentence: describeResult({ ...judged, outcome: result }, isOwner),
    });
  return events.flatMap(({ at, ...told }) => (at ? [{ at, ...told, actor: null }] : []));
}

/** Before a pitch, to its owner. */
function tellPitch({ minutes, sessions, place, ...where }: store.JudgingRow): string {
  const slot = slotOf(place!, { minutes: minutes!, sessions: sessions ?? [] });
  return describePitch({ slot, ...where, minutes: minutes! });
}

type EntryText = Pick<TimelineEntry, 'event' | 'sentence'>;

/** The row itself tells how a proposal began; the log repeats all of its first fields. */
const BEGINNING = /^(?!messages|requests).*\.(submit|create|complete)$/;

const ANNOUNCED: EntryText = { event: 'announced', sentence: TIMELINE.announced };

/**
 * What a log entry means: nothing, or one or more events. Owners and members, whose id `reader` is,
 * read decisions as announced.
 */
function fromEntry(
  entry: store.Entry,
  subject: store.Subject,
  reader: string | undefined,
): TimelineEntry[] {
  const isOwner = reader !== undefined;
  if (BEGINNING.test(entry.action)) return [];
  if (entry.action === 'proposals.announce' && isOwner) return [];
  const { changes } = entry;
  if (entry.action === 'proposals.onBehalf') return fromTyping(entry, isOwner);
  const withdrawn = withdrawalIn(entry, isOwner);
  if (withdrawn) return [{ at: entry.at, ...withdrawn, actor: actorOf(entry) }];
  const reviews = isOwner ? [] : [decisionIn(changes, subject), stageIn(changes)];
  const events = [
    ...reviews,
    ...(entry.action === 'proposals.announce' ? [ANNOUNCED] : []),
    editIn(entry, reader),
    peopleIn(entry, isOwner),
    messageIn(entry, changes, isOwner),
    requestIn(entry, isOwner),
  ];
  return events
    .filter((event) => event !== undefined)
    .map((event) => ({ at: entry.at, ...event, actor: actorOf(entry) }));
}

/** The row tells that it was entered; later ones are corrections. */
const fromTyping = (entry: store.Entry, isOwner: boolean): TimelineEntry[] =>
  changeOf(entry.changes, 'corrected')
    ? [
        {
          at: entry.at,
          event: 'edited',
          sentence: describeCorrected(isOwner),
          actor: actorOf(entry),
        },
      ]
    : [];

const actorOf = (entry: store.Entry): Actor =>
  entry.actor_id === null ? null : { id: entry.actor_id, name: nameOf(entry) };

function withdrawalIn({ action, changes }: store.Entry, isOwner: boolean): EntryText | undefined {
  if (action === 'proposals.reinstate')
    return { event: 'reinstated', sentence: describeReinstated(isOwner) };
  if (action !== 'proposals.withdraw') return undefined;
  const by = changeOf(changes, 'withdrawn_by')?.after === 'firm' ? 'firm' : 'applicant';
  return { event: 'withdrawn', sentence: describeWithdrawn(by, isOwner) };
}

/** A withdrawal that was undone before anybody heard of it is nothing that has happened. */
function withoutUndone(entries: store.Entry[]): store.Entry[] {
  const kept: store.Entry[] = [];
  for (const entry of entries) {
    const isUndoing =
      entry.action === 'proposals.reinstate' && changeOf(entry.changes, 'undone') !== undefined;
    if (!isUndoing) kept.push(entry);
    else
      kept.splice(
        kept.findLastIndex(({ action }) => action === 'proposals.withdraw'),
        1,
      );
  }
  return kept;
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
  return [{ at: entry.at, event: 'extended', sentence, actor: actorOf(entry) }];
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

const PEOPLE: Record<string, 'invited' | 'joined' | 'removed' | 'left' | 'handed_over'> = {
  'members.invite': 'invited',
  'members.accept': 'joined',
  'members.remove': 'removed',
  'members.leave': 'left',
  'members.handOver': 'handed_over',
};

function peopleIn(entry: store.Entry, isOwner: boolean): EntryText | undefined {
  const event = PEOPLE[entry.action];
  return event && { event, sentence: describePeople(event, nameOf(entry), isOwner) };
}

const changeOf = (changes: FieldChange[], name: string): FieldChange | undefined =>
  changes.find(({ field }) => field === name);

/** `decision` if it was logged, else `is_approved`. */
function decisionIn(changes: FieldChange[], subject: store.Subject): EntryText | undefined {
  const isApproved = changeOf(changes, 'is_approved')?.after;
  const approval = isApproved === true ? 'approved' : isApproved === false && 'undecided';
  const decision = changeOf(changes, 'decision')?.after ?? approval;
  const reason = reasonIn(changes, subject);
  if (decision === 'declined' || decision === 'approved' || decision === 'undecided')
    return tellDecision(decision, reason, false);
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
    ...(news.decision !== before.decision
      ? [tellDecision(decisionOf(news.decision), reason, true)]
      : []),
    ...(news.decision === before.decision && news.decline_reason !== before.decline_reason
      ? [tellReason(reason)]
      : []),
    ...(news.funding_stage !== before.funding_stage
      ? [tellStage(before.funding_stage, news.funding_stage)]
      : []),
  ];
}

/** A long reason is logged as its digest: then it is the current one, or unknown. */
function reasonIn(changes: FieldChange[], { decline_reason: current }: store.Subject) {
  const reason = changeOf(changes, 'decline_reason')?.after;
  if (typeof reason === 'string') return reason;
  const digest = (reason as { sha256?: unknown } | null | undefined)?.sha256;
  return current && digest === digestOf(current).sha256 ? current : undefined;
}

function stageIn(changes: FieldChange[]): EntryText | undefined {
  const change = changeOf(changes, 'funding_stage');
  if (!isStage(change?.after)) return undefined;
  return tellStage(isStage(change.before) ? change.before : undefined, change.after);
}

const tellStage = (before: FundingStage | undefined, after: FundingStage): EntryText => ({
  event: 'stage_changed',
  sentence: describeStage(before && formatStage(before), formatStage(after)),
});

/** Whoever is not the reader is named: several may work on one proposal. */
function editIn(entry: store.Entry, reader: string | undefined): EntryText | undefined {
  const writer = entry.actor_id === reader ? 'You' : nameOf(entry) || 'Somebody';
  const who = reader === undefined ? 'The applicant' : writer;
  const sentence = describeEdited(
    entry.changes.map(({ field }) => field),
    who,
  );
  return sentence === undefined ? undefined : { event: 'edited', sentence };
}
