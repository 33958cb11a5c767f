/** What reviewers read and decide: announcements, readings, rounds of judging. */
import type { News } from '#domain/proposals/decision-rules.ts';
import { sql, type SqlBool } from 'kysely';
import type { Correction } from '#domain/rounds/schema.ts';
import { slotOf } from '#domain/rounds/slot-rules.ts';
import { isOnPostgres, lockRowsOn, type Executor, lockRows, type Db } from '../db/open.ts';
import { insertRows, rowsOf } from '../db/statement.ts';
import { batchesOf, table } from '../db/table.ts';
import type { NewRow } from '../db/tables.ts';
import { raiseVersion } from '../db/versions.ts';
import { ownExtension } from '../extensions/store.ts';

/** What the applicant does not know yet; in the words of the index that finds it. */
export const isUnannounced = sql<SqlBool>`(proposals.decision <> proposals.announced_decision
  or proposals.funding_stage <> proposals.announced_stage
  or coalesce(proposals.decline_reason, '') <> coalesce(proposals.announced_reason, ''))`;

/** For a change after which no bulk run can be undone any more. */
export const NO_UNDO = {
  ...{ undo_run: null, undo_decision: null, undo_reason: null, undo_stage: null, undo_text: null },
  ...{ undo_decided_at: null, undo_decided_by: null },
} as const;

export async function nextAnnouncementAt(db: Executor): Promise<Date | undefined> {
  const next = await db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .select('proposals.announce_at')
    .where('proposals.announce_at', 'is not', null)
    .where('programs.announces', '=', 'at_once')
    .orderBy('proposals.announce_at')
    .limit(1)
    .executeTakeFirst();
  return next?.announce_at ?? undefined;
}

export async function lockDue(tx: Executor, now: Date, limit: number): Promise<string[]> {
  const due = tx
    .selectFrom('proposals as due')
    .innerJoin('programs', 'programs.id', 'due.program_id')
    .select('due.id')
    .where('due.announce_at', '<=', now)
    // What was decided while a program began to announce together waits for its announcement.
    .where('programs.announces', '=', 'at_once')
    .orderBy('due.announce_at')
    .limit(limit);
  // Found by their index, locked in the order of ids; asked again once they are locked.
  const rows = tx
    .selectFrom('proposals')
    .select('id')
    .where('id', 'in', due)
    .where('announce_at', '<=', now)
    .orderBy('id');
  return (await lockRowsOn(tx, rows).execute()).map(({ id }) => id);
}

/**
 * Nobody changes how the programs of these proposals announce before the transaction ends; to be
 * called before the proposals are locked, as an announcement does. On SQLite, which has one writer
 * at a time, it does nothing.
 */
export async function keepProgramsOf(tx: Executor, ids: string[]): Promise<void> {
  if (!isOnPostgres(tx)) return;
  for (const batch of batchesOf(ids))
    await tx
      .selectFrom('programs')
      .select('id')
      .where('id', 'in', (eb) =>
        eb.selectFrom('proposals').select('program_id').where('id', 'in', batch),
      )
      .orderBy('id')
      .forKeyShare()
      .execute();
}

/** What was decided and what is known, with what a mail needs. */
export async function findUnannounced(db: Executor, ids: string[]) {
  return db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['proposals.id', 'proposals.business_name', 'proposals.mail_text'])
    .select('proposals.receipt_number')
    .select(['proposals.decision', 'proposals.decline_reason', 'proposals.funding_stage'])
    .select([
      'proposals.announced_decision',
      'proposals.announced_reason',
      'proposals.announced_stage',
    ])
    .leftJoin('extensions', ownExtension('proposals'))
    .select(['programs.title', 'programs.deadline_date', 'extensions.extended_until'])
    .select(['users.first_name', 'users.email'])
    .where('proposals.id', 'in', ids)
    .execute();
}
export type UnannouncedProposal = Awaited<ReturnType<typeof findUnannounced>>[number];

/** What the applicant knows, of a row with the columns of both. */
export const toldOf = (
  row: Pick<UnannouncedProposal, 'announced_decision' | 'announced_reason' | 'announced_stage'>,
): News => ({
  decision: row.announced_decision,
  decline_reason: row.announced_reason,
  funding_stage: row.announced_stage,
});

