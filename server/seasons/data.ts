/** What the archive of a season holds beside documents: each list as JSON and as CSV. */
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Problem } from '#domain/problem.ts';
import type { UserContext } from '../context.ts';
import type { Cell } from '../files/xlsx.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { getRecord } from '../judging/record.ts';
import { signerOf } from '../receipts/signature.ts';
import { auditOf, LISTS, type Rows } from './data-store.ts';

/** Rows in memory at once: a description may have 100,000 characters. */
const LONG = new Set(['proposals', 'versions', 'messages', 'notes']);
const [FEW, MANY] = [100, 1000];

type Batches = () => AsyncGenerator<Record<string, unknown>[]>;

async function* pagesOf(query: Rows, size: number): AsyncGenerator<Record<string, unknown>[]> {
  for (let skip = 0; ; skip += size) {
    const rows = await query.offset(skip).limit(size).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    await yieldToEventLoop();
  }
}

async function* jsonOf(batches: Batches): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of batches()) {
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Its columns are those of the first row. */
async function* linesOf(batches: Batches): AsyncGenerator<string> {
  let columns: string[] | undefined;
  for await (const rows of batches()) {
    if (!columns) yield BYTE_ORDER_MARK + csvLine((columns = Object.keys(rows[0]!)));
    const names = columns;
    yield rows.map((row) => csvLine(names.map((name) => toCell(row[name])))).join('');
  }
  if (!columns) yield BYTE_ORDER_MARK;
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

const jsonText = (value: unknown) => Readable.from([`${JSON.stringify(value, null, 2)}\n`]);

/** Each file with its name, one after the other. */
export async function* dataFiles(context: UserContext, programId: string) {
  const { read } = context.db;
  const lists: [string, Batches][] = Object.entries(LISTS).map(([name, list]) => [
    name,
    () => pagesOf(list(read, programId), LONG.has(name) ? FEW : MANY),
  ]);
  for (const [name, batches] of [
    ...lists,
    ['audit', () => auditOf(read, programId, MANY / 2)] as [string, Batches],
  ]) {
    yield { name: `data/${name}.json`, stream: streamOf(jsonOf(batches)) };
    yield { name: `data/${name}.csv`, stream: streamOf(linesOf(batches)) };
  }
  const keys = [signerOf(context.receiptSecret).publicKey];
  yield { name: 'data/receipt-keys.json', stream: jsonText({ keys }) };
  yield { name: 'data/record.json', stream: jsonText(await recordOf(context, programId)) };
}

/** As they are now, before they are compressed. */
export async function bytesOfData(context: UserContext, programId: string): Promise<number> {
  let bytes = 0;
  for await (const { stream } of dataFiles(context, programId))
    for await (const text of stream) bytes += Buffer.byteLength(text as string);
  return bytes;
}
