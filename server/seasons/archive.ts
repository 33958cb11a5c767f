/** The archive of an ended season, in parts that stand alone: contract §13.5. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Problem } from '#domain/problem.ts';
import { MISSING, SEASON } from '#domain/seasons/rules.ts';
import { seasonArchive } from '#domain/seasons/schema.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import type { Db, Executor } from '../db/open.ts';
import { batchesOf } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import { streamHeaders } from '../files/links.ts';
import type { Cell } from '../files/xlsx.ts';
import { zipOf, type ZipEntry } from '../files/zip.ts';
import { call, calls, one } from '../http/calls.ts';
import { BYTE_ORDER_MARK, csvLine } from '../http/csv.ts';
import { RETRY_AFTER_SECONDS } from '../http/problems.ts';
import { getRecord } from '../judging/record.ts';
import { requireProgram } from '../programs/service.ts';
import { archivedFiles } from '../proposals/archived-files.ts';
import { signerOf } from '../receipts/signature.ts';
import { auditOf, LISTS, pagesOf } from './data-store.ts';
import * as store from './store.ts';

/** Rows in memory at once: a description may have 100,000 characters. */
const LONG = new Set(['proposals', 'versions', 'messages', 'notes']);
const [FEW, MANY] = [100, 1000];

type Listed = Record<string, unknown>;
type Batches = () => AsyncGenerator<Listed[]>;

/** Texts of a file: of some rows, and of its end. */
type Writer = { rows: (rows: Listed[]) => string; end: () => string };

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

const recordOf = (context: UserContext, programId: string) =>
  getRecord(context, programId).catch((error) => {
    // It was never judged by rounds.
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  });

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

