import { sql, type RawBuilder } from 'kysely';
import type { Answer, Eligible, Question } from '#domain/questions/schema.ts';
import type { Executor } from '../db/open.ts';
import { insertRows, rowsOf, rowsStatement } from '../db/statement.ts';
import { isId, table } from '../db/table.ts';
import type { Row } from '../db/tables.ts';

const questionsOf = rowsStatement((db, programId: string) =>
  db
    .selectFrom('questions')
    .select(['id', 'is_retired', 'definition'])
    .where('program_id', '=', programId)
    .orderBy('is_retired')
    .orderBy('place'),
);

/** Live ones in order, then retired ones. */
export const listQuestions = async (db: Executor, programId: string) =>
  (await questionsOf(db, programId)).map(toQuestion);

const questionsAmong = rowsOf((db, isAmong) =>
  db
    .selectFrom('questions')
    .select(['program_id', 'id', 'is_retired', 'definition'])
    .where(isAmong('program_id'))
    .orderBy('is_retired')
    .orderBy('place'),
);

/** The same of many programs, by the program. */
export async function listQuestionsOf(db: Executor, programIds: readonly string[]) {
  const rows = await questionsAmong(db, programIds);
  const found = Map.groupBy(rows, ({ program_id }) => program_id);
  return new Map([...found].map(([id, of]) => [id, of.map(toQuestion)]));
}

/** The words of one, as they are now; undefined for what is no question. */
export const findWords = async (db: Executor, id: string): Promise<string | undefined> =>
  isId(id)
    ? (
        await db
          .selectFrom('questions')
          .select('definition')
          .where('id', '=', id)
          .executeTakeFirst()
      )?.definition.label
    : undefined;

type Found = Awaited<ReturnType<typeof questionsOf>>[number];

/** Field by field: PostgreSQL keeps the fields of a `jsonb` in an order of its own. */
const toQuestion = ({ id, is_retired, definition: of }: Found) => ({
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

const readEligible = (of: Eligible) =>
  'values' in of
    ? { values: of.values, sentence: of.sentence }
    : { min: of.min, max: of.max, sentence: of.sentence };

/** For a `select`: whether the program of `column` asks anything. */
export const asksQuestions = (column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from questions where questions.program_id = ${sql.ref(column)}
    and not questions.is_retired)`;

/** For a `select`: the words of the question that a document answers, as asked if it still does. */
export const wordsOf = (document: string) =>
  sql<string | null>`coalesce(
    (select label from answers where answers.proposal_id = ${sql.ref(`${document}.proposal_id`)}
      and cast(answers.question_id as text) = ${sql.ref(`${document}.kind`)}),
    ${questionWords(document)})`;

/** The same for what no proposal has yet. */
export const questionWords = (document: string) =>
  sql<string | null>`(select definition ->> 'label' from questions
    where cast(questions.id as text) = ${sql.ref(`${document}.kind`)})`;

export async function replaceQuestions(
  tx: Executor,
  programId: string,
  questions: readonly Question[],
) {
  await table('questions').remove(tx, { program_id: programId });
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
const inDraft = (questionId: string) => `%"${questionId}":%`;
const inList = (questionId: string) => `%"question_id":"${questionId}"%`;

/** Whether a proposal, a version of one, a draft or a receipt that waits holds an answer to it. */
export async function isAnswered(tx: Executor, programId: string, questionId: string) {
  const { rows } = await sql`
    select 1 from answers where question_id = ${questionId}
    union all select 1 from drafts where program_id = ${programId} and answers like ${inDraft(questionId)}
    union all select 1 from draft_documents where kind = ${questionId}
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

const readRow = ({ value, ...row }: Omit<Row<'answers'>, 'proposal_id' | 'place'>) => ({
  ...row,
  value: JSON.parse(value),
});

export const listAnswers = async (db: Executor, proposalId: string) =>
  (await answersOf(db, proposalId)).map(readRow);

const answersAmong = rowsOf((db, isAmong) =>
  db
    .selectFrom('answers')
    .select(['proposal_id', 'question_id', 'label', 'kind', 'value'])
    .where(isAmong('proposal_id'))
    .orderBy('place'),
);

export async function listAnswersOf(db: Executor, proposalIds: readonly string[]) {
  const rows = await answersAmong(db, proposalIds);
  const found = Map.groupBy(rows, ({ proposal_id }) => proposal_id);
  const read = ({ proposal_id: _, ...row }: (typeof rows)[number]) => readRow(row);
  return new Map([...found].map(([id, of]) => [id, of.map(read)]));
}

/** What a filter compares: the options that were chosen, or yes and no. */
function optionsOf({ kind, value }: Answer) {
  if (kind === 'choices') return value as string[];
  return kind === 'yes_no' || kind === 'choice' ? [String(value)] : [];
}

export async function insertAnswers(tx: Executor, proposalId: string, answers: readonly Answer[]) {
  const rows = answers.map((one, place) => ({
    proposal_id: proposalId,
    question_id: one.question_id,
    place,
    kind: one.kind,
    label: one.label,
    value: JSON.stringify(one.value),
  }));
  const options = answers.flatMap((one) =>
    optionsOf(one).map((option) => ({
      question_id: one.question_id,
      option,
      proposal_id: proposalId,
    })),
  );
  await insertRows(tx, 'answers', rows);
  await insertRows(tx, 'answered_options', options);
}

export async function replaceAnswers(tx: Executor, proposalId: string, answers: readonly Answer[]) {
  await tx.deleteFrom('answers').where('proposal_id', '=', proposalId).execute();
  await tx.deleteFrom('answered_options').where('proposal_id', '=', proposalId).execute();
  await insertAnswers(tx, proposalId, answers);
}
