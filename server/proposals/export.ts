/** Matching proposals for spreadsheets, as CSV and as workbook: a few columns, or every field. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CSV_COLUMNS } from '#domain/constants.ts';
import { EXPORT_FILES, FULL_CSV_COLUMNS, type ExportFile } from '#domain/proposals/export-rules.ts';
import { DAY_MS } from '#domain/durations.ts';
import { formatDecision } from '#domain/proposals/decision-rules.ts';
import {
  formatApproval,
  formatStage,
  FUNDING_STAGES,
  type DocumentKind,
} from '#domain/proposals/rules.ts';
import type { WholeExportQuery } from '#domain/proposals/export-schema.ts';
import { SCREENS } from '#domain/screens.ts';
import type { Label } from '#domain/labels/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { ListQuery } from '../db/lists.ts';
import { streamHeaders } from '../files/links.ts';
import { XLSX_TYPE, xlsxOf } from '../files/xlsx.ts';
import { csvOf } from '../http/csv.ts';
import { labelsOf } from '../labels/pinned-store.ts';
import { answerColumnsOf } from '../questions/answer-columns.ts';
import { htmlWords } from '../text/plain-text.ts';
import { filtersFor } from './list-service.ts';
import {
  batchesForExport,
  wholeBatches,
  type ExportRow,
  type NextRows,
  type WholeRow,
} from './export-store.ts';
import { exportQuery } from './list-store.ts';
import { assigneeOf, deciderOf } from './presentation.ts';

const BATCH = 250;
/** Of rows with descriptions. */
const WHOLE_BATCH = 100;

/** One file and its headers: all matches, newest first. Never holds more than one batch. */
export async function openExport(
  context: UserContext,
  file: ExportFile,
  asked: WholeExportQuery,
): Promise<{ headers: Record<string, string>; body: Readable }> {
  await auditExport(context, 'proposals.export', file, asked);
  const query = await exportQuery(context.db, filtersFor(context, asked));
  const { columns, batches } = file.startsWith('export-full')
    ? await wholeSheet(context, query, asked)
    : shortSheet(context, query);
  const isWorkbook = file.endsWith('.xlsx');
  return {
    headers: {
      ...streamHeaders(EXPORT_FILES[file], isWorkbook ? XLSX_TYPE : 'text/csv; charset=utf-8'),
      'content-disposition': `attachment; filename="${EXPORT_FILES[file]}"`,
    },
    body: isWorkbook ? xlsxOf(columns, batches) : csvOf(columns, batches),
  };
}

/** Who took which proposals out of the product: by the filters, not by their names. */
export async function auditExport(
  context: UserContext,
  action: 'proposals.export' | 'proposals.exportDocuments',
  file: string,
  { ids, as: _, ...filters }: WholeExportQuery,
): Promise<void> {
  const asked = Object.entries(filters).filter(([, value]) => value !== undefined);
  const told = { file, ...Object.fromEntries(asked), ...(ids && { ids: ids.join(', ') }) };
  await context.db.write((tx) => audit(tx, context, action, 'export', randomUUID(), told));
}

type Sheet = { columns: readonly string[]; batches: AsyncIterable<string[][]> };

function shortSheet({ db }: UserContext, query: ListQuery): Sheet {
  const toRow = createFormatter();
  const toRows = (rows: ExportRow[]) => rows.map(toRow);
  return {
    columns: CSV_COLUMNS,
    batches: cellsOf(batchesForExport(db, query, BATCH), BATCH, toRows),
  };
}

async function wholeSheet(
  context: UserContext,
  query: ListQuery,
  { program_id: programId }: WholeExportQuery,
): Promise<Sheet> {
  const { db } = context;
  const answers = await answerColumnsOf(db.read, programId);
  const toRows = async (rows: WholeRow[]) => {
    const ids = rows.map(({ id }) => id);
    const [labels, answersOf] = [await labelsOf(db.read, ids), await answers.readCells(ids)];
    return rows.map((row) => [
      ...toCells(context, row),
      namesOf(labels.get(row.id)),
      ...answersOf(row.id),
    ]);
  };
  return {
    columns: [...FULL_CSV_COLUMNS, ...answers.titles],
    batches: cellsOf(wholeBatches(db, query, WHOLE_BATCH), WHOLE_BATCH, toRows),
  };
}

async function* cellsOf<Row extends Pick<ExportRow, 'id' | 'created_at'>>(
  nextRows: NextRows<Row>,
  most: number,
  toRows: (rows: Row[]) => string[][] | Promise<string[][]>,
): AsyncGenerator<string[][]> {
  let last: Row | undefined;
  do {
    const rows = await nextRows(last);
    // SQLite runs in this thread: without yielding, everybody else would wait for the whole export.
    await yieldToEventLoop();
    yield await toRows(rows);
    last = rows.length === most ? rows.at(-1) : undefined;
  } while (last);
}

const STAGES = new Map(FUNDING_STAGES.map((stage) => [stage, formatStage(stage)]));

/** The cells of one export. Its rows are in order of time, so a day is formatted only once. */
function createFormatter(): (row: ExportRow) => string[] {
  let last = { number: NaN, text: '' };
  const dayOf = (moment: Date): string => {
    const number = Math.floor(moment.getTime() / DAY_MS);
    if (number !== last.number) last = { number, text: moment.toISOString().slice(0, 10) };
    return last.text;
  };
  return (row) => [
    row.title,
    row.applicant,
    row.business_sector,
    STAGES.get(row.funding_stage)!,
    formatApproval(row.is_approved),
    dayOf(row.created_at),
    formatDecision(row.decision),
    row.decider ?? '',
  ];
}

const namesOf = (labels: Label[] = []): string => labels.map(({ name }) => name).join(', ');

const toCells = (context: UserContext, row: WholeRow): string[] => [
  ...[row.id, row.receipt_number ?? '', row.title, row.program_id],
  ...[row.business_name, row.business_sector, row.business_location, row.region],
  ...[row.business_website ?? '', htmlWords(row.business_description)],
  ...[formatStage(row.funding_stage), formatApproval(row.is_approved), row.decision],
  ...[row.decline_reason ?? '', row.decided_at?.toISOString() ?? '', deciderOf(row) ?? ''],
  ...[assigneeOf(row) ?? '', row.flagged ? 'yes' : 'no'],
  ...[row.first_name, row.last_name, row.email, row.phone_number, row.user_id],
  ...[row.received_at, row.completed_at, row.updated_at].map((moment) => moment.toISOString()),
  linkTo(context, row),
  ...documentCells(context, row, 'pitch_deck'),
  ...documentCells(context, row, 'financials'),
];

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
