/** What a judge sees of a review and its proposal: contract §9.4. */
import { redact, redactHtml } from '#domain/judging/redaction-rules.ts';
import { review, type JudgedProposal, type Review } from '#domain/judging/review-schema.ts';
import { isActive } from '#domain/judging/rules.ts';
import { hundredthsOf, totalOf } from '#domain/judging/score-rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { shownBy } from '../http/resource.ts';
import { asOf, isSealed } from '../rounds/service.ts';
import { sha256Of } from '../rounds/setup.ts';
import { listRounds, type RoundRow } from '../rounds/store.ts';
import { htmlOf } from '../text/plain-text.ts';
import { readText } from '../text/stored-text.ts';
import { listShown, type ShownDocuments } from './clean-documents.ts';
import { findJudged, keepCovered, listBlind, type JudgedRow } from './judged-store.ts';
import { listReviewsOfEntry, type ReviewRow } from './review-store.ts';

/** Where names are shown, a judge says first whether there is a tie. */
export const needsDeclaration = (round: RoundRow, { declared_at }: ReviewRow): boolean =>
  !round.is_blind && declared_at === null;

/**
 * As rich text: what an admin has left of it, exactly so; else as the applicant wrote it, with ■■■
 * for names in a blind round.
 */
async function describe(round: RoundRow, row: JudgedRow): Promise<string> {
  if (row.redaction !== null) {
    const isCovered = round.is_blind && !row.is_exact;
    return htmlOf(isCovered ? covered(redact, row.redaction, row) : row.redaction);
  }
  // Without a mark, it is cleaned each time.
  const html =
    round.is_blind && row.covered
      ? await readText('text', row.covered.description, '')
      : await readText('text', row.business_description, row.rich_text_mark);
  return round.is_blind ? covered(redactHtml, html, row) : html;
}

/** Names of its applicant, and of everybody who works on it. */
const covered = (cover: typeof redact, text: string, row: JudgedRow): string =>
  [row, ...row.members.map((one) => ({ ...row, ...one }))].reduce(cover, text);

const namesOf = (row: JudgedRow): Partial<JudgedProposal> => ({
  ...{ business_name: row.business_name, business_location: row.business_location },
  ...{ business_website: row.business_website, region: row.region },
  ...{ applicant_first_name: row.first_name, applicant_last_name: row.last_name },
  ...(row.members.length > 0 && {
    members: row.members.map(({ first_name, last_name }) => ({ first_name, last_name })),
  }),
});

/** Labels and options are the program's words; what the applicant chose of them names nobody. */
function coveredAnswer(row: JudgedRow, answer: Answer): Answer {
  if (answer.kind !== 'short_text' && answer.kind !== 'long_text') return answer;
  const text = row.covered?.answers[answer.question_id] ?? (answer.value as string);
  return { ...answer, value: covered(redact, text, row) };
}

/**
 * Before somebody leaves these proposals: who judges them blind goes on reading them without that
 * name, although nobody keeps it.
 */
export async function keepTextsCovered(tx: Executor, proposalIds: string[]): Promise<void> {
  if (proposalIds.length === 0) return;
  for (const { entry_id, ...row } of await listBlind(tx, proposalIds)) {
    const answers = row.answers.map((one) => coveredAnswer(row, one));
    const typed = answers.filter((one, at) => one !== row.answers[at]);
    await keepCovered(tx, entry_id, {
      description: covered(redactHtml, row.covered?.description ?? row.business_description, row),
      answers: Object.fromEntries(typed.map((one) => [one.question_id, one.value as string])),
    });
  }
}

async function presentProposal(
  round: RoundRow,
  review: ReviewRow,
  { judged: row, isWhole, shown }: { judged: JudgedRow; isWhole: boolean; shown: ShownDocuments },
): Promise<JudgedProposal> {
  const isShown = isWhole && isActive(review.state) && !needsDeclaration(round, review);
  const answers = round.is_blind
    ? row.answers.map((answer) => coveredAnswer(row, answer))
    : row.answers;
  return {
    ...(!round.is_blind && namesOf(row)),
    business_sector: row.business_sector,
    program_title: round.program_title,
    ...(isShown && {
      business_description: await describe(round, row),
      ...(answers.length > 0 && { answers }),
      ...shown,
    }),
  };
}

export const presentTotal = ({ criteria }: RoundRow, scores: Record<string, number>) => {
  const total = totalOf(criteria, scores);
  return total === undefined ? null : hundredthsOf(total) / 100;
};

/** Nobody's name, in an order that says nothing. */
async function listOthers(db: Executor, round: RoundRow, own: ReviewRow) {
  // So that nobody sends late what they would change after seeing them.
  const isOpen =
    round.kind === 'pitch' ? !isSealed(round) : round.state === 'draft' || round.state === 'open';
  if (isOpen || own.state !== 'submitted') return null;
  return (await listReviewsOfEntry(db, own.entry_id))
    .filter(({ id, state }) => id !== own.id && state === 'submitted')
    .map((one) => ({ one, place: sha256Of(`${own.id}:${one.id}`) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ one: { scores, strength, next_step } }) => ({
      ...{ total: presentTotal(round, scores), strength, next_step },
    }));
}

const present = shownBy(review);

async function presentAll(
  { db, clock }: UserContext,
  rows: readonly ReviewRow[],
  isWhole: boolean,
) {
  if (rows.length === 0) return [];
  const rounds = new Map(
    (await listRounds(db.read)).map((round) => [round.id, asOf(round, clock())]),
  );
  const judged = await findJudged(db.read, rows, isWhole);
  const asked = rows.map((row) => ({
    ...{ round: rounds.get(row.round_id)!, proposalId: row.proposal_id },
  }));
  const documentsOf = await listShown(db.read, isWhole ? asked : []);
  const presented = [];
  for (const row of rows) {
    const [round, seen] = [rounds.get(row.round_id)!, judged.get(row.id)];
    if (!seen) continue;
    const shown = documentsOf(round, row.proposal_id);
    const proposal = await presentProposal(round, row, { judged: seen, isWhole, shown });
    const total = presentTotal(round, row.scores);
    presented.push({ review: present({ ...row, total, proposal, others: null }), row, round });
  }
  return presented;
}

/** Lists carry no descriptions. */
export const presentReviews = async (context: UserContext, rows: readonly ReviewRow[]) =>
  (await presentAll(context, rows, false)).map((one) => one.review);

export async function presentReview(context: UserContext, own: ReviewRow): Promise<Review> {
  const [presented] = await presentAll(context, [own], true);
  const { review: shown, row, round } = presented!;
  return { ...shown, others: await listOthers(context.db.read, round, row) };
}
