import { randomUUID } from 'node:crypto';
import { joinChoices } from '#domain/count-of.ts';
import { grantFor } from '#domain/permissions.ts';
import { invalid, Problem, type FieldProblems } from '#domain/problem.ts';
import {
  charactersOf,
  editAnswers,
  filesIn,
  formatAnswer,
  isBlank,
  newAnswers,
  valuesOf,
  type EditedAnswers,
} from '#domain/questions/answers.ts';
import { readQuestions, type ReadQuestions } from '#domain/questions/definitions.ts';
import {
  ANSWER_RULES,
  answerField,
  isFile,
  QUESTION_RULES,
  QUESTIONS,
} from '#domain/questions/rules.ts';
import type { Answer, Answers, Question, SentAnswers } from '#domain/questions/schema.ts';
import { holdsUnstorable, UNSTORABLE } from '#domain/text.ts';
import type { Context } from '../context.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import * as store from './store.ts';

type Payload = Record<string, unknown>[];

/** Whether this person works on programs: they see hidden ones, and retired questions. */
export const seesAll = ({ actor }: Pick<Context, 'actor'>) =>
  grantFor(actor.role, 'programs.update') !== 'no';

export async function listQuestionsFor(
  context: Pick<Context, 'actor'>,
  db: Executor,
  programId: string,
) {
  const all = await store.listQuestions(db, programId);
  return seesAll(context) ? all : liveOf(all);
}

/** The ids of those that somebody has answered; undefined if the program asks nothing. */
export async function listAnswered(db: Executor, programId: string) {
  const all = await store.listQuestions(db, programId);
  const answered: string[] = [];
  for (const { id } of all) if (await store.isAnswered(db, programId, id)) answered.push(id);
  return all.length > 0 ? answered : undefined;
}

export const liveOf = (questions: readonly Question[]): Question[] =>
  questions.filter(({ is_retired }) => !is_retired);

const describe = (questions: readonly Question[]) =>
  questions.length > 0 ? JSON.stringify(questions) : '';

/** Returns both lists for the log, or undefined if nothing differs. The program is locked. */
export async function saveQuestions(tx: Executor, programId: string, sent: Payload) {
  const existing = await store.listQuestions(tx, programId);
  const read = readQuestions(sent, existing, randomUUID);
  const isAnswered = (id: string) => store.isAnswered(tx, programId, id);
  await requireUnanswered(read, isAnswered);
  if (Object.keys(read.problems).length > 0) throw invalid(read.problems);
  const next = await withRetired(read.questions, existing, isAnswered);
  const [before, after] = [describe(existing), describe(next)];
  if (before === after) return undefined;
  await store.replaceQuestions(tx, programId, next);
  return { before, after };
}

type AnswerCheck = (questionId: string) => Promise<boolean>;

async function requireUnanswered({ fixed }: ReadQuestions, isAnswered: AnswerCheck) {
  const fields: FieldProblems = {};
  for (const [id, field] of fixed) if (await isAnswered(id)) fields[field] = QUESTION_RULES.inUse;
  if (Object.keys(fields).length > 0)
    throw new Problem('question_in_use', QUESTION_RULES.inUse, { fields });
}

/** What is left out, or sent as retired, stays as a retired question while anybody has answered. */
async function withRetired(
  sent: Question[],
  existing: readonly Question[],
  isAnswered: AnswerCheck,
) {
  const live = liveOf(sent);
  const isLive = new Set(live.map(({ id }) => id));
  const retired: Question[] = [];
  for (const one of existing)
    if (!isLive.has(one.id) && (await isAnswered(one.id)))
      retired.push({ ...one, is_retired: true });
  return [...live, ...retired];
}

/** Answers to a program's own questions: in drafts, at submission, and at an edit. */

/** What a submission stores. `isAsked`: the program had live questions at that moment. */
export type SubmittedAnswers = { answers: Answer[]; isAsked: boolean };

const isText = (value: unknown, most: number) =>
  typeof value === 'string' && charactersOf(value) <= most;

/** In a draft a value need not fit yet; it is only bounded. */
function refuseValue(value: unknown) {
  if (typeof value === 'boolean') return undefined;
  // JSON has no infinity: it would be stored as null, which is no answer.
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : ANSWER_RULES.digits;
  if (Array.isArray(value)) {
    const isFit =
      value.length <= QUESTIONS.options && value.every((one) => isText(one, QUESTIONS.longText));
    return isFit ? undefined : ANSWER_RULES.choices;
  }
  if (typeof value !== 'string') return ANSWER_RULES.unfit;
  return isText(value, QUESTIONS.longText) ? undefined : ANSWER_RULES.long(QUESTIONS.longText);
}

