/** Conditions on proposals by their answers to a program's own questions. */
import { sql, type Expression, type SqlBool } from 'kysely';
import { invalid } from '#domain/problem.ts';
import { ANSWER_RULES } from '#domain/questions/messages.ts';
import { canFilter } from '#domain/questions/kind-rules.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';

/**
 * Takes options by the ids of their questions; an empty one is no filter. Refuses with 422 a
 * question that nobody can filter by, and an answer that it does not take.
 */
export async function answerConditions(
  db: Executor,
  asked: Record<string, string>,
): Promise<Expression<SqlBool>[]> {
  const conditions: Expression<SqlBool>[] = [];
  for (const [id, value] of Object.entries(asked))
    if (value !== '') conditions.push(...(await conditionOf(db, id, value.normalize('NFC'))));
  return conditions;
}

async function conditionOf(db: Executor, id: string, option: string) {
  const refuse = (sentence: string) => invalid({ [`answer.${id}`]: sentence });
  const found = isId(id)
    ? await db
        .selectFrom('questions')
        .select(['program_id', 'definition'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!found || !canFilter(found.definition.kind)) throw refuse(ANSWER_RULES.filter);
  const options = found.definition.options ?? ['true', 'false'];
  if (!options.includes(option)) throw refuse(ANSWER_RULES.filterOption);
  return [
    sql<SqlBool>`proposals.program_id = ${found.program_id}`,
    sql<SqlBool>`proposals.id in (select proposal_id from answered_options
      where question_id = ${id} and option = ${option})`,
  ];
}
