import { sql, type JoinBuilder, type SqlBool } from 'kysely';
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';

export const extensions = table('extensions');

/** To rows of this table, the extension that their owner has for their program. */
export const ownExtension = (of: 'drafts' | 'proposals') => (join: JoinBuilder<any, any>) =>
  join
    .onRef('extensions.program_id', '=', `${of}.program_id`)
    .onRef('extensions.user_id', '=', `${of}.user_id`);

const withPeople = (db: Executor) =>
  db
    .selectFrom('extensions')
    .innerJoin('users', 'users.id', 'extensions.user_id')
    .leftJoin('users as author', 'author.id', 'extensions.author_id')
    .selectAll('extensions')
    .select(['users.first_name', 'users.last_name'])
    .select(sql<string>`coalesce(users.email, '')`.as('email'))
    .select(['author.first_name as author_first_name', 'author.last_name as author_last_name']);

const ofProgram = (db: Executor, programId: string) =>
  withPeople(db).where('extensions.program_id', '=', programId);

export const listExtensions = (db: Executor, programId: string) =>
  ofProgram(db, programId)
    .orderBy('extensions.created_at', 'desc')
    .orderBy('extensions.id')
    .execute();
export type ExtensionRow = Awaited<ReturnType<typeof listExtensions>>[number];

export const findExtension = (db: Executor, programId: string, id: string) =>
  ofProgram(db, programId).where('extensions.id', '=', id).executeTakeFirst();

export const listRunning = (db: Executor, programId: string, now: Date) =>
  ofProgram(db, programId)
    .where('extensions.extended_until', '>', now)
    .orderBy('extensions.extended_until')
    .orderBy('extensions.id')
    .execute();

/** By program, until when this applicant has time. */
export async function listExtensionsOf(db: Executor, user_id: string) {
  const rows = await extensions.list(db, { user_id }, []);
  return new Map(rows.map(({ program_id, extended_until }) => [program_id, extended_until]));
}

/** Whether anybody can read how the program is judged. */
export async function hasOpenedRound(db: Executor, programId: string) {
  const rounds = db.selectFrom('rounds').select('id').where('program_id', '=', programId);
  return (await rounds.where('state', '!=', 'draft').limit(1).executeTakeFirst()) !== undefined;
}

type Owner = { program_id: string; user_id: string };

/** The ETags of proposals cover what changes beside them. */
export async function touchProposals(tx: Executor, which: Owner | { id: string }) {
  const query = tx.updateTable('proposals').set({ thread_version: sql`thread_version + 1` });
  await query.where((eb) => eb.and(which)).execute();
}

/** Returns the id of their draft for the program, which may be reminded of again. */
export async function forgetReminder(tx: Executor, owner: Owner) {
  await table('drafts').change(tx, owner, { reminded_at: null });
  return (await table('drafts').find(tx, owner))?.id;
}

/** In a query of drafts and their programs: this person's deadline is after `moment`. */
export const closesAfter = (moment: Date) => sql<SqlBool>`(programs.deadline_date > ${moment}
  or ${isExtendedBeyond(moment)})`;

/** In a query of drafts: their applicant has time beyond `moment`. */
export const isExtendedBeyond = (moment: Date) => sql<SqlBool>`exists (select 1 from extensions
  where extensions.program_id = drafts.program_id and extensions.user_id = drafts.user_id
    and extensions.extended_until > ${moment})`;
