/** Everything stored about one person as a ZIP file: one JSON file and their documents. */
import { Readable } from 'node:stream';
import { documentFileName, refuseDownload, type DocumentKind } from '#domain/proposals/rules.ts';
import { Problem } from '#domain/problem.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isSound, openVerified } from '../files/verified.ts';
import { zipOf, type ZipEntry } from '../files/zip.ts';
import { countDataExport } from '../rate-limits/service.ts';
import { dataPage, type DataPart } from './data-page.ts';
import { enquiriesOf, enquiryAnswersOf, mailingsOf } from './data-enquiry-store.ts';
import * as data from './data-store.ts';
import * as touch from './touch-data-store.ts';
import * as judging from './judge-data-store.ts';
import { findUser } from './store.ts';

/**
 * A document with its path in the ZIP; if it is missing, `file` is null and the reason is given.
 */
type OwnDocument = {
  kind: DocumentKind;
  key: string;
  size: number;
  sha256: string | null;
  title: string;
  created_at: Date;
  folder: string;
  refusal: string | undefined;
  facts: Record<string, unknown>;
};
type ArchiveEntry = { file: string | null; note?: string };

const NOTES = {
  infected: 'A virus was found in this file, so nobody can download it.',
  checking: 'This file is still being checked for viruses.',
  unfinished: 'This file has not been uploaded completely.',
  unreadable: 'This file could not be read. Download your data again later.',
} as const;

/** How the proposals of a person did in released rounds. */
export type ListResults = (db: Executor, userId: string) => AsyncIterable<object>;

/**
 * A ZIP of `data.json`, the same as a page to read (`data.html`), and the documents of proposals
 * and drafts, streamed while it is built. Contains no passwords, codes, tokens or internal notes of
 * the firm. Refuses with 429 after ten in an hour.
 */
export async function exportData(
  context: UserContext,
  listResults: ListResults,
): Promise<Readable> {
  const user = await findUser(context.db.read, context.actor.id);
  if (!user) throw new Problem('not_found', ACCOUNT_RULES.userNotFound);
  await countDataExport(context, user.id);
  return zipOf(entriesOf(context, { id: user.id, email: user.email }, listResults));
}

async function* entriesOf(
  context: UserContext,
  owner: data.Owner,
  listResults: ListResults,
): AsyncGenerator<ZipEntry> {
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
  const parts = () =>
    partsOf(context, {
      owner,
      documents: described,
      results: listResults(context.db.read, owner.id),
    });
  const now = context.clock();
  const textFile = (name: string, text: AsyncIterable<string>): ZipEntry => ({
    ...{ name, stream: Readable.from(text), modifiedAt: now, isCompressed: true },
  });
  yield textFile('data.json', jsonOf(now, parts()));
  yield textFile('data.html', dataPage(now, parts()));
}

async function listOwnDocuments(
  { db, config }: UserContext,
  owner: data.Owner,
): Promise<OwnDocument[]> {
  const submitted = await data.listDocuments(db.read, owner);
  const drafted = await data.listDraftDocuments(db.read, owner);
  const isScanning = config.clamd !== undefined;
  return [
    ...submitted.map(({ key, title, scanned_at, threat, ...facts }) => {
      const scan = refuseDownload({ scannedAt: scanned_at, threat }, isScanning);
      return { ...facts, key, title, facts, folder: 'proposals', refusal: scan && NOTES[scan] };
    }),
    ...drafted.map(({ key, title, ...facts }) => {
      const refusal = facts.state === 'ready' ? undefined : NOTES.unfinished;
      return { ...facts, key, title, facts, folder: 'drafts', refusal };
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
): Promise<Readable | undefined> {
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
function uniqueName({ folder, title, kind }: OwnDocument, taken: Set<string>): string {
  const base = `${folder}/${documentFileName(title, kind).replace(/\.pdf$/, '')}`;
  let name = `${base}.pdf`;
  for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}.pdf`;
  taken.add(name);
  return name;
}

type OwnData = { owner: data.Owner; documents: object[]; results: AsyncIterable<object> };

/** Each list is read from the database while it is written. */
function partsOf({ db, actor }: UserContext, { owner, documents, results }: OwnData): DataPart[] {
  return [
    ['profile', data.profileOf(db.read, owner)],
    ['sessions', data.sessionsOf(db.read, owner)],
    ['codes', data.codesOf(db.read, owner)],
    ['known_browsers', data.browsersOf(db.read, owner)],
    ['second_factors', data.factorsOf(db.read, owner)],
    ['drafts', data.draftsOf(db.read, owner)],
    ['proposals', data.proposalsOf(db.read, owner)],
    ['announcements', data.announcementsOf(db.read, owner)],
    ['documents', documents],
    ['notes', data.notesOf(db.read, owner)],
    ['messages', touch.messagesOf(db.read, owner)],
    ['requests', touch.requestsOf(db.read, owner)],
    ['results', results],
    ['versions', touch.versionsOf(db.read, owner)],
    ['extensions', touch.extensionsOf(db.read, owner)],
    ['saved_views', data.viewsOf(db.read, owner)],
    ['receipts', data.receiptsOf(db.read, owner)],
    ['judge', judging.judgesOf(db.read, owner)],
    ['judge_invitations', judging.invitationsOf(db.read, owner)],
    ['judge_reviews', judging.reviewsOf(db.read, owner)],
    ['review_versions', judging.reviewVersionsOf(db.read, owner)],
    ['conflicts', judging.conflictsOf(db.read, owner)],
    ['refused_attempts', data.attemptsOf(db.read, owner)],
    ['enquiries', enquiriesOf(db.read, owner)],
    ['enquiry_answers', enquiryAnswersOf(db.read, owner)],
    ['planned_mailings', mailingsOf(db.read, owner)],
    ['mails', data.mailsOf(db.read, owner)],
    ['own_actions', withoutOthers(data.actionsOf(db.read, owner), actor)],
    ['actions_of_others', withoutInternals(data.actionsAbout(db.read, owner))],
  ];
}

/** One JSON object of all lists. */
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

/** For admins: that they acted on other people's data, but not the data itself. */
async function* withoutOthers(
  entries: AsyncIterable<data.LoggedAction>,
  { id, role }: UserContext['actor'],
): AsyncGenerator<object> {
  for await (const { changes, ...entry } of entries) {
    const isOwn = role === 'applicant' || entry.subject_id === id;
    yield isOwn ? { ...entry, changes } : entry;
  }
}

/** Fields that others may change and that the person may see. */
const OPEN_FIELDS = new Set(['role', 'is_active']);

/** Leaves out what is internal to the firm. */
async function* withoutInternals(
  entries: AsyncIterable<data.LoggedAction>,
): AsyncGenerator<object> {
  for await (const entry of entries) {
    const changes = entry.changes.filter(({ field }) => OPEN_FIELDS.has(field));
    if (changes.length > 0) yield { ...entry, changes };
  }
}
