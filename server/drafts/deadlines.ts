/** A deadline that moves: whom it concerns, and what they are told. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '#domain/api.ts';
import { DRAFTS, HOUR_MS } from '#domain/constants.ts';
import { startOfDay } from '#domain/dates.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { Problem } from '#domain/problem.ts';
import { isEditingLocked, isOpen, ownDeadline } from '#domain/programs/rules.ts';
import type { ProgramPreview } from '#domain/programs/schema.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { Services, Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { dropUnsent, queueMails, type Mail, queueMail } from '../mail/store.ts';
import { listQuestions } from '../questions/store.ts';
import { deadlineMoved, editingShortened, deadlineReminder } from './mails.ts';
import { findMissing } from './presentation.ts';
import * as store from './store.ts';
import { listDocumentsOf } from './store.ts';

type DeadlineChange = { id: string; title: string; from: Date; to: Date };

const topicOf = (draftId: string): string => `drafts.deadline:${draftId}`;

/** People who have time until then or longer are not concerned. */
const laterOf = ({ from, to }: Pick<DeadlineChange, 'from' | 'to'>): Date =>
  from > to ? from : to;

/** `moved`: from when to when; undefined if the deadline would stay. */
export async function previewDeadline(
  db: Executor,
  programId: string,
  moved: Pick<DeadlineChange, 'from' | 'to'> | undefined,
  now: Date,
): Promise<ProgramPreview> {
  const { open, waiting } = await store.countDrafts(db, programId);
  const preview = { open_drafts: open, waiting_submissions: waiting };
  if (!moved) return { ...preview, mails: 0 };
  const beyond = laterOf(moved);
  const drafts = await store.countOpenDrafts(db, programId, beyond);
  const submitters = (await store.listSubmitters(db, programId, beyond)).filter((one) =>
    losesTime(ownDeadlineAt(one, moved.from), ownDeadlineAt(one, moved.to), now),
  );
  return { ...preview, mails: drafts + submitters.length };
}

const ownDeadlineAt = ({ extended_until }: { extended_until: Date | null }, deadline_date: Date) =>
  ownDeadline({ extended_until, deadline_date });

/** Whether the move takes time for editing from people who have submitted. */
const losesTime = (from: Date, to: Date, now: Date): boolean =>
  !isEditingLocked(from, now) && startOfDay(to) < startOfDay(from);

/**
 * Mails everyone with an unsubmitted draft, and those who have submitted and lose time for editing.
 * If a notice of an earlier move is still unsent, only the newest goes out; none if the deadline is
 * again the one that the person knows.
 */
export async function tellOfDeadline(
  services: Pick<Services, 'publicUrl' | 'clock'>,
  tx: Executor,
  change: DeadlineChange,
): Promise<void> {
  await tellWriters(services, tx, change);
  await tellSubmitters(services, tx, change);
}

async function tellSubmitters(
  { publicUrl, clock }: Pick<Services, 'publicUrl' | 'clock'>,
  tx: Executor,
  { id, title, from, to }: DeadlineChange,
): Promise<void> {
  const now = clock();
  const submitters = await store.listSubmitters(tx, id, laterOf({ from, to }));
  const topics = new Map(submitters.map((one) => [one.id, `proposals.deadline:${one.id}`]));
  const known = await dropUnsent(tx, [...topics.values()], now);
  const mails = submitters.flatMap((one): Mail[] => {
    const topic = topics.get(one.id)!;
    const told = known.get(topic) ?? ownDeadlineAt(one, from).toISOString();
    const moved = { program: title, from: new Date(told), to: ownDeadlineAt(one, to) };
    if (!losesTime(moved.from, moved.to, now)) return [];
    const editableUntil = isEditingLocked(moved.to, now) ? null : startOfDay(moved.to);
    const url = `${publicUrl}${SCREENS.ownProposal(one)}`;
    const letter = editingShortened(one.first_name, { ...moved, editableUntil }, url);
    return [{ ...letter, to: one.email, topic, told }];
  });
  await queueMails(tx, mails, now);
}

async function tellWriters(
  { publicUrl, clock }: Pick<Services, 'publicUrl' | 'clock'>,
  tx: Executor,
  { id, title, from, to }: DeadlineChange,
): Promise<void> {
  const now = clock();
  const beyond = laterOf({ from, to });
  const drafts = await store.listOpenDrafts(tx, id, beyond);
  const known = await dropUnsent(
    tx,
    drafts.map((draft) => topicOf(draft.id)),
    now,
  );
  await dropUnsent(
    tx,
    drafts.map((draft) => reminderTopicOf(draft.id)),
    now,
  );
  const remindedFrom = to.getTime() - DRAFTS.reminderHours * HOUR_MS;
  if (remindedFrom > now.getTime()) await store.forgetReminders(tx, id, beyond);
  const url = `${publicUrl}${SCREENS.submitProposal({ programId: id })}`;
  const mails = drafts.flatMap((draft): Mail[] => {
    const topic = topicOf(draft.id);
    const [ownFrom, ownTo] = [ownDeadlineAt(draft, from), ownDeadlineAt(draft, to)];
    const told = known.get(topic) ?? ownFrom.toISOString();
    if (told === ownTo.toISOString()) return [];
    const moved = {
      program: title,
      from: told ? new Date(told) : ownFrom,
      to: ownTo,
      isOpen: isOpen(ownTo, now),
    };
    return [{ ...deadlineMoved(draft.first_name, moved, url), to: draft.email, topic, told }];
  });
  await queueMails(tx, mails, now);
}

