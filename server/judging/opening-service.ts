/** Opening a round: whether it can, who is in and who reads what, all of which then stands. */
import { randomInt, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { canonicalJson } from '#domain/canonical-json.ts';
import { EXTENSION } from '#domain/extensions/rules.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import type { OpeningPreview, openInput } from '#domain/judging/schema.ts';
import { invalid, Problem, type RefusedRow } from '#domain/problem.ts';
import { paperUntil } from '#domain/programs/rules.ts';
import { REQUEST } from '#domain/proposals/requests.ts';
import { auditAll, audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { batchesOf } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { listRunning } from '../extensions/store.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { queueMails, type Mail } from '../mail/store.ts';
import { lockProgram } from '../programs/store.ts';
import { listAsked } from '../proposals/history-store.ts';
import { touchEntered } from '../proposals/review-store.ts';
import {
  changeRound,
  lockRound,
  present,
  requireRound,
  requireState,
  slotIn,
} from '../rounds/service.ts';
import { sha256Of, requireSlotsWithin } from '../rounds/setup.ts';
import { listRounds, roundJudges, type RoundRow } from '../rounds/store.ts';
import { nameOf } from '../sessions/store.ts';
import { type Panel, assign, findNewConflicts, plan, readPanel, toBars } from './assignment.ts';
import { readCleanness } from './clean-documents.ts';
import { insertConflicts, listConflicts } from './conflict-store.ts';
import * as entryStore from './entry-store.ts';
import { entryOpenedMail, pitchesOpenedMail, pitchOpenedMail, roundOpenedMail } from './mails.ts';

const shareRegions = (one: RoundRow, other: RoundRow): boolean =>
  !one.regions || !other.regions || one.regions.some((region) => other.regions!.includes(region));

/** Rounds of earlier positions on its regions. */
export const roundsBefore = (round: RoundRow, all: readonly RoundRow[]): RoundRow[] =>
  all.filter((other) => other.position < round.position && shareRegions(round, other));

export async function listWaiting(db: Executor, programId: string, reason: string) {
  const rows = await entryStore.listWaitingReceipts(db, programId);
  return rows.map(({ number, user_id, complete_until, first_name, last_name }): RefusedRow => ({
    ...{ id: number, reason, user_id, until: complete_until?.toISOString() },
    name: first_name === null ? number : nameOf({ first_name, last_name: last_name ?? '' }),
  }));
}

export async function listExtended(db: Executor, programId: string, now: Date) {
  const rows = await listRunning(db, programId, now);
  return rows.map(({ id, user_id, extended_until, ...person }): RefusedRow => ({
    ...{ id, reason: EXTENSION.running, user_id },
    ...{ name: nameOf(person), until: extended_until.toISOString() },
  }));
}

/** What of the program still moves; whatever else holds an opening up is one more list here. */
async function listUnsettled(db: Executor, programId: string, now: Date): Promise<RefusedRow[]> {
  const asked = await listAsked(db, programId);
  return [
    ...(await listWaiting(db, programId, JUDGING_RULES.waiting)),
    ...asked.map(({ id, receipt_number, business_name, due_at }) => ({
      ...{ id: receipt_number ?? id, reason: REQUEST.waiting, proposal_id: id },
      ...{ name: business_name, until: due_at.toISOString() },
    })),
    ...(await listExtended(db, programId, now)),
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

/** Whether a draft can open now: contract §9.3. */
async function requireOpenable(db: Executor, round: RoundRow, panel: Panel, now: Date) {
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

/** See contract §9.7; a proposal older than receipts is known by its id. */
const keyOf = (round: RoundRow, candidate: entryStore.Candidate): string =>
  sha256Of(`${candidate.receipt_number ?? candidate.id}:${round.id}`);

/** Who would be in: at the first position undecided proposals, later those selected before. */
export async function listCandidates(db: Executor, round: RoundRow) {
  const before = roundsBefore(round, await listRounds(db, round.program_id));
  const last = Math.max(...before.map(({ position }) => position));
  const ids = before.filter(({ position }) => position === last).map(({ id }) => id);
  const all = await (ids.length === 0
    ? entryStore.listUndecided(db, round.program_id)
    : entryStore.listSelected(db, ids));
  return all.filter(({ region }) => !round.regions || round.regions.includes(region));
}

async function prepare(context: UserContext, db: Executor, round: RoundRow) {
  const panel = await readPanel(db, round.id);
  await requireOpenable(db, round, panel, context.clock());
  const candidates = await listCandidates(db, round);
  if (candidates.length === 0) throw invalid({ program_id: JUDGING_RULES.noEntries });
  await requireSlotsWithin(db, round, 'closes_at', candidates.length);
  const { judges } = panel;
  const judgeIds = judges.map(({ id }) => id);
  const known = await listConflicts(db, judgeIds);
  const found = findNewConflicts(judges, candidates, known, context.clock());
  const ids = new Set(candidates.map(({ id }) => id));
  const conflicts = [...known, ...found].filter(({ proposal_id }) => ids.has(proposal_id));
  const bars = toBars(round, judges, conflicts);
  const entries = candidates.map((candidate) => ({
    ...{ entryId: randomUUID(), key: keyOf(round, candidate), needed: round.reviews_per_proposal },
    ...{ proposalId: candidate.id, region: candidate.region },
  }));
  const outcome = plan(round, { judges, bars }, entries);
  const hash = sha256Of(
    canonicalJson({
      round: [round.id, round.version],
      entries: candidates.map(({ id, version }) => [id, version]),
      conflicts: conflicts
        .map((one) => `${one.judge_id} ${one.proposal_id} ${one.kind} ${one.state}`)
        .sort(),
      plan: [...outcome.chosen],
    }),
  );
  return { round, candidates, entries, panel, bars, found, conflicts, ...outcome, hash };
}

type Opening = Awaited<ReturnType<typeof prepare>>;

const tiesOf = (conflicts: readonly Row<'conflicts'>[], state: Row<'conflicts'>['state']) =>
  conflicts
    .filter((one) => one.state === state)
    .map(({ judge_id, proposal_id, kind, reason }) => ({ judge_id, proposal_id, kind, reason }));

function describe({ entries, panel, bars, conflicts, chosen, short, hash, round }: Opening) {
  const given = Map.groupBy([...chosen.values()].flat(), (judgeId) => judgeId);
  return {
    plan_sha256: hash,
    entries: entries.length,
    judges: panel.judges.map(({ id, region }) => ({
      id,
      reviews: given.get(id)?.length ?? 0,
      spared: round.spares_own_region
        ? entries.filter((entry) => entry.region === region).length
        : 0,
      conflicts: entries.filter(({ proposalId }) => bars.conflicts.has(`${id} ${proposalId}`))
        .length,
    })),
    short,
    possible_conflicts: tiesOf(conflicts, 'possible'),
    confirmed_conflicts: tiesOf(conflicts, 'confirmed'),
    not_accepted: panel.notAccepted,
  };
}

async function previewOpening(context: UserContext, id: string): Promise<OpeningPreview> {
  const round = await requireRound(context, id);
  requireState(round, 'draft');
  const opening = await prepare(context, context.db.read, round);
  const cleannessOf = await readCleanness(context.db.read, round);
  const ids = opening.candidates.map(({ id: candidate }) => candidate);
  const isCleaned = round.is_blind && round.shows_documents;
  return {
    ...describe(opening),
    unclean: ids.filter((one) => cleannessOf(one) === false),
    paper_until: paperUntil(round.deadline_date).toISOString(),
    cleaning: isCleaned ? ids.filter((one) => cleannessOf(one) === null).length : 0,
  };
}

/**
 * Previews; or opens and assigns in one transaction, exactly as previewed: anything that changed
 * meanwhile is 409 `plan_changed`. Judges and applicants hear of it.
 */
export async function open(
  context: UserContext,
  id: string,
  { preview, plan_sha256: hash }: z.output<typeof openInput>,
): Promise<ApiResponse> {
  if (preview) return { body: await previewOpening(context, id) };
  if (hash === undefined) throw invalid({ plan_sha256: JUDGING_RULES.noPlan });
  const once = { call: 'rounds.open', content: [id, hash] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const { program_id } = await requireRound(context, id, tx);
    await lockProgram(tx, program_id);
    const round = await lockRound(context, tx, id);
    requireState(round, 'draft');
    const opening = await prepare(context, tx, round);
    if (opening.hash !== hash) throw new Problem('plan_changed', JUDGING_RULES.planChanged);
    await write(context, tx, opening);
    return { body: (await present(context, await requireRound(context, id, tx), tx)).round };
  });
  context.notifyMail();
  return answer;
}

async function write(context: UserContext, tx: Executor, opening: Opening) {
  const { round, entries, found, chosen } = opening;
  const now = context.clock();
  const codes = drawCodes(entries.length);
  const orders = round.kind === 'pitch' ? drawOrder(round, entries) : undefined;
  await entryStore.insertEntries(
    tx,
    entries.map(({ entryId, key, proposalId, region }, index) => ({
      id: entryId,
      round_id: round.id,
      proposal_id: proposalId,
      code: codes[index]!,
      ...{ key, region, state: 'in', created_at: now },
      place: orders?.get(key) ?? null,
      told_slot_at: slotIn(round, orders?.get(key) ?? null),
    })),
  );
  await touchEntered(tx, round.id);
  await insertConflicts(tx, found);
  const given = await assign(tx, round, { entries, chosen }, now);
  await changeRound(context, tx, round, {
    state: 'open',
    opened_at: now,
    rubric_sha256: sha256Of(canonicalJson(round.criteria)),
  });
  await audit(tx, context, 'round.open', 'round', round.id, { entries: entries.length });
  const ties = found.map((one) => ({ id: one.id, changes: { after: one } }));
  await auditAll(tx, context, 'conflict.find', 'conflict', ties);
  await roundJudges.change(tx, { round_id: round.id }, { told_at: now });
  await tell(context, tx, opening, given);
}

/** Letters and digits that nobody mistakes for others. */
const ALPHABET = 'ABCDEFGHJKLMNPQRTUVWXYZ2346789';
const CODE_LENGTH = 4;

function drawCodes(count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count)
    codes.add(
      Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    );
  return [...codes];
}

/** By lot, apart from the one that decides between equals: contract §9.9, "Order". */
const drawOrder = ({ seed }: RoundRow, entries: readonly { key: string }[]) =>
  new Map(
    entries
      .map(({ key }) => ({ key, lot: sha256Of(`${seed}:order:${key}`) }))
      .sort((one, other) => (one.lot < other.lot ? -1 : 1))
      .map(({ key }, index) => [key, index + 1]),
  );

const MAILS_AT_ONCE = 100;

async function tell(
  { publicUrl, clock }: UserContext,
  tx: Executor,
  { round, panel, candidates, entries, chosen }: Opening,
  given: ReadonlyMap<string, number>,
) {
  const orders = round.kind === 'pitch' ? drawOrder(round, entries) : undefined;
  const toJudges = panel.judges.map(({ id, email, first_name }): Mail => {
    const letter = orders ? pitchesOpenedMail : roundOpenedMail;
    return { to: email, ...letter(first_name, round, given.get(id) ?? 0, publicUrl) };
  });
  const keys = new Map(entries.map(({ proposalId, key }) => [proposalId, key]));
  const toApplicants = candidates.map((one): Mail => {
    const key = keys.get(one.id)!;
    const letter = orders
      ? pitchOpenedMail(one, round, slotIn(round, orders.get(key)!), publicUrl)
      : entryOpenedMail(one, round, chosen.get(key)?.length ?? 0, publicUrl);
    return { to: one.mailed_to, topic: `rounds.opened:${one.id}`, ...letter };
  });
  for (const batch of batchesOf([...toJudges, ...toApplicants], MAILS_AT_ONCE))
    await queueMails(tx, batch, clock());
}
