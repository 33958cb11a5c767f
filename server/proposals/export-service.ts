/** Every field of all matching proposals, for spreadsheets. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { FULL_CSV_COLUMNS } from '#domain/constants.ts';
import { formatApproval, formatStage, type DocumentKind } from '#domain/proposals/rules.ts';
import type { WholeExportQuery } from '#domain/proposals/export-schema.ts';
import { SCREENS } from '#domain/screens.ts';
import type { Label } from '#domain/labels/schema.ts';
import type { UserContext } from '../context.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { labelsOf } from '../labels/pinned-store.ts';
import { answerColumnsOf } from '../questions/export-service.ts';
import { htmlWords } from '../text/html-words.ts';
import { filtersFor } from './list-service.ts';
import { wholeBatches, type WholeRow } from './export-store.ts';
import { exportQuery } from './list-store.ts';
import { assigneeOf, deciderOf } from './presentation-service.ts';

const BATCH = 100;

/** Yields the CSV in chunks, newest first. Never holds more than one batch. */
export async function* exportWholeProposals(
  context: UserContext,
  asked: WholeExportQuery,
): AsyncGenerator<string> {
  const query = await exportQuery(context.db, filtersFor(context, asked));
  const nextRows = wholeBatches(context.db, query, BATCH);
  const answers = await answerColumnsOf(context.db.read, asked.program_id);
  yield BYTE_ORDER_MARK + csvLine([...FULL_CSV_COLUMNS, ...answers.titles]);
  let last: WholeRow | undefined;
  do {
    const rows = await nextRows(last);
    // SQLite runs in this thread: without yielding, everybody else would wait for the whole export.
    await yieldToEventLoop();
    const ids = rows.map(({ id }) => id);
    const [cellsOf, labels] = [await answers.readCells(ids), await labelsOf(context.db.read, ids)];
    const lines = rows.map((row) =>
      toLine(context, row, [namesOf(labels.get(row.id)), ...cellsOf(row.id)]),
    );
    if (rows.length > 0) yield lines.join('');
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}

const namesOf = (labels: Label[] = []): string => labels.map(({ name }) => name).join(', ');

/** `more`: its labels, and its answers to the program's own questions. */
const toLine = (context: UserContext, row: WholeRow, more: string[]): string =>
  csvLine([
    ...[row.id, row.receipt_number ?? '', row.title, row.program_id],
    ...[row.business_name, row.business_sector, row.business_location, row.region],
    ...[row.business_website ?? '', htmlWords(row.business_description)],
    ...[formatStage(row.funding_stage), formatApproval(row.is_approved), row.decision],
    ...[row.decline_reason ?? '', row.decided_at?.toISOString() ?? '', deciderOf(row) ?? ''],
    ...[assigneeOf(row) ?? '', row.flagged ? 'yes' : 'no'],
    ...[row.first_name, row.last_name, row.email, row.phone_number, row.user_id],
    ...[row.received_at ?? row.created_at, row.completed_at ?? row.created_at, row.updated_at].map(
      (moment) => moment.toISOString(),
    ),
    linkTo(context, row),
    ...documentCells(context, row, 'pitch_deck'),
    ...documentCells(context, row, 'financials'),
    ...more,
  ]);

const linkTo = ({ publicUrl }: UserContext, row: WholeRow): string =>
  publicUrl + SCREENS.submission(row);

/**
 * A link leads to the portal, where people must log in: a public link would be in every copy of the
 * file.
 */
const documentCells = (context: UserContext, row: WholeRow, kind: DocumentKind): string[] => [
  `${linkTo(context, row)}?document=${kind}`,
  String(row[`${kind}_pages`] ?? ''),
  row[`${kind}_sha256`],
];