/**
 * From now on it is known. The applicant's version grows; the sum of both, which admins compare,
 * has grown with the decision.
 */
export async function markAnnounced(tx: Executor, ids: string[], now: Date): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({
      announced_decision: sql`decision`,
      announced_approved: sql`is_approved`,
      announced_reason: sql`decline_reason`,
      announced_stage: sql`funding_stage`,
      announce_at: null,
      mail_text: null,
      ...NO_UNDO,
      version: sql`version + 1`,
      desk_version: sql`desk_version - 1`,
      updated_at: now,
    })
    .where('id', 'in', ids)
    .execute();
}

export const insertAnnouncements = (tx: Executor, rows: NewRow<'announcements'>[]): Promise<void> =>
  insertRows(tx, 'announcements', rows);

export async function listAnnouncements(db: Executor, proposalId: string) {
  return db
    .selectFrom('announcements')
    .select(['at', 'decision', 'decline_reason', 'funding_stage'])
    .where('proposal_id', '=', proposalId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}
export type Announcement = Awaited<ReturnType<typeof listAnnouncements>>[number];

/**
 * Which of these proposals the person has read, and how often the applicant has changed each of
 * them since.
 */
export async function findRead(db: Executor, userId: string, proposalIds: string[]) {
  const rows = await readOf(db, proposalIds, userId);
  return new Map(rows.map(({ proposal_id, edits, read }) => [proposal_id, edits - read]));
}

const readOf = rowsOf((db, isAmong, userId: string) =>
  db
    .selectFrom('proposal_reads')
    .innerJoin('proposals', 'proposals.id', 'proposal_reads.proposal_id')
    .select(['proposal_id', 'proposal_reads.edits as read', 'proposals.edits'])
    .where('proposal_reads.user_id', '=', userId)
    .where(isAmong('proposal_id')),
);

type ReadState = { id: string; edits: number };

/**
 * Records that the person is looking at it; the first time is preserved. `isWhole`: they got it as
 * it is now, with all of these changes.
 */
export async function markRead(
  db: Executor,
  userId: string,
  { id, edits }: ReadState,
  { at, isWhole }: { at: Date; isWhole: boolean },
): Promise<void> {
  await db
    .insertInto('proposal_reads')
    .values({ user_id: userId, proposal_id: id, first_at: at, last_at: at, edits })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'proposal_id'])
        .doUpdateSet({ last_at: at, ...(isWhole && { edits }) }),
    )
    .execute();
}

/** The last changes by the applicant, newest first. */
export async function listEdits(db: Executor, proposalId: string, most: number) {
  return db
    .selectFrom('audit_log')
    .select('changes')
    .where('subject', '=', 'proposal')
    .where('subject_id', '=', proposalId)
    .where('action', '=', 'proposals.update')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

type Reader = { id: string; first_name: string; last_name: string; at: Date };

/** Who has looked at it since then, latest first. */
export async function findReaders(
  db: Executor,
  proposalId: string,
  since: Date,
): Promise<Reader[]> {
  return db
    .selectFrom('proposal_reads')
    .innerJoin('users', 'users.id', 'proposal_reads.user_id')
    .select(['users.id', 'first_name', 'last_name', 'last_at as at'])
    .where('proposal_id', '=', proposalId)
    .where('last_at', '>', since)
    .orderBy('last_at', 'desc')
    .orderBy('users.id')
    .limit(20)
    .execute();
}

/** Of these proposals, the entries of rounds that are open and not yet released. */
export const findHeld = (db: Executor, ids: readonly string[]) =>
  findAmong(ids, (batch) =>
    db
      .selectFrom('entries')
      .innerJoin('rounds', 'rounds.id', 'entries.round_id')
      .select('entries.proposal_id as id')
      .where('entries.proposal_id', 'in', batch)
      .where('entries.state', 'in', ['in', 'absent'])
      .where('rounds.state', 'in', ['open', 'closed', 'sealed'])
      .execute(),
  );

/** Of these ids, those that `find` finds. */
async function findAmong(
  ids: readonly string[],
  find: (batch: string[]) => Promise<{ id: string | null }[]>,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const batch of batchesOf(ids)) for (const { id } of await find(batch)) found.add(id!);
  return found;
}

