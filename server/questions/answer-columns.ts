/** Answers in the full export: a column for each question of one program, or one for all. */
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { listAnswersOf, listQuestions } from './store.ts';

const textOf = ({ kind, value }: Answer): string => {
  if (Array.isArray(value)) return value.join('; ');
  if (kind === 'yes_no') return value ? 'yes' : 'no';
  return String(value);
};

type AnswerColumns = {
  titles: string[];
  /** The cells of these proposals, by their ids. */
  readCells(proposalIds: string[]): Promise<(proposalId: string) => string[]>;
};

/** Retired questions have a column too; without a program, each answer is a line of one cell. */
export async function answerColumnsOf(
  db: Executor,
  programId: string | undefined,
): Promise<AnswerColumns> {
  const questions =
    programId !== undefined && isId(programId) ? await listQuestions(db, programId) : undefined;
  const toCells = (answers: Answer[]): string[] =>
    questions
      ? questions.map(({ id }) => {
          const found = answers.find(({ question_id }) => question_id === id);
          return found ? textOf(found) : '';
        })
      : [answers.map((one) => `${one.label}: ${textOf(one)}`).join('\n')];
  return {
    titles: questions ? questions.map(({ label }) => label) : ['Answers'],
    readCells: async (ids) => {
      const found = await listAnswersOf(db, ids);
      return (id) => toCells(found.get(id) ?? []);
    },
  };
}
