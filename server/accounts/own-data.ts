/** Everything stored about one person as a ZIP file: one JSON file and their documents. */
import { Readable } from 'node:stream';
import { site } from '#content/site.ts';
import { formatMoment } from '#domain/dates.ts';
import { documentFileName, refuseDownload } from '#domain/proposals/rules.ts';
import { Problem } from '#domain/problem.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isSound, openVerified } from '../files/verified.ts';
import { zipOf, type ZipEntry } from '../files/zip.ts';
import { countDataExport } from '../rate-limits/service.ts';
import { escapeHtml } from '../text/escape-html.ts';
import {
  listDocuments,
  listDraftDocuments,
  PERSONAL,
  type List,
  type Owner,
} from './own-data-store.ts';
import { findUser } from './store.ts';

type Rows = AsyncIterable<object> | Iterable<object>;
type DataPart = [name: string, rows: Rows];

type OwnDocument = Awaited<ReturnType<typeof listOwnDocuments>>[number];
/** Its path in the ZIP; if it is missing, `file` is null and the reason is given. */
type ArchiveEntry = { file: string | null; note?: string };

const NOTES = {
  infected: 'A virus was found in this file, so nobody can download it.',
  checking: 'This file is still being checked for viruses.',
  unfinished: 'This file has not been uploaded completely.',
  unreadable: 'This file could not be read. Download your data again later.',
} as const;

export type ListResults = (db: Executor, userId: string) => AsyncIterable<object>;

/**
 * A ZIP of `data.json`, the same as a page to read (`data.html`), and the documents of proposals
 * and drafts, streamed while it is built. Contains no passwords, codes, tokens or internal notes of
 * the firm.
 */
export async function exportData(context: UserContext, listResults: ListResults) {
  const user = await findUser(context.db.read, context.actor.id);
  if (!user) throw new Problem('not_found', ACCOUNT_RULES.userNotFound);
  await countDataExport(context, user.id);
  return zipOf(entriesOf(context, { ...user, email: user.email ?? '' }, listResults));
}

async function* entriesOf(context: UserContext, owner: Owner, listResults: ListResults) {
  const documents = await listOwnDocuments(context, owner);
  const placed = new Map<string, ArchiveEntry>();
  const names = new Set<string>();
  for (const document of documents) {
    const stream = await openDocument(context, document, placed);
    if (!stream) continue;
    const name = uniqueName(document, names);
    placed.set(document.key, { file: name });
    yield { name, stream, modifiedAt: document.created_at };
  }
  const described = documents.map(({ key, facts }) => ({ ...facts, ...placed.get(key) }));
  const { read } = context.db;
  const parts = () =>
    partsOf(read, owner, { documents: described, results: listResults(read, owner.id) });
  const now = context.clock();
  const textFile = (name: string, text: AsyncIterable<string>): ZipEntry => ({
    ...{ name, stream: Readable.from(text), modifiedAt: now, isCompressed: true },
  });
  yield textFile('data.json', jsonOf(now, parts()));
  yield textFile('data.html', dataPage(now, parts()));
}

async function listOwnDocuments({ db, config }: UserContext, owner: Owner) {
  const submitted = await listDocuments(db.read, owner);
  const drafted = await listDraftDocuments(db.read, owner);
  const isScanning = config.clamd !== undefined;
  return [
    ...submitted.map(({ key, title, words, scanned_at, threat, ...facts }) => {
      const scan = refuseDownload({ scannedAt: scanned_at, threat }, isScanning);
      const refusal = scan && NOTES[scan];
      return { ...facts, key, title, words, facts, folder: 'proposals', refusal };
    }),
    ...drafted.map(({ key, title, words, ...facts }) => {
      const refusal = facts.state === 'ready' ? undefined : NOTES.unfinished;
      return { ...facts, key, title, words, facts, folder: 'drafts', refusal };
    }),
  ];
}

/**
 * Reads the file once in advance: an altered file is never delivered, but must not prevent the
 * others.
 */
async function openDocument(
  context: UserContext,
  { key, size, sha256, refusal }: OwnDocument,
  placed: Map<string, ArchiveEntry>,
) {
  const isOpen = refusal === undefined && sha256 !== null;
  const expected = { key, size: Number(size), sha256: sha256 ?? '' };
  const stream =
    isOpen && (await isSound(context, expected))
      ? await openVerified(context, expected)
      : undefined;
  if (!stream) placed.set(key, { file: null, note: refusal ?? NOTES.unreadable });
  return stream;
}

/** `proposals/asante-cocoa-pitch-deck.pdf`; a second file of that name gets `-2`. */
function uniqueName({ folder, title, kind, words }: OwnDocument, taken: Set<string>) {
  const base = `${folder}/${documentFileName(title, kind, words ?? '').replace(/\.pdf$/, '')}`;
  let name = `${base}.pdf`;
  for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}.pdf`;
  taken.add(name);
  return name;
}

/** Each list is read from the database while it is written. */
const partsOf = (db: Executor, owner: Owner, given: Record<string, Rows>): DataPart[] =>
  Object.entries<List>(PERSONAL).map(([name, { read }]) => [name, given[name] ?? read!(db, owner)]);

async function* jsonOf(now: Date, parts: DataPart[]): AsyncGenerator<string> {
  yield `{\n"collected_at": ${JSON.stringify(now)}`;
  for (const [name, rows] of parts) {
    yield `,\n${JSON.stringify(name)}: [`;
    let separator = '\n';
    for await (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '\n}\n';
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}dl{border-top:1px solid #ccc;padding-top:.5rem}dt{font-weight:600}dd{margin:0 0 .5rem;white-space:pre-wrap}';

/** `refused_attempts` → "Refused attempts". */
const titleOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Streamed: each list is read while it is written. An empty one is left out. */
async function* dataPage(now: Date, parts: DataPart[]): AsyncGenerator<string> {
  const title = `Your data at ${site.name}`;
  yield `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style>`;
  yield `<h1>${escapeHtml(title)}</h1><p>As of ${formatMoment(now)}. The file data.json holds the same data for computer programs. Your documents are in the same folder.</p>`;
  for (const [name, rows] of parts) {
    let isFirst = true;
    for await (const row of rows) {
      if (isFirst) yield `\n<h2>${escapeHtml(titleOf(name))}</h2>`;
      isFirst = false;
      yield `\n<dl>${fieldsOf(row)}</dl>`;
    }
  }
  yield '\n</html>\n';
}

const fieldsOf = (row: object): string =>
  Object.entries(row)
    .map(([name, value]) => [name, wordsOf(value)] as const)
    .filter(([, words]) => words !== '')
    .map(([name, words]) => `<dt>${escapeHtml(titleOf(name))}</dt><dd>${escapeHtml(words)}</dd>`)
    .join('');

function wordsOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return formatMoment(value);
  if (typeof value === 'string') return INSTANT.test(value) ? formatMoment(new Date(value)) : value;
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
