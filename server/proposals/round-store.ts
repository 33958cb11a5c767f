/** What rounds of judging mean for a proposal: who decides it, and until when nobody may. */
import type { Executor } from '../db/open.ts';

/** Of these proposals, the entries of rounds that are open and not yet released. */
export async function findHeld(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select('entries.proposal_id')
    .where('entries.proposal_id', 'in', ids)
    .where('entries.state', '=', 'in')
    .where('rounds.state', 'in', ['open', 'closed', 'sealed'])
    .execute();
  return new Set(rows.map(({ proposal_id }) => proposal_id!));
}

/** The rounds that it is or was in, in their order. */
export async function listRoundsOf(db: Executor, id: string) {
  const rows = await db
    .selectFrom('entries')
    .innerJoin('rounds', 'rounds.id', 'entries.round_id')
    .select(['rounds.id', 'rounds.name', 'rounds.state'])
    .where('entries.proposal_id', '=', id)
    .where('entries.state', '=', 'in')
    .orderBy('rounds.position')
    .execute();
  return rows.map(({ state, ...round }) => ({ ...round, is_released: state === 'released' }));
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

/** Whether the person has said that they are tied to the proposal. */
export async function hasTie(db: Executor, personId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('conflicts')
    .select('id')
    .where('judge_id', '=', personId)
    .where('proposal_id', '=', id)
    .where('state', '!=', 'cleared')
    .executeTakeFirst();
  return row !== undefined;
}
