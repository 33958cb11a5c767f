import type { MessageSide } from '#domain/threads/schema.ts';
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';

export const messages = table('messages');

const withAuthor = (db: Executor) =>
  db
    .selectFrom('messages')
    .leftJoin('users', 'users.id', 'messages.author_id')
    .selectAll('messages')
    .select(['users.first_name', 'users.last_name']);

/** Oldest first. */
export const listMessages = (db: Executor, proposalId: string) =>
  withAuthor(db)
    .where('messages.proposal_id', '=', proposalId)
    .orderBy('messages.at')
    .orderBy('messages.id')
    .execute();
export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number];

export const getMessage = (db: Executor, id: string) =>
  withAuthor(db).where('messages.id', '=', id).executeTakeFirstOrThrow();

/** Whether there is anything of this side that the other has not read. */
export const hasUnread = (db: Executor, proposal_id: string, side: MessageSide) =>
  messages.has(db, { proposal_id, side, read_at: null });

export const markRead = (tx: Executor, proposal_id: string, side: MessageSide, read_at: Date) =>
  messages.change(tx, { proposal_id, side, read_at: null }, { read_at });

export async function wasMailed(tx: Executor, topic: string, since: Date) {
  const mails = tx.selectFrom('mails').select('id').where('topic', '=', topic);
  return (await mails.where('created_at', '>', since).limit(1).executeTakeFirst()) !== undefined;
}