/** The rounds that it is or was in, in their order. */
export async function listRoundsOf(db: Executor, id: string) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select(['rounds.id', 'rounds.name', 'rounds.state'])
    .where('entries.proposal_id', '=', id)
    .where('entries.state', 'in', ['in', 'absent'])
    .orderBy('rounds.position')
    .execute();
  return rows.map(({ state, ...round }) => ({ ...round, is_released: state === 'released' }));
}

/** The pitch that it is to be heard in: of a round that is open. */
export async function findPitch(db: Executor, id: string, now: Date) {
  const row = await db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select(['rounds.id', 'name', 'venue', 'date', 'minutes', 'sessions', 'place'])
    .where('entries.proposal_id', '=', id)
    .where('entries.state', 'in', ['in', 'absent'])
    .where('rounds.kind', '=', 'pitch')
    .where('rounds.state', '=', 'open')
    .where('rounds.closes_at', '>', now)
    .executeTakeFirst();
  if (!row) return null;
  const { minutes, sessions, place } = row;
  const slot = slotOf(place!, { minutes: minutes!, sessions: sessions ?? [] });
  return {
    ...{ round_id: row.id, round_name: row.name, venue: row.venue, date: row.date },
    ...{ slot_at: slot?.toISOString() ?? null, minutes: minutes! },
  };
}

/** What admins see of the round's proposals changes: its state stands in each. */
export async function touchEntered(tx: Executor, roundId: string): Promise<void> {
  await tx
    .updateTable('proposals')
    .set((eb) => ({ desk_version: eb('desk_version', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('entries')
        .select('proposal_id')
        .where('round_id', '=', roundId)
        .where('proposal_id', 'is not', null)
        .$narrowType<{ proposal_id: string }>(),
    )
    .execute();
}

/** Which of these have been withdrawn. */
export const findWithdrawn = async (db: Executor, ids: readonly string[]) => {
  const withdrawn = { decision: 'withdrawn' } as const;
  return [...(await findAmong(ids, (batch) => table('proposals').ofIds(db, batch, withdrawn)))];
};

/** Whether a round of the program that takes this region was opened. */
export async function wasOpenedOn(db: Executor, programId: string, region: string) {
  const rounds = await db
    .selectFrom('rounds')
    .select('regions')
    .where('program_id', '=', programId)
    .where('state', '!=', 'draft')
    .execute();
  return rounds.some(({ regions }) => !regions || regions.includes(region));
}

/** Everything that the person is tied to. */
export async function findTied(db: Executor, personId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('conflicts')
    .select('proposal_id')
    .where('judge_id', '=', personId)
    .where('state', '!=', 'cleared')
    .execute();
  return new Set(rows.map(({ proposal_id }) => proposal_id));
}

const released = (db: Executor) =>
  db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .where(({ eb, or, and }) =>
      or([
        eb('entries.state', '=', 'absent'),
        and([eb('entries.state', '=', 'in'), eb('entries.outcome', 'is not', null)]),
      ]),
    )
    .where('rounds.state', '=', 'released');

/** Of these proposals, those with released results. */
export const findReleased = (db: Executor, ids: readonly string[]) =>
  findAmong(ids, (batch) =>
    released(db)
      .select('entries.proposal_id as id')
      .where('entries.proposal_id', 'in', batch)
      .execute(),
  );

/** Public, with the round that was released last; nobody is named. */
export async function insertCorrection(
  db: Db,
  tx: Executor,
  proposalId: string,
  correction: Correction,
): Promise<void> {
  const last = await released(tx)
    .select('rounds.id')
    .where('entries.proposal_id', '=', proposalId)
    .orderBy('rounds.position', 'desc')
    .executeTakeFirstOrThrow();
  const query = tx.selectFrom('rounds').select('corrections').where('id', '=', last.id);
  const { corrections } = await lockRows(db, query).executeTakeFirstOrThrow();
  await tx
    .updateTable('rounds')
    .set({ corrections: JSON.stringify([...(corrections ?? []), correction]) } as never)
    .where('id', '=', last.id)
    .execute();
  await raiseVersion(tx, 'public');
}
