/** Every SQL statement of the public record. */
import type { Executor } from '../db/open.ts';

export const findProgram = (db: Executor, id: string) =>
  db
    .selectFrom('programs')
    .select(['id', 'title', 'sector', 'deadline_date'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Complete proposals of the program, by region. */
export async function countReceived(db: Executor, programId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('proposals')
    .select(['region', ({ fn }) => fn.countAll<number>().as('total')])
    .where('program_id', '=', programId)
    .groupBy('region')
    .execute();
  return new Map(rows.map(({ region, total }) => [region, Number(total)]));
}

export const listSectors = (db: Executor) =>
  db.selectFrom('programs').select(['id', 'sector']).execute();

/** Rounds with released results of the proposal, in their order. */
export async function listReleasedRounds(db: Executor, proposalId: string) {
  return db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select(['entries.id as entry_id', 'rounds.id as round_id'])
    .where('entries.proposal_id', '=', proposalId)
    .where('entries.state', '=', 'in')
    .where('entries.outcome', 'is not', null)
    .where('rounds.state', '=', 'released')
    .orderBy('rounds.position')
    .execute();
}

/** Proposals of this person that rounds have judged. */
export async function listJudged(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('proposals', 'proposals.id', 'entries.proposal_id')
    .select('entries.proposal_id')
    .distinct()
    .where('proposals.user_id', '=', userId)
    .orderBy('entries.proposal_id')
    .execute();
  return rows.map(({ proposal_id }) => proposal_id!);
}

export async function isOwner(db: Executor, proposalId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('proposals')
    .select('id')
    .where('id', '=', proposalId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasProposal(db: Executor, id: string): Promise<boolean> {
  const row = await db.selectFrom('proposals').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
