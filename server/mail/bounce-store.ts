import type { Executor } from '../db/open.ts';

const bounced = (db: Executor) =>
  db.selectFrom('mails').where('is_bounced', '=', true).where('state', '=', 'failed');

/** Whether a mail to the address has bounced, and none has been sent since. */
export async function hasBounced(db: Executor, email: string): Promise<boolean> {
  const found = await bounced(db)
    .select('id')
    .where('recipient', '=', email)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mails as sent')
            .select('sent.id')
            .whereRef('sent.recipient', '=', 'mails.recipient')
            .where('sent.state', '=', 'sent')
            .whereRef('sent.sent_at', '>', 'mails.created_at'),
        ),
      ),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** The newest bounced mail about the topic: one that a newer mail has replaced has no text. */
export const findBounce = (db: Executor, topic: string) =>
  bounced(db)
    .select(['created_at as at', 'last_error as reason', 'recipient'])
    .where('topic', '=', topic)
    .where('text', '!=', '')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

/** Sends what has bounced about proposals again, to what is the address now. */
export async function queueBounced(
  tx: Executor,
  email: string,
  { now, giveUpAt }: { now: Date; giveUpAt: Date },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'queued', is_bounced: false, tries: 0, next_try_at: now, give_up_at: giveUpAt })
    .where('recipient', '=', email)
    .where('is_bounced', '=', true)
    .where('state', '=', 'failed')
    .where('topic', 'is not', null)
    .where('text', '!=', '')
    .execute();
}
