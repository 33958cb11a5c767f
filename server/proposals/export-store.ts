/** The rows of exports, batch by batch: a few statements, compiled once for all batches. */
import { sql, type Compilable, type InferResult, type SelectQueryBuilder } from 'kysely';
import type { Decision } from '#domain/proposals/decision-rules.ts';
import type { FundingStage } from '#domain/proposals/rules.ts';
import { passedConditionsOf, type ListQuery } from '../db/lists.ts';
import type { Db, Executor } from '../db/open.ts';
import { rowsStatement } from '../db/statement.ts';
import type { Tables } from '../db/tables.ts';
import { withRelations } from './store.ts';

const newestFirst = <T extends 'proposals' | 'programs', O>(
  query: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> =>
  query.orderBy(sql.ref('proposals.created_at'), 'desc').orderBy(sql.ref('proposals.id'), 'desc');

export type ExportRow = {
  id: string;
  created_at: Date;
  business_sector: string;
  funding_stage: FundingStage;
  is_approved: boolean;
  decision: Decision;
  title: string;
  applicant: string;
  decider: string | null;
};

/** Returns the next rows of an export, newest first, after the last one of the previous batch. */
export type NextRows<Row> = (after: Place | undefined) => Promise<Row[]>;

/** Both statements are compiled once for all batches of an export. */
function readBatches<Query extends Compilable>(
  { read }: Db,
  build: (db: Executor, after?: [createdAt: Date, id: string]) => Query,
): NextRows<InferResult<Query>[number]> {
  const first = rowsStatement((db) => build(db));
  const next = rowsStatement((db, createdAt: Date, id: string) => build(db, [createdAt, id]));
  return (after) => (after ? next(read, after.created_at, after.id) : first(read));
}

export const batchesForExport = (db: Db, query: ListQuery, limit: number): NextRows<ExportRow> =>
  readBatches(db, (read, after) =>
    nextRows(read, query, after)
      .limit(limit)
      .select([
        'proposals.id',
        'proposals.created_at',
        'business_sector',
        'funding_stage',
        'is_approved',
        'decision',
      ])
      .select(sql<string>`applicant_first_name || ' ' || applicant_last_name`.as('applicant'))
      .select((eb) =>
        eb
          .selectFrom('programs')
          .select('title')
          .whereRef('programs.id', '=', 'proposals.program_id')
          .$asScalar()
          .$notNull()
          .as('title'),
      )
      .select((eb) =>
        eb
          .selectFrom('users')
          .select(sql<string>`first_name || ' ' || last_name`.as('name'))
          .whereRef('users.id', '=', 'proposals.decided_by')
          .as('decider'),
      ),
  );

/** The same with all fields. */
export const wholeBatches = (db: Db, query: ListQuery, limit: number): NextRows<WholeRow> =>
  readBatches(db, (read, after) => {
    const page = nextRows(read, query, after).limit(limit).select('proposals.id');
    return newestFirst(wholeRows(read).where('proposals.id', 'in', page));
  });

const wholeRows = (db: Executor) =>
  withRelations(db)
    .select(['proposals.business_description', 'proposals.receipt_number'])
    .select(['pitch_deck.sha256 as pitch_deck_sha256', 'financials.sha256 as financials_sha256']);

export type WholeRow = Awaited<ReturnType<ReturnType<typeof wholeRows>['executeTakeFirstOrThrow']>>;

/** The last row of a batch. */
type Place = Pick<ExportRow, 'created_at' | 'id'>;

/**
 * The rows of a batch, by one scan of the date index. With a join, the planner might begin with the
 * programs, and a lookup by ids reads each row in two more places: with 1,000,000 rows, the disk
 * would be the bottleneck.
 */
function nextRows(
  read: Executor,
  query: ListQuery,
  after: [createdAt: Date, id: string] | undefined,
) {
  const matching = passedConditionsOf(query).reduce(
    (narrowed, condition) => narrowed.where(condition),
    read.selectFrom('proposals'),
  );
  const rows = after
    ? matching.where((eb) =>
        eb(eb.refTuple('proposals.created_at', 'proposals.id'), '<', eb.tuple(...after)),
      )
    : matching;
  return newestFirst(rows);
}
