/** What a judge sees of a review and its proposal: contract §9.4. */
import { redact } from '#domain/judging/redaction-rules.ts';
import type { JudgedProposal, Review } from '#domain/judging/review-schema.ts';
import { isActive } from '#domain/judging/rules.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { hundredthsOf, totalOf } from '#domain/judging/score-rules.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { sha256Of } from '../rounds/presentation.ts';
import { asOf } from '../rounds/service.ts';
import { listRounds, type RoundRow } from '../rounds/store.ts';
import { htmlWords } from '../text/plain-text.ts';
import { listShown } from './clean-documents.ts';
import { findJudged, type JudgedRow } from './judged-store.ts';
import { listReviewsOfEntry, type ReviewRow } from './review-store.ts';

/** Where names are shown, a judge says first whether there is a tie. */
export const needsDeclaration = (round: RoundRow, { declared_at }: ReviewRow): boolean =>
  !round.is_blind && declared_at === null;

/** Without names and with ■■■ in a blind round, or what an admin has left of it. */
function describe(round: RoundRow, row: JudgedRow): string {
  const text = row.redaction ?? htmlWords(row.business_description);
  return round.is_blind ? redact(text, row) : text;
}

const namesOf = (row: JudgedRow): Partial<JudgedProposal> => ({
  business_name: row.business_name,
  business_location: row.business_location,
  business_website: row.business_website,
  region: row.region,
  applicant_first_name: row.first_name,
  applicant_last_name: row.last_name,
});

/** Labels and options are the program's words; what the applicant chose of them names nobody. */
function presentAnswers(round: RoundRow, row: JudgedRow): Answer[] {
  return row.answers.map((answer) =>
    round.is_blind && typeof answer.value === 'string' && isTyped(answer)
      ? { ...answer, value: redact(answer.value, row) }
      : answer,
  );
}

const isTyped = ({ kind }: Answer): boolean => kind === 'short_text' || kind === 'long_text';

function presentProposal(
  round: RoundRow,
  review: ReviewRow,
  { judged: row, isWhole, documents }: Omit<SeenProposal, 'round'>,
): JudgedProposal {
  const isShown = isWhole && isActive(review.state) && !needsDeclaration(round, review);
  return {
    ...(!round.is_blind && namesOf(row)),
    business_sector: row.business_sector,
    program_title: round.program_title,
    ...(isShown && {
      business_description: describe(round, row),
      ...(row.answers.length > 0 && { answers: presentAnswers(round, row) }),
      documents,
    }),
  };
}

export const presentTotal = (
  round: Pick<RoundRow, 'criteria'>,
  scores: Record<string, number>,
): number | null => {
  const total = totalOf(round.criteria, scores);
  return total === undefined ? null : hundredthsOf(total) / 100;
};

/** Nobody's name, in an order that says nothing. */
async function listOthers(
  db: Executor,
  round: RoundRow,
  own: ReviewRow,
): Promise<NonNullable<Review['others']> | null> {
  const isOpen = round.state === 'draft' || round.state === 'open';
  if (isOpen || own.state !== 'submitted') return null;
  return (await listReviewsOfEntry(db, own.entry_id))
    .filter(({ id, state }) => id !== own.id && state === 'submitted')
    .map((one) => ({ one, place: sha256Of(`${own.id}:${one.id}`) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ one }) => ({
      total: presentTotal(round, one.scores),
      strength: one.strength,
      next_step: one.next_step,
    }));
}

type SeenProposal = {
  round: RoundRow;
  judged: JudgedRow;
  isWhole: boolean;
  /** Those that may be opened. */
  documents: DocumentKind[];
};

const present = (row: ReviewRow, { round, ...seen }: SeenProposal): Review => ({
  id: row.id,
  round_id: row.round_id,
  code: row.code,
  state: row.state,
  declared_at: row.declared_at?.toISOString() ?? null,
  revision: row.revision,
  changed_at: row.changed_at?.toISOString() ?? null,
  scores: row.scores,
  strength: row.strength,
  next_step: row.next_step,
  note: row.note,
  total: presentTotal(round, row.scores),
  is_hidden: row.is_hidden,
  proposal: presentProposal(round, row, seen),
  others: null,
});

async function presentAll(
  { db, clock }: UserContext,
  rows: readonly ReviewRow[],
  isWhole: boolean,
): Promise<{ review: Review; row: ReviewRow; round: RoundRow }[]> {
  if (rows.length === 0) return [];
  const rounds = new Map(
    (await listRounds(db.read)).map((round) => [round.id, asOf(round, clock())]),
  );
  const judged = await findJudged(db.read, rows, isWhole);
  const asked = isWhole
    ? rows.map((row) => ({ round: rounds.get(row.round_id)!, proposalId: row.proposal_id }))
    : [];
  const documentsOf = await listShown(db.read, asked);
  return rows.flatMap((row) => {
    const [round, proposal] = [rounds.get(row.round_id)!, judged.get(row.id)];
    if (!proposal) return [];
    const documents = documentsOf(round, row.proposal_id);
    return [{ review: present(row, { round, judged: proposal, isWhole, documents }), row, round }];
  });
}

/** Lists carry no descriptions. */
export const presentReviews = async (
  context: UserContext,
  rows: readonly ReviewRow[],
): Promise<Review[]> => (await presentAll(context, rows, false)).map(({ review }) => review);

export async function presentReview(context: UserContext, own: ReviewRow): Promise<Review> {
  const [{ review, row, round }] = (await presentAll(context, [own], true)) as [
    { review: Review; row: ReviewRow; round: RoundRow },
  ];
  return { ...review, others: await listOthers(context.db.read, round, row) };
}
