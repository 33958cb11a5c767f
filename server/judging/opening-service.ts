/** Opening a round: who is in, who reads what, and from then on nothing of it can be chosen. */
import { randomInt, randomUUID } from 'node:crypto';
import { canonicalJson } from '#domain/canonical-json.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import type { OpeningPreview } from '#domain/judging/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { paperUntil } from '#domain/programs/rules.ts';
import { auditAll, audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Row } from '../db/tables.ts';
import type { Executor } from '../db/open.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { queueMails, type Mail } from '../mail/store.ts';
import { touchEntered } from '../proposals/review-store.ts';
import { sha256Of } from '../rounds/presentation.ts';
import { changeRound, lockRound, present, requireRound, requireState } from '../rounds/service.ts';
import { requireSlotsWithin } from '../rounds/setup.ts';
import { listRounds, lockProgram, type RoundRow } from '../rounds/store.ts';
import {
  assign,
  findNewConflicts,
  plan,
  readPanel,
  toBars,
  type Bars,
  type Panel,
  type PlannedEntry,
} from './assignment.ts';
import { insertConflicts, listConflicts } from './conflict-store.ts';
import { readCleanness } from './clean-documents.ts';
import * as entryStore from './entry-store.ts';
import { entryOpenedMail, pitchesOpenedMail, pitchOpenedMail, roundOpenedMail } from './mails.ts';
import { slotIn } from './pitch.ts';
import { requireOpenable, roundsBefore } from './readiness.ts';
import { markTold } from './reminder-store.ts';

type Opening = {
  round: RoundRow;
  candidates: entryStore.Candidate[];
  entries: PlannedEntry[];
  panel: Panel;
  bars: Bars;
  found: Row<'conflicts'>[];
  conflicts: Row<'conflicts'>[];
  chosen: Map<string, string[]>;
  short: OpeningPreview['short'];
  hash: string;
};

/** See contract §9.7; a proposal older than receipts is known by its id. */
const keyOf = (round: RoundRow, candidate: entryStore.Candidate): string =>
  sha256Of(`${candidate.receipt_number ?? candidate.id}:${round.id}`);

/** Who would be in: at the first position undecided proposals, later those selected before. */
export async function listCandidates(
  db: Executor,
  round: RoundRow,
): Promise<entryStore.Candidate[]> {
  const before = roundsBefore(round, await listRounds(db, round.program_id));
  const last = Math.max(...before.map(({ position }) => position));
  const all =
    before.length === 0
      ? await entryStore.listUndecided(db, round.program_id)
      : await entryStore.listSelected(
          db,
          before.filter(({ position }) => position === last).map(({ id }) => id),
        );
  return all.filter(({ region }) => !round.regions || round.regions.includes(region));
}

