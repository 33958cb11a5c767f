/** The entries of a round: who is in, who was taken out, what judges must not read. */
import type { z } from 'zod';
import { foldText } from '#domain/fold-text.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { isActive } from '#domain/judging/rules.ts';
import {
  entry,
  type Entry,
  type listEntriesQuery,
  type UpdateEntryInput,
} from '#domain/judging/schema.ts';
import { invalid, Problem, SHARED_RULES } from '#domain/problem.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { moveTo } from '#domain/rounds/slot-rules.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { foldedWordsOf } from '../db/search.ts';
import { isId } from '../db/table.ts';
import { shownBy } from '../http/resource.ts';
import { refuseTied, requireNotWithdrawn } from '../proposals/decisions.ts';
import { touchEntered } from '../proposals/review-store.ts';
import {
  changeRound,
  lockRound,
  requireRound,
  requireUnsealed,
  requireState,
  slotIn,
} from '../rounds/service.ts';
import type { RoundRow } from '../rounds/store.ts';
import { fill } from './assignment.ts';
import { readCleanness } from './clean-documents.ts';
import * as store from './entry-store.ts';
import { listCandidates } from './opening-service.ts';
import { tellOfSlots } from './reminder-service.ts';
import { listReviews } from './review-store.ts';

const WOULD_BE = {
  ...{ code: null, state: 'in' as const, reason: null, order: null, outcome: null },
  ...{ slot_at: null, started_at: null, ended_at: null, reviews: 0, submitted: 0 },
};

const present = shownBy(entry);

async function countReviews(db: Executor, roundId: string) {
  const counts = new Map<string, { reviews: number; submitted: number }>();
  for (const { entry_id, state } of await listReviews(db, roundId)) {
    const sum = counts.get(entry_id) ?? { reviews: 0, submitted: 0 };
    if (isActive(state)) sum.reviews += 1;
    if (state === 'submitted') sum.submitted += 1;
    counts.set(entry_id, sum);
  }
  return counts;
}

async function listAll(context: UserContext, round: RoundRow): Promise<Entry[]> {
  const { read } = context.db;
  const redactions = await store.listRedactions(read, round.id);
  const cleannessOf = await readCleanness(read, round);
  const readableOf = (id: string | null) => {
    const text = (id !== null && redactions.get(id)) || null;
    return {
      ...{ redacted_description: text, description_is_redacted: text !== null },
      documents_are_clean: cleannessOf(id),
    };
  };
  if (round.state === 'draft')
    return (await listCandidates(read, round)).map(({ id, business_name, region }) => ({
      ...{ ...WOULD_BE, proposal_id: id, business_name, region, ...readableOf(id) },
    }));
  const counts = await countReviews(read, round.id);
  return (await store.listEntries(read, round.id)).map((row) =>
    present({
      ...{ ...row, order: row.place, slot_at: slotIn(round, row.place) },
      ...{ ...readableOf(row.proposal_id), reviews: 0, submitted: 0, ...counts.get(row.id) },
    }),
  );
}

/** In a draft: who would be in. */
export async function listEntries(
  context: UserContext,
  id: string,
  { q, skip, limit }: z.output<typeof listEntriesQuery>,
) {
  const words = foldedWordsOf(q);
  const found = (await listAll(context, await requireRound(context, id))).filter(
    ({ code, business_name }) =>
      words.every((word) => foldText(`${code ?? ''} ${business_name ?? ''}`).includes(word)),
  );
  return { items: found.slice(skip, skip + limit), total: found.length };
}

type RunInput = Pick<UpdateEntryInput, 'order' | 'started_at' | 'ended_at' | 'state'>;

