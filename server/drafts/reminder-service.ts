/**
 * One mail before the deadline to everybody with an unfinished draft, and a link to opt out with
 * one click.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '#domain/durations.ts';
import { API_BASE } from '#domain/api.ts';
import { DRAFTS } from '#domain/constants.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { missingIn } from '#domain/drafts/missing-rules.ts';
import { Problem } from '#domain/problem.ts';
import { ownDeadline } from '#domain/programs/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit } from '../audit.ts';
import type { Context, Services } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import type { DraftsTable } from '../db/draft-tables.ts';
import { dropUnsent, queueMail } from '../mail/store.ts';
import { deadlineReminder } from './mails.ts';
import * as store from './reminder-store.ts';
import { listDocumentsOf } from './store.ts';

/** Nobody who has saved within the last hour needs a mail now. */
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

/** Refuses with 403 a link that we did not sign. Returns whose it is. */
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

/** Idempotent; afterwards no reminders are sent. Refuses with 403 a link that we did not sign. */
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
  { id, reminded_at }: Pick<DraftsTable, 'id' | 'reminded_at'>,
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
  const documentOf = (kind: string) => documents.find((document) => document.kind === kind);
  const missing = missingIn({
    fields: draft,
    documents: { pitch_deck: documentOf('pitch_deck'), financials: documentOf('financials') },
  });
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
