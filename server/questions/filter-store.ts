import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readDay } from '#domain/dates.ts';
import { UNSORTABLE } from '#domain/paging.ts';
import { invalid } from '#domain/problem.ts';
import { ANSWER_RULES, canFilter } from '#domain/questions/rules.ts';
import { isId } from '../db/table.ts';
import type { Members, Order } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';

export type AnswerFilters = {
  /** The programs whose questions these are: proposals with such answers are theirs. */
  programs: Set<string>;
  members: Members[];
};

/**
 * Takes options by the ids of their questions; an empty one is no filter. `skip`: the start of the
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
    const bound = BOUND.exec(id);
    if (bound) {
      const [, question, end] = bound as unknown as [string, string, Bound];
      const { program, kind } = await rangedOf(read, question, id);
      const limit = readLimit(kind, value);
      if (limit === undefined) throw invalid({ [`answer.${id}`]: LIMITS[kind] });
      programs.add(program);
      selects.push(withinRange(engine, { question, end, kind, limit }));
      continue;
    }
    const option = value.normalize('NFC');
    programs.add(await programOf(read, id, option));
    selects.push(SELECTS[engine](id, option));
  }
  return { programs, members: selects.length > 0 ? [MEMBERS[engine](selects, skip)] : [] };
}

/** `{question_id}.from` and `.to`: inclusive. */
const BOUND = /^(.*)\.(from|to)$/;
type Bound = 'from' | 'to';
type Ranged = 'number' | 'date';
const LIMITS = { number: ANSWER_RULES.filterNumber, date: ANSWER_RULES.filterDate } as const;

/** As it is stored: a number, or the JSON text of a day. */
function readLimit(kind: Ranged, typed: string) {
  const text = typed.trim();
  if (kind === 'date') return readDay(text) && JSON.stringify(text);
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
}

/** The answers to a question with numbers or dates, as they are compared. */
const comparedOf = (engine: Db['engine'], kind: Ranged) =>
  kind === 'date'
    ? sql`answers.value`
    : sql`case when answers.kind = 'number' then cast(answers.value as ${sql.raw(
        engine === 'sqlite' ? 'real' : 'numeric',
      )}) end`;

export async function answerOrder({ read, engine }: Db, sort: string): Promise<Order> {
  const id = sort.replace(/^-?answer\./, '');
  const found = await findQuestion(read, id);
  const kind = found?.definition.kind;
  if (kind !== 'number' && kind !== 'date') throw invalid({ sort: UNSORTABLE });
  const by = sql`(select ${comparedOf(engine, kind)} from answers
    where answers.proposal_id = proposals.id and answers.question_id = ${id}
      and answers.kind = ${kind})`;
  return { columns: [], by };
}

type Range = { question: string; end: Bound; kind: Ranged; limit: number | string };

/** Answers are stored as JSON: only a number's is read as one. */
function withinRange(engine: Db['engine'], { question, end, kind, limit }: Range) {
  const value = comparedOf(engine, kind);
  const isWithin = sql`answers.question_id = ${question} and answers.kind = ${kind}
    and ${value} ${sql.raw(end === 'from' ? '>=' : '<=')} ${limit}`;
  return engine === 'sqlite'
    ? sql`select proposal_row from (select owner.rowid as proposal_row from answers
        join proposals as owner on owner.id = answers.proposal_id where ${isWithin}) where true`
    : sql`select proposal_id from answers where ${isWithin}`;
}

async function rangedOf(db: Executor, id: string, asked: string) {
  const found = await findQuestion(db, id);
  const kind = found?.definition.kind;
  if (!found || (kind !== 'number' && kind !== 'date'))
    throw invalid({ [`answer.${asked}`]: ANSWER_RULES.filter });
  return { program: found.program_id, kind };
}

const findQuestion = async (db: Executor, id: string) =>
  isId(id)
    ? db
        .selectFrom('questions')
        .select(['program_id', 'definition'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;

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
  sqlite: (selects: RawBuilder<unknown>[]) => ({
    select: narrowed(selects, sql`+proposal_row`),
    conditions: selects.map((select) => isIn(sql`+proposals.rowid`, select)),
  }),
  postgres: (selects: RawBuilder<unknown>[], skip: number) => ({
    select: narrowed(selects, sql`proposal_id`),
    conditions: selects
      .map((select) => isIn(sql`proposals.id`, select))
      .map((one) => (skip < DEEP ? one : sql<SqlBool>`(${one}) is true`)),
  }),
};

/** The program of a question, if one can filter by it and it takes this answer. */
async function programOf(db: Executor, id: string, option: string) {
  const refuse = (sentence: string) => invalid({ [`answer.${id}`]: sentence });
  const found = await findQuestion(db, id);
  if (!found || !canFilter(found.definition.kind)) throw refuse(ANSWER_RULES.filter);
  const options = found.definition.options ?? ['true', 'false'];
  if (!options.includes(option)) throw refuse(ANSWER_RULES.filterOption);
  return found.program_id;
}
