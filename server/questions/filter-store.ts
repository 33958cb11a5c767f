/** Proposals by their answers to a program's own questions. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { invalid } from '#domain/problem.ts';
import { ANSWER_RULES } from '#domain/questions/messages.ts';
import { canFilter } from '#domain/questions/kind-rules.ts';
import { isId } from '../db/ids.ts';
import type { Members } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';

/** What filters by answers ask for. */
export type Answered = {
  /** The programs whose questions these are: proposals with such answers are theirs. */
  programs: Set<string>;
  members: Members | undefined;
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
): Promise<Answered> {
  const programs = new Set<string>();
  const selects: RawBuilder<unknown>[] = [];
  for (const [id, value] of Object.entries(asked)) {
    if (value === '') continue;
    const option = value.normalize('NFC');
    programs.add(await programOf(read, id, option));
    selects.push(SELECTS[engine](id, option));
  }
  const conditions = selects.map((select) => IS_AMONG[engine](select, skip));
  return { programs, members: selects.length > 0 ? { selects, conditions } : undefined };
}

const SELECTS = {
  sqlite: (id: string, option: string) =>
    sql`select proposal_row from answered_rows where question_id = ${id} and option = ${option}`,
  postgres: (id: string, option: string) =>
    sql`select proposal_id from answered_options where question_id = ${id} and option = ${option}`,
};

/** From here on, PostgreSQL is faster if it reads all members first. */
const DEEP = 1000;

/** Either engine passes the rows in their order; SQLite looks none up, as each index has rowids. */
const IS_AMONG = {
  sqlite: (select: RawBuilder<unknown>) => sql<SqlBool>`+proposals.rowid in (${select})`,
  postgres: (select: RawBuilder<unknown>, skip: number) =>
    skip < DEEP
      ? sql<SqlBool>`proposals.id in (${select})`
      : sql<SqlBool>`(proposals.id in (${select})) is true`,
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