async function prepare(context: UserContext, db: Executor, round: RoundRow): Promise<Opening> {
  const panel = await readPanel(db, round.id);
  await requireOpenable(context, db, round, panel);
  const candidates = await listCandidates(db, round);
  if (candidates.length === 0) throw invalid({ program_id: JUDGING_RULES.noEntries });
  await requireSlotsWithin(db, round, 'closes_at', candidates.length);
  const { judges } = panel;
  const known = await listConflicts(
    db,
    judges.map(({ id }) => id),
  );
  const found = findNewConflicts(judges, candidates, known, context.clock());
  const ids = new Set(candidates.map(({ id }) => id));
  const conflicts = [...known, ...found].filter(({ proposal_id }) => ids.has(proposal_id));
  const bars = toBars(round, judges, conflicts);
  const entries = candidates.map((candidate) => ({
    entryId: randomUUID(),
    key: keyOf(round, candidate),
    proposalId: candidate.id,
    region: candidate.region,
  }));
  const needed = round.reviews_per_proposal;
  const outcome = plan(
    round,
    { judges, bars },
    entries.map((one) => ({ ...one, needed })),
  );
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

const tiesOf = (conflicts: readonly Row<'conflicts'>[], state: Row<'conflicts'>['state']) =>
  conflicts
    .filter((one) => one.state === state)
    .map(({ judge_id, proposal_id, kind, reason }) => ({ judge_id, proposal_id, kind, reason }));

function describe({ entries, panel, bars, conflicts, chosen, short, hash, round }: Opening) {
  const counts = new Map<string, number>();
  for (const judgeId of [...chosen.values()].flat())
    counts.set(judgeId, (counts.get(judgeId) ?? 0) + 1);
  return {
    plan_sha256: hash,
    entries: entries.length,
    judges: panel.judges.map(({ id, region }) => ({
      id,
      reviews: counts.get(id) ?? 0,
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

export async function previewOpening(context: UserContext, id: string): Promise<OpeningPreview> {
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
 * Opens and assigns in one transaction, exactly as previewed: anything that changed meanwhile is
 * 409 `plan_changed`. Judges and applicants hear of it.
 */
export async function openRound(
  context: UserContext,
  id: string,
  hash: string | undefined,
): Promise<ApiResponse> {
  if (hash === undefined) throw invalid({ plan_sha256: JUDGING_RULES.noPlan });
  const once = { call: 'rounds.open', content: [id, hash] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const { program_id } = await requireRound(context, id, tx);
    await lockProgram(context.db, tx, program_id);
    const round = await lockRound(context, tx, id);
    requireState(round, 'draft');
    const opening = await prepare(context, tx, round);
    if (opening.hash !== hash) throw new Problem('plan_changed', JUDGING_RULES.planChanged);
    await write(context, tx, opening);
    const opened = await present(context, await requireRound(context, id, tx), tx);
    return { body: opened.round };
  });
  context.notifyMail();
  return answer;
}

async function write(context: UserContext, tx: Executor, opening: Opening): Promise<void> {
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
      key,
      region,
      state: 'in',
      reason: null,
      place: orders?.get(key) ?? null,
      told_slot_at: slotIn(round, orders?.get(key) ?? null),
      documents_are_clean: null,
      outcome: null,
      outcome_reason: null,
      funding_stage: null,
      amount: null,
      rank: null,
      score: null,
      created_at: now,
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
  await auditAll(
    tx,
    context,
    'conflict.find',
    'conflict',
    found.map((one) => ({ id: one.id, changes: { after: one } })),
  );
  await markTold(tx, { roundId: round.id, now });
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
const drawOrder = (
  { seed }: RoundRow,
  entries: readonly { key: string }[],
): ReadonlyMap<string, number> =>
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
): Promise<void> {
  const orders = round.kind === 'pitch' ? drawOrder(round, entries) : undefined;
  const keys = new Map(entries.map(({ proposalId, key }) => [proposalId, key]));
  const toJudges = panel.judges.map(({ id, email, first_name }): Mail => ({
    to: email,
    ...(orders ? pitchesOpenedMail : roundOpenedMail)(
      ...([first_name, round, given.get(id) ?? 0, publicUrl] as const),
    ),
  }));
  const readers = new Map(
    entries.map(({ proposalId, key }) => [proposalId, chosen.get(key)?.length ?? 0]),
  );
  const toApplicants = candidates.map(({ id, mailed_to, first_name, business_name }): Mail => ({
    to: mailed_to,
    topic: `rounds.opened:${id}`,
    ...(orders
      ? pitchOpenedMail(
          first_name,
          business_name,
          round,
          slotIn(round, orders.get(keys.get(id)!)!),
          {
            proposalId: id,
            publicUrl,
          },
        )
      : entryOpenedMail(first_name, business_name, round, readers.get(id) ?? 0, {
          proposalId: id,
          publicUrl,
        })),
  }));
  const mails = [...toJudges, ...toApplicants];
  for (let at = 0; at < mails.length; at += MAILS_AT_ONCE)
    await queueMails(tx, mails.slice(at, at + MAILS_AT_ONCE), clock());
}