/** What the archive holds beside documents, each list as JSON and as CSV, one after the other. */
async function* dataFiles(context: UserContext, programId: string) {
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

async function requireEnded(context: UserContext, id: string) {
  const program = await requireProgram(context, context.db.read, id);
  if (!program.ended_at) throw new Problem('program_not_ended', SEASON.notEnded);
  return program;
}

async function listArchive(context: UserContext, id: string) {
  await requireEnded(context, id);
  const parts = await store.listParts(context.db.read, id);
  return {
    parts: parts.map(({ part, proposals, bytes }) => ({
      ...{ part, bytes: Number(bytes) },
      proposals: proposals.length,
    })),
  };
}

const busy = (sentence: string) =>
  new Problem('too_many_attempts', sentence, { retryAfter: RETRY_AFTER_SECONDS });

type Fetch = { programId: string; part: number; end: () => void };

/** What each admin is being sent; several databases may be open in one process. */
const fetches = new WeakMap<Db, Map<string, Fetch>>();

/**
 * One part at a time for an admin: another one is 429, and the same one again, after a line that
 * broke, ends the fetch before. Call the returned function when done.
 */
function take({ db, actor }: UserContext, asked: Fetch): () => void {
  const all = fetches.get(db) ?? new Map<string, Fetch>();
  fetches.set(db, all);
  const before = all.get(actor.id);
  if (before && (before.programId !== asked.programId || before.part !== asked.part))
    throw busy(SEASON.partBusy);
  all.set(actor.id, asked);
  before?.end();
  return () => {
    if (all.get(actor.id) === asked) all.delete(actor.id);
  };
}

async function openPart(context: UserContext, programId: string, asked: string) {
  const { title } = await requireEnded(context, programId);
  const part = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 0;
  const row = await store.parts.find(context.db.read, { program_id: programId, part });
  if (!row) throw new Problem('not_found', SEASON.partNotFound);
  const leaving = new AbortController();
  const end = () => leaving.abort();
  const done = take(context, { programId, part, end });
  try {
    const { entries, stop } = contentsOf(context, title, row);
    await context.db.write((tx) =>
      audit(tx, context, 'programs.archive', 'program', programId, { part }),
    );
    const zip = zipOf(entries());
    const leave = () => zip.destroy(busy(SEASON.partAgain));
    leaving.signal.addEventListener('abort', leave, { once: true });
    let isWhole = false;
    zip.once('end', () => (isWhole = true));
    zip.once('close', () => {
      stop();
      done();
      if (isWhole) noteFetched(context, row);
    });
    if (leaving.signal.aborted) leave();
    return zip;
  } catch (error) {
    done();
    throw error;
  }
}

/** Before the deletion, admins hear whether they have it. */
function noteFetched({ db, clock, log }: UserContext, { program_id, part }: Row<'archive_parts'>) {
  db.write((tx) => store.parts.change(tx, { program_id, part }, { fetched_at: clock() })).catch(
    (error) => log.warn({ err: error }, 'a fetched part of an archive could not be noted'),
  );
}

type Kept = { path: string; bytes: number; sha256: string };

/** The parts' files, each counted as it passes, and last the list of them. */
function contentsOf(context: UserContext, title: string, row: Row<'archive_parts'>) {
  const files: Kept[] = [];
  const missing: { path: string; reason: string }[] = [];
  const broken = new Set<string>();
  const leaveOut = (path: string, reason: keyof typeof MISSING) => {
    broken.add(path);
    missing.push({ path, reason: MISSING[reason] });
  };
  const documents = archivedFiles(context, leaveOut);

  async function* counted(path: string, stream: Readable): AsyncGenerator<Uint8Array | string> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
      hash.update(chunk);
      bytes += Buffer.byteLength(chunk);
      yield chunk;
    }
    if (!broken.has(path)) files.push({ path, bytes, sha256: hash.digest('hex') });
  }
  const toEntry = (name: string, stream: Readable, at: Date, isCompressed: boolean): ZipEntry => ({
    ...{ name, modifiedAt: at, isCompressed },
    stream: Readable.from(counted(name, stream), { objectMode: false, highWaterMark: 65_536 }),
  });

  async function* documentsOf(): AsyncGenerator<ZipEntry> {
    for (const batch of batchesOf(row.proposals, 50)) {
      const ids = batch.map(([id]) => id);
      const found = await store.listFiles(context.db.read, ids);
      const byProposal = Map.groupBy(found, ({ proposal_id }) => proposal_id);
      for (const [id, number] of batch) {
        const folder = `documents/${number ?? id}`;
        if (!byProposal.has(id)) leaveOut(folder, 'deleted');
        for (const file of byProposal.get(id) ?? []) {
          if (documents.isStopped()) return;
          const of = file.version === null ? '' : `/version-${file.version}`;
          const name = `${folder}${of}/${file.kind}.pdf`;
          const stream = await documents.open(name, file);
          if (stream) yield toEntry(name, stream, file.created_at, false);
        }
      }
    }
  }

  async function* entries(): AsyncGenerator<ZipEntry> {
    const now = context.clock();
    if (row.part === 1)
      for await (const { name, stream } of dataFiles(context, row.program_id))
        yield toEntry(name, stream, now, true);
    else yield* documentsOf();
    if (documents.isStopped()) return;
    const manifest = { program_id: row.program_id, title, part: row.part, files, missing };
    yield {
      ...{ name: 'manifest.json', modifiedAt: now, isCompressed: true },
      stream: Readable.from([Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]),
    };
  }
  return { entries, stop: documents.stop };
}

export const archiveCalls = calls({
  'GET /programs/{id}/archive': one(
    'programs.archive',
    'List the parts of the archive of an ended season',
    { answer: seasonArchive, refuses: [409], run: listArchive },
  ),
  'GET /programs/{id}/archive/{part}.zip': call(
    'programs.archive',
    {
      summary: 'Download a part of the archive of an ended season',
      produces: 'application/zip',
      isLinkable: true,
      refuses: [409, 429],
    },
    async (context: UserContext, { params }) => ({
      headers: streamHeaders(`season-part-${params.part}.zip`, 'application/zip'),
      body: await openPart(context, params.id!, params.part!),
    }),
  ),
});
