/** Paper in a pitch round: what is printed, typed in, and settled: contract §9.9, "Paper". */
import { HOUR_MS } from '#domain/constants.ts';
import { JUDGING_RULES, PITCH, REVIEWING } from '#domain/judging/messages.ts';
import { differingIn, isScored, type Said } from '#domain/judging/pitch-rules.ts';
import {
  readSheetEntry,
  sheets,
  type SheetEntry,
  type SettleInput,
  type SheetResult,
  type Sheets,
  type TypeSheetInput,
} from '#domain/judging/pitch-schema.ts';
import { invalid, Problem, type ProblemCode, type RefusedRow } from '#domain/problem.ts';
import { audit, auditAll } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { shownBy } from '../http/resource.ts';
import { findJudge, readNames } from '../judges/store.ts';
import { queueMail } from '../mail/store.ts';
import { findTied } from '../proposals/review-store.ts';
import {
  lockRound,
  requireOpened,
  requireRound,
  requireState,
  requireUnsealed,
  requirePitch,
} from '../rounds/service.ts';
import { findRound, listPanel, type RoundRow } from '../rounds/store.ts';
import { listEntries } from './entry-store.ts';
import { typedMail } from './mails.ts';
import {
  listTypedCodes,
  listTypedRounds,
  markJudge,
  pitchJudges,
  type VersionRow,
} from './pitch-store.ts';
import { applyTie, markDeclared, saidIn } from './pitch-sync.ts';
import { add, mergedOf, ownOf, paperOf, readKnown, store, type Known } from './pitch-versions.ts';
import { changeReview, listReviews } from './review-store.ts';

type Heard = Pick<Said, 'scores' | 'not_heard'>;
type Typed = Heard & Pick<SheetEntry, 'has_conflict'>;
const typedIn = (row: VersionRow): Typed => row.content as Typed;
const typingsOf = (versions: readonly VersionRow[]): VersionRow[] =>
  versions.filter(({ source, result }) => source === 'sheet' && result !== 'settled');

/** What counts, as a sheet would say it. */
function countingOf(round: RoundRow, versions: readonly VersionRow[]): Heard {
  const { scores, isNotHeard } = mergedOf(round, versions);
  return { scores, ...(isNotHeard && { not_heard: true }) };
}

/** Whether a tie that was typed has recused the judge. */
const hasTie = (versions: readonly VersionRow[]): boolean =>
  paperOf(versions).some((row) => typedIn(row).has_conflict);

/**
 * The criteria in which a typing is not what counts: all of them if one side is a tie. One that has
 * recused the judge stands, or was cleared by an admin.
 */
function oddIn(round: RoundRow, { review, versions }: Known, typed: Typed): string[] {
  const counting = countingOf(round, versions);
  const isRecused = review.state === 'recused';
  const isTieOnly = typed.has_conflict
    ? !isRecused && !hasTie(versions) && isScored(counting)
    : isRecused && hasTie(versions) && isScored(typed);
  if (isTieOnly) return round.criteria.map(({ id }) => id);
  return typed.has_conflict ? [] : differingIn(round.criteria, typed, counting);
}

/** How often all that counts of the typings was typed: a row may be typed in parts. */
function agreeing(round: RoundRow, known: Known): number {
  const agreed = typingsOf(known.versions).filter(
    (row) => oddIn(round, known, typedIn(row)).length === 0,
  );
  const scored = agreed.map((row) => Object.keys(scoresIn(row))).filter(({ length }) => length > 0);
  if (scored.length === 0) return agreed.length;
  const timesOf = (id: string) => scored.filter((ids) => ids.includes(id)).length;
  return Math.min(...scored.flat().map(timesOf));
}

type Difference = { criteria: string[]; at: Date; isSettled: boolean };

/** Typings that are not what counts; settled unless something has come since that differs. */
function differenceOf(round: RoundRow, known: Known): Difference | undefined {
  const { review, versions } = known;
  const odd = typingsOf(versions).filter((row) => oddIn(round, known, typedIn(row)).length > 0);
  const [first] = odd;
  if (!first) return undefined;
  const criteria = new Set(odd.flatMap((row) => oddIn(round, known, typedIn(row))));
  const since = review.settled_seq ?? 0;
  const isNews = (row: VersionRow) =>
    row.seq! > since && (odd.includes(row) || (row.source !== 'sheet' && row.is_counted === true));
  return {
    criteria: round.criteria.map(({ id }) => id).filter((id) => criteria.has(id)),
    at: odd.at(-1)!.at,
    isSettled: review.settled_seq !== null && !versions.some(isNews),
  };
}

async function readAll(db: Executor, round: RoundRow) {
  const reviews = await listReviews(db, round.id);
  return [...(await readKnown(db, reviews)).values()];
}

const scoresIn = (row: VersionRow): Record<string, number> => ({ ...typedIn(row).scores });

