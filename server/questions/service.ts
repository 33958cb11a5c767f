/** The questions of a program: what an admin saves, and who sees which. */
import { randomUUID } from 'node:crypto';
import { grantFor } from '#domain/permissions.ts';
import { invalid, Problem, type FieldProblems } from '#domain/problem.ts';
import { QUESTION_RULES } from '#domain/questions/messages.ts';
import { readQuestions, type ReadQuestions } from '#domain/questions/rules.ts';
import type { Question } from '#domain/questions/schema.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import * as store from './store.ts';

type Payload = Record<string, unknown>[];

/** Whether this person works on programs: they see hidden ones, and retired questions. */
export const seesAll = ({ actor }: Pick<Context, 'actor'>): boolean =>
  grantFor(actor.role, 'programs.update') !== 'no';

/** The questions that this person may see: retired ones are for the firm only. */
export async function listQuestionsFor(
  context: Pick<Context, 'actor'>,
  db: Executor,
  programId: string,
): Promise<Question[]> {
  const all = await store.listQuestions(db, programId);
  return seesAll(context) ? all : liveOf(all);
}

/** The ids of those that somebody has answered; undefined if the program asks nothing. */
export async function listAnswered(db: Executor, programId: string): Promise<string[] | undefined> {
  const all = await store.listQuestions(db, programId);
  const answered: string[] = [];
  for (const { id } of all) if (await store.isAnswered(db, programId, id)) answered.push(id);
  return all.length > 0 ? answered : undefined;
}

export const liveOf = (questions: readonly Question[]): Question[] =>
  questions.filter(({ is_retired }) => !is_retired);

/** As the log holds them; empty for none. */
const describe = (questions: readonly Question[]): string =>
  questions.length > 0 ? JSON.stringify(questions) : '';

/**
 * Saves the whole list in the caller's transaction, which has locked the program. Returns both
 * lists for the log, or undefined if nothing differs. Refuses with 422 by field, and with 409
 * `question_in_use` a change of kind or options that answers rely on.
 */
export async function saveQuestions(
  tx: Executor,
  programId: string,
  sent: Payload,
): Promise<{ before: string; after: string } | undefined> {
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

async function requireUnanswered({ fixed }: ReadQuestions, isAnswered: AnswerCheck): Promise<void> {
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
): Promise<Question[]> {
  const live = liveOf(sent);
  const isLive = new Set(live.map(({ id }) => id));
  const retired: Question[] = [];
  for (const one of existing)
    if (!isLive.has(one.id) && (await isAnswered(one.id)))
      retired.push({ ...one, is_retired: true });
  return [...live, ...retired];
}
