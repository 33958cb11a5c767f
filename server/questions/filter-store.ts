/** Proposals by their answers to a program's own questions. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { invalid } from '#domain/problem.ts';
import { ANSWER_RULES } from '#domain/questions/messages.ts';
import { canFilter } from '#domain/questions/kind-rules.ts';
import { isId } from '../db/ids.ts';
import type { Members } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';

/** What filters by answers ask for. */
export type AnswerFilters = {
  /** The programs whose questions these are: proposals with such answers are theirs. */
  programs: Set<string>;
  /** One, or none without such a filter. */
  members: Members[];
};

/**
 * Takes options by the ids of their questions; an empty one is no filter. Refuses with 422 a
 * question that nobody can filter by, and an answer that it does not take. `skip`: the start of the
 * page that is read.
 */
export async function findAnswered(
  { read, engine }: Db,
  asked: Record<string, string> = {},
  skip = 0,
): Promise<AnswerFilters> {
  const programs = new Set<string>();
  const selects: RawBuilder<unknown>[] = [];
  for (const [id, value] of Object.entries(asked)) {
    if (value === '') continue;
    const option = value.normalize('NFC');
    programs.add(await programOf(read, id, option));
    selects.push(SELECTS[engine](id, option));
  }
  return { programs, members: selects.length > 0 ? [MEMBERS[engine](selects, skip)] : [] };
}

const SELECTS = {
  sqlite: (id: string, option: string) =>
    sql`select proposal_row from answered_rows where question_id = ${id} and option = ${option}`,
  postgres: (id: string, option: string) =>
    sql`select proposal_id from answered_options where question_id = ${id} and option = ${option}`,
};

/** From here on, PostgreSQL is faster if it reads all members first. */
const DEEP = 1000;

const isIn = (key: RawBuilder<unknown>, select: RawBuilder<unknown>) =>
  sql<SqlBool>`${key} in (${select})`;

/** The first select, narrowed by all others. */
const narrowed = ([first, ...others]: RawBuilder<unknown>[], key: RawBuilder<unknown>) =>
  sql.join([first, ...others.map((select) => isIn(key, select))], sql` and `);

/** Either engine passes the rows in their order; SQLite looks none up, as each index has rowids. */
const MEMBERS = {
  sqlite: (selects: RawBuilder<unknown>[]): Members => ({
    select: narrowed(selects, sql`+proposal_row`),
    conditions: selects.map((select) => isIn(sql`+proposals.rowid`, select)),
  }),
  postgres: (selects: RawBuilder<unknown>[], skip: number): Members => ({
    select: narrowed(selects, sql`proposal_id`),
    conditions: selects
      .map((select) => isIn(sql`proposals.id`, select))
      .map((one) => (skip < DEEP ? one : sql<SqlBool>`(${one}) is true`)),
  }),
};

/** The program of a question, if one can filter by it and it takes this answer. */
async function programOf(db: Executor, id: string, option: string): Promise<string> {
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
  return found.program_id;
}
