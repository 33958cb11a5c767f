/** Every SQL statement about programs' own questions and the answers of proposals to them. */
import { sql, type RawBuilder } from 'kysely';
import type { Answer, Eligible, Question } from '#domain/questions/schema.ts';
import type { Executor } from '../db/open.ts';
import { insertRows, rowsOf, rowsStatement } from '../db/statement.ts';
import type { AnsweredOptionsTable, AnswersTable } from '../db/question-tables.ts';

const questionsOf = rowsStatement((db, programId: string) =>
  db
    .selectFrom('questions')
    .select(['id', 'is_retired', 'definition'])
    .where('program_id', '=', programId)
    .orderBy('is_retired')
    .orderBy('place'),
);

/** Live ones in order, then retired ones. */
export async function listQuestions(db: Executor, programId: string): Promise<Question[]> {
  const rows = await questionsOf(db, programId);
  return rows.map(toQuestion);
}

type Row = Awaited<ReturnType<typeof questionsOf>>[number];

/** Field by field: PostgreSQL keeps the fields of a `jsonb` in an order of its own. */
const toQuestion = ({ id, is_retired, definition: of }: Row): Question => ({
  id,
  kind: of.kind,
  label: of.label,
  help: of.help,
  is_required: of.is_required,
  max_length: of.max_length,
  min: of.min,
  max: of.max,
  options: of.options,
  eligible: of.eligible && readEligible(of.eligible),
  shown_if: of.shown_if && {
    question_id: of.shown_if.question_id,
    equals: of.shown_if.equals,
  },
  is_retired,
});

const readEligible = (of: Eligible): Eligible =>
  'values' in of
    ? { values: of.values, sentence: of.sentence }
    : { min: of.min, max: of.max, sentence: of.sentence };

/** For a `select`: whether the program of `column` asks anything. */
export const asksQuestions = (column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from questions where questions.program_id = ${sql.ref(column)}
    and not questions.is_retired)`;

/** The whole list of a program takes the place of the stored one. */
export async function replaceQuestions(
  tx: Executor,
  programId: string,
  questions: readonly Question[],
): Promise<void> {
  await tx.deleteFrom('questions').where('program_id', '=', programId).execute();
  await insertRows(
    tx,
    'questions',
    questions.map(({ id, is_retired, ...definition }, place) => ({
      id,
      program_id: programId,
      place,
      is_retired,
      definition: JSON.stringify(definition),
    })),
  );
}

/** In JSON, the quotes of a text are escaped: these find ids only. */
const inDraft = (questionId: string): string => `%"${questionId}":%`;
const inList = (questionId: string): string => `%"question_id":"${questionId}"%`;

/** Whether a proposal, a version of one, a draft or a receipt that waits holds an answer to it. */
export async function isAnswered(
  tx: Executor,
  programId: string,
  questionId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from answers where question_id = ${questionId}
    union all select 1 from drafts where program_id = ${programId} and answers like ${inDraft(questionId)}
    union all select 1 from receipts
      where program_id = ${programId} and answers like ${inList(questionId)}
    union all select 1 from proposal_versions
      where answers like ${inList(questionId)}
        and proposal_id in (select id from proposals where program_id = ${programId})
    limit 1`.execute(tx);
  return rows.length > 0;
}

const answersOf = rowsStatement((db, proposalId: string) =>
  db
    .selectFrom('answers')
    .select(['question_id', 'label', 'kind', 'value'])
    .where('proposal_id', '=', proposalId)
    .orderBy('place'),
);

const readRow = ({ value, ...row }: Omit<AnswersTable, 'proposal_id' | 'place'>): Answer => ({
  ...row,
  value: JSON.parse(value),
});

/** A proposal's answers, in the order in which they were asked. */
export const listAnswers = async (db: Executor, proposalId: string): Promise<Answer[]> =>
  (await answersOf(db, proposalId)).map(readRow);

const answersAmong = rowsOf((db, isAmong) =>
  db
    .selectFrom('answers')
    .select(['proposal_id', 'question_id', 'label', 'kind', 'value'])
    .where(isAmong('proposal_id'))
    .orderBy('place'),
);

/** The answers of many proposals, by the proposal. */
export async function listAnswersOf(
  db: Executor,
  proposalIds: readonly string[],
): Promise<Map<string, Answer[]>> {
  const found = new Map<string, Answer[]>();
  for (const { proposal_id, ...row } of await answersAmong(db, proposalIds)) {
    const of = found.get(proposal_id) ?? [];
    found.set(proposal_id, [...of, readRow(row)]);
  }
  return found;
}

/** What a filter compares: the options that were chosen, or yes and no. */
function optionsOf({ kind, value }: Answer): string[] {
  if (kind === 'choices') return value as string[];
  return kind === 'yes_no' || kind === 'choice' ? [String(value)] : [];
}

export async function insertAnswers(
  tx: Executor,
  proposalId: string,
  answers: readonly Answer[],
): Promise<void> {
  const rows = answers.map((one, place): AnswersTable => ({
    proposal_id: proposalId,
    question_id: one.question_id,
    place,
    kind: one.kind,
    label: one.label,
    value: JSON.stringify(one.value),
  }));
  const options = answers.flatMap((one) =>
    optionsOf(one).map((option): AnsweredOptionsTable => ({
      question_id: one.question_id,
      option,
      proposal_id: proposalId,
    })),
  );
  await insertRows(tx, 'answers', rows);
  await insertRows(tx, 'answered_options', options);
}

/** The answers of a proposal after an edit. */
export async function replaceAnswers(
  tx: Executor,
  proposalId: string,
  answers: readonly Answer[],
): Promise<void> {
  await tx.deleteFrom('answers').where('proposal_id', '=', proposalId).execute();
  await tx.deleteFrom('answered_options').where('proposal_id', '=', proposalId).execute();
  await insertAnswers(tx, proposalId, answers);
}