function presentDifferences(round: RoundRow, all: readonly Known[]): Sheets['differences'] {
  const isOpen = round.state === 'open';
  return all.flatMap((one) => {
    const difference = differenceOf(round, one);
    if (!difference) return [];
    const { review, versions } = one;
    const own = ownOf(versions);
    const { criteria, at, isSettled } = difference;
    return {
      ...{ review_id: review.id, judge_id: review.judge_id, code: review.code, criteria },
      typed: typingsOf(versions).map(scoresIn),
      own: isOpen || own.length === 0 ? null : mergedOf(round, own).scores,
      at: at.toISOString(),
      settled_at: isSettled ? review.settled_at!.toISOString() : null,
      note: isSettled ? review.settled_note : null,
    };
  });
}

const showRound = shownBy(sheets.shape.round);
const showEntry = shownBy(sheets.shape.entries.def.element);

/** What is printed for each judge, how often it was typed, and where that differs. */
export async function getSheets(context: UserContext, id: string): Promise<Sheets> {
  const { read } = context.db;
  const round = await requireRound(context, id);
  requirePitch(round);
  requireOpened(round);
  const all = await readAll(read, round);
  const entries = await listEntries(read, round.id);
  const places = new Map(entries.map((one) => [one.id, one.place ?? 0]));
  const byJudge = Map.groupBy(all, ({ review }) => review.judge_id);
  const names = await readNames(read, [...(await listPanel(read, round.id)), ...byJudge.keys()]);
  return {
    round: showRound(round),
    criteria: round.criteria,
    entries: entries.map((one) => showEntry({ ...one, order: one.place })),
    judges: [...names]
      .map(([judgeId, name]) => ({
        ...{ id: judgeId, name },
        reviews: (byJudge.get(judgeId) ?? [])
          .toSorted((a, b) => places.get(a.review.entry_id)! - places.get(b.review.entry_id)!)
          .map((known) => ({
            ...{ review_id: known.review.id, code: known.review.code, state: known.review.state },
            typed: agreeing(round, known),
          })),
      }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    differences: presentDifferences(round, all),
  };
}

/** Whether a typing says what nothing has said yet. */
function isNews(round: RoundRow, { review, versions }: Known, typed: Typed): boolean {
  if (typed.has_conflict) return review.state !== 'recused' && !hasTie(versions);
  const counting = countingOf(round, versions);
  return (
    Object.keys(typed.scores ?? {}).some((id) => counting.scores![id] === undefined) ||
    (typed.not_heard === true && !counting.not_heard) ||
    (paperOf(versions).length === 0 && ownOf(versions).length === 0)
  );
}

/** What was typed first counts at once; whatever the judge says in person wins. */
function typeOne(round: RoundRow, known: Known, value: SheetEntry, now: Date) {
  const isOdd = oddIn(round, known, value).length > 0;
  const agreed = isNews(round, known, value) && !known.review.is_locked ? 'saved' : 'same';
  const result: 'differs' | 'saved' | 'same' = isOdd ? 'differs' : agreed;
  const { has_conflict, kind, reason } = value;
  const sheet = {
    ...{ source: 'sheet' as const, said: saidIn(value), changedAt: now },
    ...(has_conflict && { content: { has_conflict, kind, reason } }),
  };
  // No tie on a sheet is none.
  if (!isOdd) markDeclared(known, now);
  return { version: add(known, { ...sheet, isCounted: result === 'saved', result }, now), result };
}

/** Types in the sheet of a judge: each entry stands alone. The judge hears of it. */
export async function typeSheet(
  context: UserContext,
  id: string,
  { judge_id: judgeId, entries }: TypeSheetInput,
): Promise<ApiResponse> {
  const once = { call: 'rounds.sheets', content: [id, judgeId, entries] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const round = await lockRound(context, tx, id);
    requirePitch(round);
    requireState(round, 'open');
    if (!(await listPanel(tx, round.id)).includes(judgeId))
      throw invalid({ judge_id: PITCH.judge });
    const reviews = (await listReviews(tx, round.id)).filter((one) => one.judge_id === judgeId);
    const known = await readKnown(tx, reviews);
    const tied = await findTied(tx, context.actor.id);
    const now = context.clock();
    const results: SheetResult[] = [];
    const added: VersionRow[] = [];
    const ties: { one: Known; value: SheetEntry }[] = [];
    for (const sent of entries) {
      const { value, review_id, message } = readSheetEntry(sent, round.criteria);
      const one = value && known.get(value.review_id);
      const refuse = (code: ProblemCode, words: string) =>
        results.push({ review_id, result: 'refused', code, message: words });
      if (!value) refuse('invalid', message);
      else if (!one) refuse('not_found', REVIEWING.notFound);
      else if (tied.has(one.review.proposal_id ?? ''))
        refuse('conflict', JUDGING_RULES.ownConflict);
      else {
        const { version, result } = typeOne(round, one, value, now);
        added.push(version);
        results.push({ review_id, result, code: null, message: null });
        if (value.has_conflict && result === 'saved') ties.push({ one, value });
      }
    }
    await store(context, tx, round, { known, added });
    for (const { one, value } of ties)
      await applyTie(context, tx, { round, known: one, judgeId }, value);
    const told = added.map((row) => ({
      id: row.review_id,
      changes: { result: row.result, scores: digestOf(JSON.stringify(scoresIn(row))) },
    }));
    await auditAll(tx, context, 'sheet.type', 'review', told);
    if (added.length > 0) {
      await markJudge(tx, { round_id: round.id, judge_id: judgeId }, { typed_at: now });
      await tellOfTyped(context, tx, round);
    }
    return { body: { results } };
  });
  context.notifyMail();
  return answer;
}

/** Settles a difference with a note, and with other scores where the judge has given none. */
export async function settleSheet(
  context: UserContext,
  id: string,
  reviewId: string,
  { note, scores }: SettleInput,
) {
  return context.db.write(async (tx) => {
    const round = await lockRound(context, tx, id);
    requirePitch(round);
    requireOpened(round);
    requireUnsealed(round);
    const one = (await readAll(tx, round)).find(({ review }) => review.id === reviewId);
    const difference = one && differenceOf(round, one);
    if (!one || !difference || difference.isSettled) throw new Problem('not_found', PITCH.settled);
    const { review, versions } = one;
    const tied = await findTied(tx, context.actor.id);
    if (tied.has(review.proposal_id ?? ''))
      throw new Problem('conflict', JUDGING_RULES.ownConflict);
    const now = context.clock();
    if (scores) await count(context, tx, round, one, scores);
    const marks = { settled_at: now, settled_note: note, settled_seq: versions.at(-1)!.seq };
    await changeReview(tx, reviewId, marks);
    one.review = { ...one.review, ...marks };
    await audit(tx, context, 'sheet.settle', 'review', reviewId, {
      note,
      ...(scores && { scores: digestOf(JSON.stringify(scores)) }),
    });
    return presentDifferences(round, [one])[0]!;
  });
}

async function count(
  context: UserContext,
  tx: Executor,
  round: RoundRow,
  one: Known,
  scores: Record<string, unknown>,
) {
  const { review, versions } = one;
  if (ownOf(versions).length > 0) throw invalid({ scores: PITCH.ownScores });
  const { value, message } = readSheetEntry({ review_id: review.id, scores }, round.criteria);
  if (!value?.scores) throw invalid({ scores: message });
  const said = { scores: value.scores };
  const now = context.clock();
  const sheet = { source: 'sheet' as const, said, changedAt: now };
  const version = add(one, { ...sheet, isCounted: true, result: 'settled' }, now);
  await store(context, tx, round, { known: new Map([[review.id, one]]), added: [version] });
}

/**
 * Of a round that is to be sealed, what was typed and differs: of reviews that could count, were it
 * not for a tie that may have been typed by slip.
 */
export async function listUnsettled(tx: Executor, round: RoundRow): Promise<RefusedRow[]> {
  if (round.kind !== 'pitch') return [];
  const open = (await readAll(tx, round)).filter(
    (one) =>
      one.review.entry_state === 'in' &&
      (one.review.state !== 'recused' || hasTie(one.versions)) &&
      one.review.state !== 'removed' &&
      differenceOf(round, one)?.isSettled === false,
  );
  const judgeIds = open.map(({ review }) => review.judge_id);
  const names = await readNames(tx, judgeIds);
  return open.map(({ review }) => ({
    ...{ id: review.id, reason: PITCH.sheetsDiffer, proposal_id: review.proposal_id },
    name: `${review.code}, ${names.get(review.judge_id) ?? ''}`,
  }));
}

type Acting = Pick<Services, 'clock' | 'publicUrl'>;

/** Judges hear what was typed in their name: at once, then once an hour at most. */
async function tellOfTyped({ clock, publicUrl }: Acting, tx: Executor, round: RoundRow) {
  const now = clock();
  for (const judge of await pitchJudges.list(tx, { round_id: round.id }, ['judge_id'])) {
    const { typed_at, typed_told_at: told } = judge;
    if (!typed_at || (told && (typed_at <= told || now.getTime() - told.getTime() < HOUR_MS)))
      continue;
    const of = { round_id: round.id, judge_id: judge.judge_id };
    const codes = await listTypedCodes(tx, of, told);
    await markJudge(tx, of, { typed_told_at: now });
    const person = await findJudge(tx, judge.judge_id);
    if (!person || codes.length === 0) continue;
    const words = typedMail(person.first_name, round, codes, publicUrl);
    await queueMail(tx, { to: person.email, ...words }, now);
  }
}

/** What could not be told yet. */
export async function tellTyped(services: Services): Promise<void> {
  const { db } = services;
  for (const { round_id: id } of await listTypedRounds(db.read))
    await db.write(async (tx) => {
      const round = await findRound(tx, id);
      if (round) await tellOfTyped(services, tx, round);
    });
  services.notifyMail();
}
