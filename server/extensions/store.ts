/** Every SQL statement about later deadlines of single applicants. */
import { sql, type SqlBool } from 'kysely';
import type { ExtensionsTable } from '../db/touch-tables.ts';
import type { Executor } from '../db/open.ts';

const withPeople = (db: Executor) =>
  db
    .selectFrom('extensions')
    .innerJoin('users', 'users.id', 'extensions.user_id')
    .leftJoin('users as author', 'author.id', 'extensions.author_id')
    .selectAll('extensions')
    .select(['users.email', 'users.first_name', 'users.last_name'])
    .select(['author.first_name as author_first_name', 'author.last_name as author_last_name']);

export type ExtensionRow = Awaited<
  ReturnType<ReturnType<typeof withPeople>['executeTakeFirstOrThrow']>
>;

/** Newest first. */
export const listExtensions = (db: Executor, programId: string): Promise<ExtensionRow[]> =>
  withPeople(db)
    .where('extensions.program_id', '=', programId)
    .orderBy('extensions.created_at', 'desc')
    .orderBy('extensions.id')
    .execute();

export const findExtension = (
  db: Executor,
  programId: string,
  id: string,
): Promise<ExtensionRow | undefined> =>
  withPeople(db)
    .where('extensions.program_id', '=', programId)
    .where('extensions.id', '=', id)
    .executeTakeFirst();

export async function findExtensionOf(
  db: Executor,
  programId: string,
  userId: string,
): Promise<ExtensionsTable | undefined> {
  return db
    .selectFrom('extensions')
    .selectAll()
    .where('program_id', '=', programId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** By program, until when this applicant has time. */
export async function listExtensionsOf(db: Executor, userId: string): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('extensions')
    .select(['program_id', 'extended_until'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ program_id, extended_until }) => [program_id, extended_until]));
}

/** Those that are not over. */
export async function listRunning(
  db: Executor,
  programId: string,
  now: Date,
): Promise<{ id: string }[]> {
  return db
    .selectFrom('extensions')
    .select('id')
    .where('program_id', '=', programId)
    .where('extended_until', '>', now)
    .orderBy('id')
    .execute();
}

/** Whether a round of the program has ever been opened. */
export async function hasOpenedRound(db: Executor, programId: string): Promise<boolean> {
  const row = await db
    .selectFrom('rounds')
    .select('id')
    .where('program_id', '=', programId)
    .where('state', '!=', 'draft')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findApplicant(db: Executor, email: string) {
  return db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('role', '=', 'applicant')
    .where('is_active', '=', true)
    .executeTakeFirst();
}

export async function insertExtension(tx: Executor, row: ExtensionsTable): Promise<void> {
  await tx.insertInto('extensions').values(row).execute();
}

export async function deleteExtension(tx: Executor, id: string): Promise<void> {
  await tx.deleteFrom('extensions').where('id', '=', id).execute();
}

type Owner = { programId: string; userId: string };

/** The ETags of this person's proposals cover it. */
export async function touchProposals(tx: Executor, { programId, userId }: Owner): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ thread_version: sql`thread_version + 1` })
    .where('program_id', '=', programId)
    .where('user_id', '=', userId)
    .execute();
}

/** Their draft for the program, which may be reminded of again. */
export async function forgetReminder(
  tx: Executor,
  { programId, userId }: Owner,
): Promise<string | undefined> {
  const draft = await tx
    .selectFrom('drafts')
    .select('id')
    .where('program_id', '=', programId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (draft)
    await tx.updateTable('drafts').set({ reminded_at: null }).where('id', '=', draft.id).execute();
  return draft?.id;
}

/** In a query of drafts and their programs: this person's deadline is after `moment`. */
export const closesAfter = (moment: Date) => sql<SqlBool>`(programs.deadline_date > ${moment}
  or ${isExtendedBeyond(moment)})`;

/** In a query of drafts: their applicant has time beyond `moment`. */
export const isExtendedBeyond = (moment: Date) => sql<SqlBool>`exists (select 1 from extensions
  where extensions.program_id = drafts.program_id and extensions.user_id = drafts.user_id
    and extensions.extended_until > ${moment})`;
