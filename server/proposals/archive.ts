/** The documents of many proposals in one ZIP, streamed while it is built. */
import { Readable } from 'node:stream';
import { ARCHIVES } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { ARCHIVE_RULES } from '#domain/proposals/messages.ts';
import {
  archivedName,
  DOCUMENT_KINDS,
  refuseDownload,
  type DocumentKind,
} from '#domain/proposals/rules.ts';
import type { WholeExportQuery } from '#domain/proposals/export-schema.ts';
import type { UserContext } from '../context.ts';
import type { Db } from '../db/open.ts';
import { openVerified } from '../files/verified.ts';
import { zipOf, type ZipEntry } from '../files/zip.ts';
import { overloaded, RETRY_AFTER_SECONDS } from '../http/problems.ts';
import { auditExport } from './export.ts';
import { filtersFor } from './list-service.ts';
import { wholeBatches, type NextRows, type WholeRow } from './export-store.ts';
import { exportQuery } from './list-store.ts';

type Reason = 'missing' | 'altered' | 'checking' | 'infected';

const BATCH = 100;
/** This many failed documents in a row mean that the store is down. */
const MOST_FAILURES = 10;

/** Admins who are being sent an archive; several databases may be open in one process. */
const receivers = new WeakMap<Db, Set<string>>();

/**
 * One archive per admin, and few in total. Refuses with 429 and 503; call the returned function
 * when done.
 */
function acquireSlot({ db, actor }: UserContext): () => void {
  const busy = receivers.get(db) ?? new Set();
  receivers.set(db, busy);
  if (busy.has(actor.id))
    throw new Problem('too_many_attempts', ARCHIVE_RULES.busy, { retryAfter: RETRY_AFTER_SECONDS });
  if (busy.size >= ARCHIVES.atOnce) throw overloaded();
  busy.add(actor.id);
  return () => void busy.delete(actor.id);
}

/**
 * All documents of the matching proposals, newest first. Unavailable ones are listed in a file of
 * their own. Reading stops with the reader.
 */
export async function openArchive(
  context: UserContext,
  asked: WholeExportQuery,
): Promise<Readable> {
  const releaseSlot = acquireSlot(context);
  try {
    const query = await exportQuery(context.db, filtersFor(context, asked));
    await auditExport(context, 'proposals.exportDocuments', ARCHIVES.file, asked);
    const nextRows = wholeBatches(context.db, query, BATCH);
    const archive = createArchive(context, nextRows, await nextRows(undefined));
    return zipOf(archive.entries()).once('close', () => {
      archive.stop();
      releaseSlot();
    });
  } catch (error) {
    releaseSlot();
    throw error;
  }
}

function createArchive(context: UserContext, nextRows: NextRows<WholeRow>, first: WholeRow[]) {
  const left: string[] = [];
  let open: Readable | undefined;
  let failures = 0;
  let isStopped = false;

  const leaveOut = (name: string, reason: Reason) =>
    void left.push(`${name}: ${ARCHIVE_RULES[reason]}.`);

  async function* contentOf(name: string, stream: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* stream;
      failures = 0;
    } catch (error) {
      noteFailure(error);
      leaveOut(name, 'altered');
    } finally {
      stream.destroy();
    }
  }
  const noteFailure = (error: unknown) => {
    failures += 1;
    if (failures >= MOST_FAILURES || isStopped) throw error;
  };
  const openFile = (name: string, document: Document): Promise<Readable | undefined> =>
    openVerified(context, document).then(
      (stream) => {
        if (!stream) leaveOut(name, 'missing');
        return stream;
      },
      (error) => {
        noteFailure(error);
        leaveOut(name, 'altered');
        return undefined;
      },
    );

  async function* documentsOf(row: WholeRow, place: number): AsyncGenerator<ZipEntry> {
    for (const kind of DOCUMENT_KINDS) {
      const document = documentOf(row, kind);
      const name = archivedName(place, row, kind);
      const refusal = refuseDownload(document, context.config.clamd !== undefined);
      if (refusal) {
        leaveOut(name, refusal);
        continue;
      }
      open = await openFile(name, document);
      const modifiedAt = row.completed_at;
      if (open) yield { name, modifiedAt, stream: Readable.from(contentOf(name, open)) };
    }
  }

  async function* entries(): AsyncGenerator<ZipEntry> {
    let place = 0;
    for await (const row of readAll(nextRows, first)) {
      if (isStopped) return;
      yield* documentsOf(row, (place += 1));
    }
    if (left.length > 0)
      yield {
        name: ARCHIVES.missingFile,
        modifiedAt: context.clock(),
        stream: Readable.from([
          Buffer.from(`${[ARCHIVE_RULES.heading, '', ...left].join('\r\n')}\r\n`),
        ]),
      };
  }
  const stop = () => {
    isStopped = true;
    open?.destroy();
  };
  return { entries, stop };
}

type Document = {
  key: string;
  size: number;
  sha256: string;
  scannedAt: Date | null;
  threat: string | null;
};

const documentOf = (row: WholeRow, kind: DocumentKind): Document => ({
  key: row[`${kind}_key`],
  size: row[`${kind}_size`],
  sha256: row[`${kind}_sha256`],
  scannedAt: row[`${kind}_scanned_at`],
  threat: row[`${kind}_threat`],
});

async function* readAll(nextRows: NextRows<WholeRow>, first: WholeRow[]): AsyncGenerator<WholeRow> {
  for (let rows = first; rows.length > 0;) {
    yield* rows;
    const last = rows.length === BATCH ? rows.at(-1) : undefined;
    rows = last ? await nextRows(last) : [];
  }
}