/** Ids that the program does not ask are ignored, and so are values for files. */
export function mergeAnswers(
  questions: readonly Question[],
  stored: Answers,
  sent: SentAnswers,
): Answers {
  const merged = { ...stored };
  const problems: FieldProblems = {};
  for (const { id, kind } of questions.filter((one) => Object.hasOwn(sent, one.id))) {
    if (isFile(kind)) continue;
    const value = sent[id];
    const wrong = holdsUnstorable(value) ? UNSTORABLE : refuseValue(value);
    if (isBlank(value)) delete merged[id];
    else if (wrong) problems[answerField(id)] = wrong;
    else merged[id] = value as Answers[string];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return merged;
}

/** As a column of the draft; null for none. */
export function storedAnswers(answers: Answers, fields: object): string | null {
  const json = Object.keys(answers).length > 0 ? JSON.stringify(answers) : null;
  if (Buffer.byteLength((json ?? '') + JSON.stringify(fields)) > QUESTIONS.draftBytes)
    throw new Problem('too_large', ANSWER_RULES.draftTooLarge);
  return json;
}

export const readStored = (json: string | null): Answers =>
  json === null ? {} : (JSON.parse(json) as Answers);

const unstorableIn = (sent: SentAnswers) =>
  Object.fromEntries(
    Object.keys(sent)
      .filter((id) => holdsUnstorable(sent[id]))
      .map((id) => [answerField(id), UNSTORABLE]),
  );

/** Refuses with everything that is wrong at once; `wrong`: what is wrong besides the answers. */
export function requireFit(
  { problems, ineligible }: Pick<EditedAnswers, 'problems' | 'ineligible'>,
  wrong: FieldProblems = {},
) {
  const other = { ...wrong, ...problems };
  const all = { ...other, ...ineligible };
  if (Object.keys(other).length > 0) throw invalid(all);
  if (Object.keys(all).length === 0) return;
  throw new Problem('not_eligible', invalid(all).message, { fields: all });
}

export function checkSent(
  questions: readonly Question[],
  sent: SentAnswers = {},
): EditedAnswers & SubmittedAnswers {
  const checked = newAnswers(questions, sent);
  return {
    ...checked,
    problems: { ...checked.problems, ...unstorableIn(sent) },
    isAsked: liveOf(questions).length > 0,
  };
}

export function requireEdited(
  questions: readonly Question[],
  stored: readonly Answer[],
  sent: SentAnswers,
): Answer[] {
  const edited = editAnswers(questions, stored, sent);
  requireFit({ ...edited, problems: { ...edited.problems, ...unstorableIn(sent) } });
  return edited.answers;
}

/** What a receipt's digest covers: nothing where nothing was asked. */
export const coveredBy = ({ answers, isAsked }: SubmittedAnswers): { answers?: Answers } =>
  isAsked ? { answers: valuesOf(answers.map(withDigest)) } : {};

const withDigest = (answer: Answer): Answer => {
  const file = filesIn([answer])[answer.question_id];
  return file ? { ...answer, value: file.sha256 } : answer;
};

/** Answers in the full export: a column for each question of one program, or one for all. */

const textOf = (answer: Answer) => {
  const { kind, value } = answer;
  if (kind === 'file') return formatAnswer(answer);
  if (Array.isArray(value)) return joinChoices(value, '; ');
  if (kind === 'yes_no') return value ? 'yes' : 'no';
  return String(value);
};

/** In a column of its own, a number is one, and so is a day. */
function cellOf(answer: Answer) {
  if (answer.kind === 'date') return { day: String(answer.value) };
  return typeof answer.value === 'number' ? answer.value : textOf(answer);
}

/** Retired questions have a column too; without a program, each answer is a line of one cell. */
export async function answerColumnsOf(db: Executor, programId: string | undefined) {
  const questions =
    programId !== undefined && isId(programId)
      ? await store.listQuestions(db, programId)
      : undefined;
  const toCells = (answers: Answer[]) =>
    questions
      ? questions.map(({ id }) => {
          const found = answers.find(({ question_id }) => question_id === id);
          return found ? cellOf(found) : '';
        })
      : [answers.map((one) => `${one.label}: ${textOf(one)}`).join('\n')];
  return {
    titles: questions ? questions.map(({ label }) => label) : ['Answers'],
    readCells: async (ids: string[]) => {
      const found = await store.listAnswersOf(db, ids);
      return (id: string) => toCells(found.get(id) ?? []);
    },
  };
}
