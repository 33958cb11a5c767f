/** Whether a draft can open now: contract §9.3. */
import { EXTENSION } from '#domain/extensions/rules.ts';
import { REQUEST } from '#domain/proposals/requests.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { invalid, Problem, type RefusedRow } from '#domain/problem.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { listRunning } from '../extensions/store.ts';
import { nameOf } from '../sessions/store.ts';
import { listAsked } from '../proposals/history-store.ts';
import { listRounds, type RoundRow } from '../rounds/store.ts';
import type { Panel } from './assignment.ts';
import { listWaitingReceipts } from './entry-store.ts';

const shareRegions = (one: RoundRow, other: RoundRow): boolean =>
  !one.regions || !other.regions || one.regions.some((region) => other.regions!.includes(region));

/** Rounds of earlier positions on its regions. */
export const roundsBefore = (round: RoundRow, all: readonly RoundRow[]): RoundRow[] =>
  all.filter((other) => other.position < round.position && shareRegions(round, other));

/**
 * What of the program is still moving: submissions that wait for documents, applicants who were
 * asked for changes or who have more time. Whatever else holds an opening up is one more list here.
 */
async function listUnsettled(db: Executor, programId: string, now: Date): Promise<RefusedRow[]> {
  const waiting = await listWaitingReceipts(db, programId);
  const asked = await listAsked(db, programId);
  const running = await listRunning(db, programId, now);
  return [
    ...waiting.map(({ number, user_id, complete_until, first_name, last_name }) => ({
      ...{ id: number, reason: JUDGING_RULES.waiting, user_id },
      name: first_name === null ? number : nameOf({ first_name, last_name: last_name ?? '' }),
      until: complete_until?.toISOString(),
    })),
    ...asked.map(({ id, receipt_number, business_name, due_at }) => ({
      ...{ id: receipt_number ?? id, reason: REQUEST.waiting, proposal_id: id },
      ...{ name: business_name, until: due_at.toISOString() },
    })),
    ...running.map(({ id, user_id, extended_until, ...person }) => ({
      ...{ id, reason: EXTENSION.running, user_id },
      ...{ name: nameOf(person), until: extended_until.toISOString() },
    })),
  ];
}

function requireComplete(round: RoundRow, { judges }: Panel, now: Date): void {
  const fields = {
    ...(round.criteria.length === 0 && { criteria: JUDGING_RULES.noCriteria }),
    ...(round.places === null && { places: JUDGING_RULES.noPlaces }),
    ...((!round.closes_at || round.closes_at <= now) && { closes_at: JUDGING_RULES.noClosing }),
    ...(judges.length === 0 && { judge_ids: JUDGING_RULES.noJudges }),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

export async function requireOpenable(
  { clock }: UserContext,
  db: Executor,
  round: RoundRow,
  panel: Panel,
): Promise<void> {
  const now = clock();
  if (round.deadline_date > now) throw new Problem('program_open', JUDGING_RULES.programOpen);
  const refused = await listUnsettled(db, round.program_id, now);
  if (refused.length > 0) throw new Problem('not_settled', JUDGING_RULES.notSettled, { refused });
  const all = await listRounds(db, round.program_id);
  if (roundsBefore(round, all).some(({ state }) => state !== 'released'))
    throw new Problem('round_before_not_released', JUDGING_RULES.roundBefore);
  const beside = all.filter(
    (other) =>
      other.id !== round.id && other.position === round.position && other.state !== 'draft',
  );
  if (beside.some((other) => shareRegions(round, other)))
    throw new Problem('regions_overlap', JUDGING_RULES.overlap);
  requireComplete(round, panel, now);
}