/** What only pitch rounds have is 422 by field in a reading round. */
function requireFitting({ kind }: RoundRow, input: RunInput) {
  if (kind === 'pitch') return;
  const sent = (['order', 'started_at', 'ended_at'] as const).filter(
    (name) => input[name] !== undefined,
  );
  const fields = Object.fromEntries(sent.map((name) => [name, ROUND.pitchOnly]));
  if (input.state === 'absent') fields['state'] = ROUND.pitchOnly;
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** The key of a desk opens the run, not who is in the round and what judges read. */
function requireAllowed(
  { actor }: UserContext,
  input: UpdateEntryInput,
  entry: store.EntryRow | undefined,
) {
  if (actor.keyOf === undefined) return;
  const isWithdrawal =
    input.state === 'withdrawn' || (input.state !== undefined && entry?.state === 'withdrawn');
  if (isWithdrawal || input.redacted_description !== undefined)
    throw new Problem('forbidden', SHARED_RULES.forbidden);
}

/** Moves one to another place in an open round; returns whether it was not there already. */
async function reorder(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  entry: store.EntryRow,
  order: number | undefined,
) {
  if (order === undefined) return false;
  requireState(round, 'open');
  const all = await store.listEntries(tx, round.id);
  if (order < 1 || order > all.length) throw invalid({ order: JUDGING_RULES.order });
  if (order === entry.place) return false;
  const ids = all.map(({ id }) => id);
  const places = new Map(moveTo(ids, entry.id, order).map((id, index) => [id, index + 1]));
  for (const { id, place } of all)
    if (places.get(id) !== place) await store.changeEntry(tx, id, { place: places.get(id)! });
  const changes = { order: [entry.place, order] };
  await audit(tx, context, 'entry.update', 'entry', entry.id, changes);
  return true;
}

async function setTimes(
  context: UserContext,
  tx: Executor,
  entry: store.EntryRow,
  { started_at, ended_at }: RunInput,
) {
  const changes = changesIn(entry, { started_at, ended_at });
  if (isEmptyChange(changes)) return false;
  const { started_at: start, ended_at: end } = { ...entry, ...changes };
  if (start && end && end < start) throw invalid({ ended_at: JUDGING_RULES.ended });
  await store.changeEntry(tx, entry.id, changes);
  await audit(tx, context, 'entry.update', 'entry', entry.id, { before: entry, after: changes });
  return true;
}

/** The order and the times of a pitch; the round is locked and not sealed. */
async function run(
  context: UserContext,
  tx: Executor,
  { round, entry }: { round: RoundRow; entry: store.EntryRow },
  input: RunInput,
) {
  const isTimed = await setTimes(context, tx, entry, input);
  const isMoved = await reorder(context, tx, round, entry, input.order);
  if (isMoved) await tellOfSlots(context, tx, round);
  return isTimed || isMoved;
}

async function move(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  entry: store.EntryRow,
  { state, reason }: UpdateEntryInput,
) {
  if (state === undefined || state === entry.state) return false;
  if (state === 'withdrawn' && reason === undefined)
    throw invalid({ reason: JUDGING_RULES.withdrawReason });
  await requireNotWithdrawn(tx, [entry.proposal_id]);
  const changes = { state, reason: state === 'withdrawn' ? reason! : null };
  await store.changeEntry(tx, entry.id, changes);
  await touchEntered(tx, round.id);
  await audit(tx, context, 'entry.update', 'entry', entry.id, { before: entry, after: changes });
  if (state !== 'withdrawn' && (round.state === 'open' || round.kind === 'pitch'))
    await fill(context, tx, round, { entryIds: new Set([entry.id]) });
  return true;
}

/** Null shows the description again. Returns whether that is something else than before. */
async function redact(
  context: UserContext,
  tx: Executor,
  of: { round: RoundRow; proposalId: string; entryId: string | undefined },
  text: string | null | undefined,
) {
  const { round, proposalId, entryId = proposalId } = of;
  if (text === undefined) return false;
  const redacted = { round_id: round.id, proposal_id: proposalId };
  const before = await store.findRedaction(tx, redacted);
  // One of an older release is shown exactly so only once it is saved again.
  const isSame = text === null ? !before : before?.is_exact === true && before.text === text;
  if (isSame) return false;
  await store.setRedaction(tx, redacted, text);
  await audit(tx, context, 'entry.update', 'entry', entryId, { redacted_description: text });
  return true;
}

const notFound = () => new Problem('not_found', JUDGING_RULES.entryNotFound);

/** Of a draft, what would be in can be redacted only. */
async function requireDrafted(
  tx: Executor,
  round: RoundRow,
  proposalId: string,
  { state, redacted_description }: UpdateEntryInput,
) {
  const candidates = round.state === 'draft' ? await listCandidates(tx, round) : [];
  if (!candidates.some(({ id }) => id === proposalId)) throw notFound();
  const isRun = round.kind === 'pitch' && redacted_description === undefined;
  if (state !== undefined || isRun) throw new Problem('round_not_open', ROUND.notOpenYet);
}

/**
 * Withdraws an entry with a reason, takes that back, or hides more of its description; in a pitch
 * round also who is absent, the order and the times.
 */
export async function updateEntry(
  context: UserContext,
  roundId: string,
  proposalId: string,
  input: UpdateEntryInput,
) {
  await context.db.write(async (tx) => {
    const round = await lockRound(context, tx, roundId);
    if (!isId(proposalId)) throw notFound();
    requireFitting(round, input);
    const isRunOnly = input.state === undefined && input.redacted_description === undefined;
    if (round.kind === 'reading' || !isRunOnly) await refuseTied(context, tx, [proposalId]);
    requireUnsealed(round);
    const entry = await store.findEntry(tx, round.id, proposalId);
    requireAllowed(context, input, entry);
    if (!entry) await requireDrafted(tx, round, proposalId, input);
    const isMoved = entry !== undefined && (await move(context, tx, round, entry, input));
    const isRun = entry !== undefined && (await run(context, tx, { round, entry }, input));
    const of = { round, proposalId, entryId: entry?.id };
    const isRedacted = await redact(context, tx, of, input.redacted_description);
    if ([isMoved, isRun, isRedacted].includes(true)) await changeRound(context, tx, round, {});
  });
  context.notifyMail();
  const all = await listAll(context, await requireRound(context, roundId));
  return all.find(({ proposal_id }) => proposal_id === proposalId)!;
}
