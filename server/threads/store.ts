/** Every SQL statement about messages between applicants and the firm. */
import { sql } from 'kysely';
import type { MessageSide } from '#domain/threads/schema.ts';
import type { Executor } from '../db/open.ts';
import type { MessagesTable } from '../db/touch-tables.ts';

const withAuthor = (db: Executor) =>
  db
    .selectFrom('messages')
    .leftJoin('users', 'users.id', 'messages.author_id')
    .selectAll('messages')
    .select(['users.first_name', 'users.last_name']);

export type MessageRow = MessagesTable & { first_name: string | null; last_name: string | null };

/** Oldest first. */
export async function listMessages(db: Executor, proposalId: string): Promise<MessageRow[]> {
  return withAuthor(db)
    .where('messages.proposal_id', '=', proposalId)
    .orderBy('messages.at')
    .orderBy('messages.id')
    .execute();
}

export async function requireMessage(db: Executor, id: string): Promise<MessageRow> {
  return withAuthor(db).where('messages.id', '=', id).executeTakeFirstOrThrow();
}

export async function insertMessage(tx: Executor, row: MessagesTable): Promise<void> {
  await tx.insertInto('messages').values(row).execute();
}

/** Whether the other side has not read something that `side` wrote. */
export async function hasUnread(
  db: Executor,
  proposalId: string,
  side: MessageSide,
): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('proposal_id', '=', proposalId)
    .where('side', '=', side)
    .where('read_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markRead(
  tx: Executor,
  proposalId: string,
  side: MessageSide,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ read_at: now })
    .where('proposal_id', '=', proposalId)
    .where('side', '=', side)
    .where('read_at', 'is', null)
    .execute();
}

/** The proposal's ETag covers its thread. */
export async function touchThread(tx: Executor, proposalId: string): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ thread_version: sql`thread_version + 1` })
    .where('id', '=', proposalId)
    .execute();
}

export async function wasMailed(tx: Executor, topic: string, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('mails')
    .select('id')
    .where('topic', '=', topic)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
