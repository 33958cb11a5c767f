/** What the archive of a season holds beside documents: each list as JSON and as CSV. */
import { Readable } from 'node:stream';
import { Problem } from '#domain/problem.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import type { Cell } from '../files/xlsx.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { getRecord } from '../judging/record.ts';
import { signerOf } from '../receipts/signature.ts';
import { auditOf, LISTS, pagesOf } from './data-store.ts';

/** Rows in memory at once: a description may have 100,000 characters. */
const LONG = new Set(['proposals', 'versions', 'messages', 'notes']);
const [FEW, MANY] = [100, 1000];

type Row = Record<string, unknown>;
type Batches = () => AsyncGenerator<Row[]>;

/** Texts of a file: of some rows, and of its end. */
type Writer = { rows: (rows: Row[]) => string; end: () => string };

function jsonWriter(): Writer {
  let separator = '[\n';
  return {
    rows: (rows) => {
      const text = separator + rows.map((row) => JSON.stringify(row)).join(',\n');
      separator = ',\n';
      return text;
    },
    end: () => (separator === '[\n' ? '[]\n' : '\n]\n'),
  };
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Its columns are those of the first row. */
function csvWriter(): Writer {
  let columns: string[] | undefined;
  return {
    rows: (rows) => {
      const head = columns ? '' : BYTE_ORDER_MARK + csvLine(Object.keys(rows[0]!));
      const names = (columns ??= Object.keys(rows[0]!));
      return head + rows.map((row) => csvLine(names.map((name) => toCell(row[name])))).join('');
    },
    end: () => (columns ? '' : BYTE_ORDER_MARK),
  };
}

const WRITERS = { json: jsonWriter, csv: csvWriter };

async function* textsOf(batches: Batches, writer: Writer): AsyncGenerator<string> {
  for await (const rows of batches()) yield writer.rows(rows);
  yield writer.end();
}

async function recordOf(context: UserContext, programId: string): Promise<object | null> {
  return getRecord(context, programId).catch((error) => {
    // It was never judged by rounds.
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  });
}

/** One batch ahead of a slow reader, not sixteen. */
const streamOf = (texts: AsyncIterable<string>) => Readable.from(texts, { highWaterMark: 1 });

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const listsOf = (read: Executor, programId: string): [string, Batches][] => [
  ...Object.entries(LISTS).map(([name, list]): [string, Batches] => [
    name,
    () => pagesOf(read, programId, list, LONG.has(name) ? FEW : MANY),
  ]),
  ['audit', () => auditOf(read, programId, MANY / 2)],
];

async function* othersOf(context: UserContext, programId: string) {
  const keys = [signerOf(context.receiptSecret).publicKey];
  yield { name: 'data/receipt-keys.json', text: jsonText({ keys }) };
  yield { name: 'data/record.json', text: jsonText(await recordOf(context, programId)) };
}

/** Each file with its name, one after the other. */
export async function* dataFiles(context: UserContext, programId: string) {
  for (const [name, batches] of listsOf(context.db.read, programId))
    for (const [ending, start] of Object.entries(WRITERS))
      yield { name: `data/${name}.${ending}`, stream: streamOf(textsOf(batches, start())) };
  for await (const { name, text } of othersOf(context, programId))
    yield { name, stream: Readable.from([text]) };
}

/** As they are now, before they are compressed; each list is read once. */
export async function bytesOfData(context: UserContext, programId: string): Promise<number> {
  let bytes = 0;
  const count = (text: string) => void (bytes += Buffer.byteLength(text));
  for (const [, batches] of listsOf(context.db.read, programId)) {
    const writers = Object.values(WRITERS).map((start) => start());
    for await (const rows of batches()) for (const writer of writers) count(writer.rows(rows));
    for (const writer of writers) count(writer.end());
  }
  for await (const { text } of othersOf(context, programId)) count(text);
  return bytes;
}