/** A person who has saved within the last hour needs no mail now. */
const QUIET_MS = HOUR_MS;
const BATCH = 200;
/** Keeps signatures made for other purposes with the same secret from being valid here. */
const PURPOSE = 'stop-reminders-v1';

const STOP_PATH = `${API_BASE}/reminders/stop`;
const SIGNED_STOP_LINK = new RegExp(`${STOP_PATH}\\?\\S+`, 'g');

const signatureOf = (secret: string, userId: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([PURPOSE, userId]))
    .digest('base64url');

/** The link with which this person ends reminders without logging in. */
export function stopAddress(
  { publicUrl, linkSecret }: Pick<Services, 'publicUrl' | 'linkSecret'>,
  userId: string,
): string {
  const query = new URLSearchParams({ user: userId, signature: signatureOf(linkSecret, userId) });
  return `${publicUrl}${STOP_PATH}?${query}`;
}

/** A mail as others than its reader may see it: its link to stop reminders would act for them. */
export const unsignStopLinks = (text: string): string => text.replace(SIGNED_STOP_LINK, STOP_PATH);

type StopLink = { user?: string | undefined; signature?: string | undefined };

/** Returns whose it is. */
export function requireStopLink({ linkSecret }: Context, { user, signature }: StopLink): string {
  const [given, right] = [
    Buffer.from(signature ?? ''),
    Buffer.from(signatureOf(linkSecret, user ?? '')),
  ];
  const isOurs = given.length === right.length && timingSafeEqual(given, right);
  if (!user || !isId(user) || !isOurs)
    throw new Problem('link_invalid', DRAFT_RULES.stopLinkInvalid);
  return user;
}

/** Idempotent; afterwards no reminders are sent. */
export async function stopReminders(context: Context, link: StopLink): Promise<void> {
  const userId = requireStopLink(context, link);
  await context.db.write(async (tx) => {
    if (await store.stopReminders(tx, userId, context.clock()))
      await audit(tx, context, 'reminders.stop', 'user', userId);
  });
}

/** For a job: one mail for each draft of a program that closes within 48 hours. */
export async function remindOfDeadlines(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const now = clock();
  const due = await store.listDue(
    db.read,
    {
      now,
      closesBefore: new Date(now.getTime() + DRAFTS.reminderHours * HOUR_MS),
      savedBefore: new Date(now.getTime() - QUIET_MS),
    },
    BATCH,
  );
  for (const { id } of due)
    // A draft that cannot be written about must not hold up the others.
    await db
      .write((tx) => remind(services, tx, id))
      .catch((error) => log.error({ err: error, draft: id }, 'a reminder could not be written'));
  if (due.length > 0) services.notifyMailSoon();
}

const TOPIC = 'drafts.remind:';
export const reminderTopicOf = (draftId: string): string => TOPIC + draftId;

/** Whether a mail is worth nothing after its deadline, whenever it is sent again. */
export const isReminder = (topic: string | null): boolean => topic?.startsWith(TOPIC) ?? false;

/** For a draft that is being submitted or deleted: there is nothing left to be reminded of. */
export async function dropReminder(
  tx: Executor,
  { id, reminded_at }: Pick<Row<'drafts'>, 'id' | 'reminded_at'>,
  now: Date,
): Promise<void> {
  if (reminded_at) await dropUnsent(tx, [reminderTopicOf(id)], now);
}

/** Mark and mail in one transaction, so that nobody is reminded twice, or marked without a mail. */
async function remind(services: Services, tx: Executor, id: string): Promise<void> {
  const now = services.clock();
  if (!(await store.markReminded(services.db, tx, id, now))) return;
  const draft = await store.findReminded(tx, id);
  const documents = await listDocumentsOf(tx, id);
  const questions = await listQuestions(tx, draft.program_id);
  const html = draft.business_description ?? '';
  const missing = findMissing({ draft, html, documents, questions });
  const deadline = ownDeadline(draft);
  const unfinished = { program: draft.title, deadline, missing };
  const url = `${services.publicUrl}${SCREENS.submitProposal({ programId: draft.program_id })}`;
  const stopUrl = stopAddress(services, draft.user_id);
  await queueMail(
    tx,
    {
      ...deadlineReminder(draft.first_name, unfinished, url, stopUrl),
      to: draft.email,
      topic: reminderTopicOf(id),
      unsubscribeUrl: stopUrl,
      giveUpAt: deadline,
    },
    now,
  );
}
