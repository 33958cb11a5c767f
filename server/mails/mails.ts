import { MAIL_RULES } from '#domain/mails/messages.ts';
import {
  type ListMailsQuery,
  type Mail,
  type SingleMail,
  listMailsQuery,
  mail,
  singleMail,
} from '#domain/mails/schema.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isId, table } from '../db/table.ts';
import { isReminder, unsignStopLinks } from '../drafts/deadlines.ts';
import { queuedAgain } from '../mail/store.ts';
import * as store from './store.ts';
import { calls, list, one } from '../http/calls.ts';

const isTooLate = ({ topic, give_up_at }: store.MailRow, now: Date): boolean =>
  isReminder(topic) && give_up_at <= now;

const presentMail = (row: store.MailRow, now: Date): Mail => ({
  id: row.id,
  recipient: row.recipient,
  subject: row.subject,
  state: row.state,
  tries: row.tries,
  last_error: row.last_error,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  next_try_at: row.state === 'queued' ? row.next_try_at.toISOString() : null,
  can_retry: row.state === 'failed' && row.has_text === 1 && !isTooLate(row, now),
});

async function listMails({ db, clock }: UserContext, query: ListMailsQuery) {
  const { rows, total } = await store.listMails(db, query);
  return { items: rows.map((row) => presentMail(row, clock())), total };
}

async function getMail({ db, clock }: UserContext, id: string): Promise<SingleMail> {
  const row = isId(id) ? await store.findMail(db.read, id) : undefined;
  if (!row) throw new Problem('not_found', MAIL_RULES.notFound);
  const text = (await store.findText(db.read, id)) ?? '';
  return { ...presentMail(row, clock()), text: unsignStopLinks(text) || null };
}

/**
 * Sends a failed mail again, for as long as it was worth sending at first, and a reminder until its
 * deadline.
 */
async function retryMail(context: UserContext, id: string): Promise<Mail> {
  const row = await context.db.write(async (tx) => {
    if (isId(id)) await store.lockMail(context.db, tx, id);
    const old = isId(id) ? await store.findMail(tx, id) : undefined;
    if (!old) throw new Problem('not_found', MAIL_RULES.notFound);
    if (old.state !== 'failed') throw new Problem('mail_not_failed', MAIL_RULES.notFailed);
    if (old.has_text === 0) throw new Problem('mail_erased', MAIL_RULES.erased);
    const now = context.clock();
    if (isTooLate(old, now)) throw new Problem('mail_too_late', MAIL_RULES.tooLate);
    const worthMs = old.give_up_at.getTime() - old.created_at.getTime();
    const giveUpAt = isReminder(old.topic) ? old.give_up_at : new Date(now.getTime() + worthMs);
    await table('mails').change(tx, { id }, queuedAgain({ now, giveUpAt }));
    await audit(tx, context, 'mails.retry', 'mail', id, {
      before: old,
      after: { state: 'queued' },
    });
    return (await store.findMail(tx, id))!;
  });
  context.notifyMail();
  return presentMail(row, context.clock());
}

export const mailsCalls = calls({
  'GET /mails/': list('mails.list', 'List emails and their delivery status', mail, {
    query: listMailsQuery,
    run: listMails,
  }),
  'GET /mails/{id}': one('mails.get', 'Get an email, with its text while it waits to be sent', {
    answer: singleMail,
    run: getMail,
  }),
  'POST /mails/{id}/retry': one('mails.retry', 'Resend a failed email', {
    answer: mail,
    run: retryMail,
  }),
});
