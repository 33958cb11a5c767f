/** The entries of a round: who is in, who was taken out, what judges must not read. */
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { isActive } from '#domain/judging/rules.ts';
import type { Entry, UpdateEntryInput } from '#domain/judging/schema.ts';
import { foldText } from '#domain/fold-text.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { ROUND } from '#domain/rounds/messages.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { foldedWordsOf } from '../db/search.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { refuseTied, requireNotWithdrawn } from '../proposals/decisions.ts';
import { touchEntered } from '../proposals/review-store.ts';
import { changeRound, lockRound, requireRound } from '../rounds/service.ts';
import type { RoundRow } from '../rounds/store.ts';
import { readCleanness } from './clean-documents.ts';
import * as store from './entry-store.ts';
import { fill } from './leaving-service.ts';
import { listCandidates } from './opening-service.ts';
import { requireAllowed, requireFitting, run, slotIn } from './pitch.ts';
import { listReviews } from './review-store.ts';

const WOULD_BE = {
  code: null,
  state: 'in',
  reason: null,
  order: null,
  slot_at: null,
  started_at: null,
  ended_at: null,
  documents_are_clean: null,
  reviews: 0,
  submitted: 0,
  outcome: null,
} as const;

type Counts = Map<string, { reviews: number; submitted: number }>;

async function countReviews(db: Executor, roundId: string): Promise<Counts> {
  const counts: Counts = new Map();
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
  const redactedOf = (id: string | null) => {
    const text = (id !== null && redactions.get(id)) || null;
    return { redacted_description: text, description_is_redacted: text !== null };
  };
  if (round.state === 'draft')
    return (await listCandidates(read, round)).map(({ id, business_name, region }) => ({
      ...WOULD_BE,
      proposal_id: id,
      business_name,
      region,
      ...redactedOf(id),
      documents_are_clean: cleannessOf(id),
    }));
  const counts = await countReviews(read, round.id);
  return (await store.listEntries(read, round.id)).map((row) => ({
    proposal_id: row.proposal_id,
    code: row.code,
    business_name: row.business_name,
    region: row.region,
    state: row.state,
    reason: row.reason,
    order: row.place,
    slot_at: slotIn(round, row.place)?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    ...redactedOf(row.proposal_id),
    documents_are_clean: cleannessOf(row.proposal_id),
    ...(counts.get(row.id) ?? { reviews: 0, submitted: 0 }),
    outcome: row.outcome,
  }));
}

type Query = { q?: string | undefined; skip: number; limit: number };

/** In a draft: who would be in. */
export async function listEntries(
  context: UserContext,
  id: string,
  { q, skip, limit }: Query,
): Promise<{ items: Entry[]; total: number }> {
  const words = foldedWordsOf(q);
  const found = (await listAll(context, await requireRound(context, id))).filter(
    ({ code, business_name }) =>
      words.every((word) => foldText(`${code ?? ''} ${business_name ?? ''}`).includes(word)),
  );
  return { items: found.slice(skip, skip + limit), total: found.length };
}

function requireUnsealed({ state }: RoundRow): void {
  if (state === 'sealed') throw new Problem('round_sealed', ROUND.sealed);
  if (state === 'released') throw new Problem('round_released', ROUND.released);
}

async function move(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  entry: store.EntryRow,
  { state, reason }: UpdateEntryInput,
): Promise<boolean> {
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
): Promise<boolean> {
  const { round, proposalId, entryId = proposalId } = of;
  if (text === undefined) return false;
  const before = await store.findRedaction(tx, round.id, proposalId);
  // One of an older release is shown exactly so only once it is saved again.
  const isSame = text === null ? !before : before?.is_exact === true && before.text === text;
  if (isSame) return false;
  await store.setRedaction(tx, { round_id: round.id, proposal_id: proposalId, text });
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
): Promise<void> {
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
): Promise<Entry> {
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
