/** The PDFs of a proposal, by their keys: checked, stored, deleted and linked to. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { DOWNLOADS } from '#domain/constants.ts';
import { seesFiles } from '#domain/permissions.ts';
import { Problem, SHARED_RULES } from '#domain/problem.ts';
import {
  DOCUMENTS,
  DOCUMENT_REFUSALS,
  FILE_REFUSALS,
  PROPOSAL_RULES,
} from '#domain/proposals/messages.ts';
import {
  documentFileName,
  isDocumentKind,
  labelOfDocument,
  refuseDownload,
} from '#domain/proposals/rules.ts';
import type { DocumentLink } from '#domain/proposals/schema.ts';
import type { Context, UserContext } from '../context.ts';
import { isUndone } from '../db/errors.ts';
import { isId } from '../db/table.ts';
import { deleteFiles } from '../files/delete-files.ts';
import {
  attachmentHeaders,
  signLink,
  verifyLink,
  type LinkQuery,
  inlineHeaders,
} from '../files/links.ts';
import type { StagedFile } from '../files/staging.ts';
import { openVerified } from '../files/verified.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { inspectPdf, type PdfInspection } from '../pdf/inspect.ts';
import * as documentStore from './store.ts';

/** By key: kinds, and questions that take a file. */
export type Uploads = Partial<Record<string, StagedFile>>;
/** The words of questions, by their ids. */
export type Words = Readonly<Record<string, string>>;
type InspectedDocument = {
  kind: string;
  staged: StagedFile;
  inspection: PdfInspection;
};
export type CheckedDocument = Omit<documentStore.DocumentRow, 'proposal_id'> & {
  staged: StagedFile;
};

/** Waits for the inspections that began while the files arrived. */
export async function inspectDocuments({ actor }: UserContext, uploads: Uploads) {
  const entries = Object.entries(uploads) as [string, StagedFile][];
  return Promise.all(
    entries.map(async ([kind, staged]) => ({
      kind,
      staged,
      inspection: await (staged.inspection ?? inspectPdf(staged.path, actor.id)),
    })),
  );
}

export function acceptDocuments(
  context: UserContext,
  inspected: InspectedDocument[],
  ownerId: string,
  words: Words = {},
): CheckedDocument[] {
  const refusals = inspected.flatMap(({ kind, inspection }) =>
    inspection.ok ? [] : [FILE_REFUSALS[inspection.reason](labelOfDocument(kind, words[kind]))],
  );
  if (refusals.length > 0) throw new Problem('wrong_type', refusals.join(' '));
  return inspected.map(({ kind, staged, inspection }) =>
    toDocument(context, ownerId, { kind, staged, inspection }),
  );
}

function toDocument(
  { clock }: UserContext,
  ownerId: string,
  { kind, staged, inspection }: InspectedDocument,
): CheckedDocument {
  const { sha256, pages, markers } = inspection as PdfInspection & { ok: true };
  const facts = { size: staged.size, sha256, pages, markers: JSON.stringify(markers) };
  return { kind, key: `${ownerId}/${randomUUID()}.pdf`, ...facts, created_at: clock(), staged };
}

export const rowsOf = (documents: CheckedDocument[], proposalId: string) =>
  documents.map(({ staged: _staged, ...row }) => ({ ...row, proposal_id: proposalId }));

/**
 * Stores the files, then runs `write`, which commits their rows. Files whose rows were not written
 * are deleted again; if a commit may have happened and only its answer was lost, they stay and the
 * sweep decides: trust I2 and I3.
 */
export async function storeWith<R>(
  context: Context,
  documents: CheckedDocument[],
  write: () => Promise<R>,
  isWritten: (result: R) => boolean = () => true,
): Promise<R> {
  const keys = documents.map(({ key }) => key);
  // All are moved at the same moment, so that they share the sync of their folder.
  const synced = Promise.all(documents.map(({ staged }) => staged.synced)).then(() => undefined);
  synced.catch(() => undefined);
  const stored = await Promise.allSettled(
    documents.map(({ key, size, sha256, staged: { path } }) =>
      context.files.put(key, path, { size, sha256, synced, contentType: 'application/pdf' }),
    ),
  );
  const failure = stored.find((result) => result.status === 'rejected');
  if (failure) {
    const cleaning = deleteFiles(context, keys);
    // A store that does not answer would make the applicant wait a second time; the sweep deletes
    // the files.
    if ((failure.reason as Problem).code !== 'unavailable') await cleaning;
    throw failure.reason;
  }
  for (const { staged } of documents) staged.isConsumed = true;
  try {
    const result = await write();
    if (!isWritten(result)) await deleteFiles(context, keys);
    return result;
  } catch (error) {
    if (isUndone(error)) await deleteFiles(context, keys);
    throw error;
  }
}

export const missingDocument = () => new Problem('not_found', DOCUMENTS.failed);

type Lockable = Pick<documentStore.FoundDocument, 'kind' | 'words' | 'scanned_at' | 'threat'>;

/** Called for each link and each download: a link may be older than the verdict. */
export function requireUnlocked(
  { config }: Context,
  { kind, words, scanned_at, threat }: Lockable,
): void {
  const refusal = refuseDownload({ scannedAt: scanned_at, threat }, config.clamd !== undefined);
  if (refusal)
    throw new Problem(
      `document_${refusal}`,
      DOCUMENT_REFUSALS[refusal](labelOfDocument(kind, words ?? undefined)),
    );
}

const nameOf = ({ business_name, kind, words }: documentStore.FoundDocument): string =>
  documentFileName(business_name, kind, words ?? undefined);

function linkTo(context: Context, found: documentStore.FoundDocument | undefined): DocumentLink {
  if (!found) throw missingDocument();
  requireUnlocked(context, found);
  return signDocumentLink(context, found.key, nameOf(found));
}

/** A link to a stored PDF, for an hour. */
export function signDocumentLink(context: Context, key: string, filename: string): DocumentLink {
  const expiresAt = new Date(context.clock().getTime() + DOWNLOADS.lifetimeSeconds * 1000);
  const url = context.publicUrl + signLink(context.linkSecret, { key, filename, expiresAt });
  return { presigned_url: url, url, expires_in: DOWNLOADS.lifetimeSeconds };
}

/** For admins: the key is looked up, never built from input. */
export const getDocumentLink = async (context: Context, ownerId: string, name: string) =>
  linkTo(context, await documentStore.findByKey(context.db.read, `${ownerId}/${name}`));

/** For the proposal's owner: another person's document is 404, a locked one 409. */
export async function getOwnDocumentLink(
  context: UserContext,
  proposalId: string,
  kind: string,
  { version }: { version?: number | undefined },
) {
  if (!isId(proposalId)) throw missingDocument();
  const { read } = context.db;
  const scope = { reachedBy: context.actor.id };
  const wanted = { proposalId, kind };
  const versioned =
    version && (await documentStore.findVersionDocument(read, scope, { ...wanted, version }));
  // As long as there is one version only, it is the proposal as it is.
  const isCurrent = version === undefined || version === 1;
  const found = versioned || (isCurrent && (await documentStore.findDocument(read, scope, wanted)));
  return linkTo(context, found || undefined);
}

/** What a signed link may lead to. */
type LinkedFile = Omit<documentStore.FoundDocument, 'business_name'>;
type DocumentStream = { headers: Record<string, string>; stream: Readable };

/** Opens the file behind a signed link for anybody who has it. */
export async function openDocument(
  context: Context,
  link: LinkQuery,
  findOther: (key: string) => Promise<LinkedFile | undefined>,
): Promise<DocumentStream> {
  const verdict = verifyLink(context.linkSecret, link, context.receivedAt);
  if (verdict !== 'ok')
    throw new Problem(
      verdict,
      verdict === 'link_expired' ? DOCUMENTS.expired : PROPOSAL_RULES.linkInvalid,
    );
  const found =
    (await documentStore.findByKey(context.db.read, link.key)) ?? (await findOther(link.key));
  if (found) requireUnlocked(context, found);
  const stream = found && (await openVerified(context, found));
  if (found && !stream) context.log.error({ key: found.key }, 'a document has no file');
  if (!found || !stream) throw missingDocument();
  return { headers: attachmentHeaders(link.name!, found.size), stream };
}

/** The origin of the request according to the browser, and the version that it already has. */
type ViewConditions = { site: string | undefined; ifNoneMatch: string | undefined };
type FileResponse = { headers: Record<string, string>; stream: Readable | undefined };

export const readAsked = ({ headers }: IncomingMessage): ViewConditions => ({
  site: (headers['sec-fetch-site'] as string | undefined) ?? siteOf(headers),
  ifNoneMatch: headers['if-none-match'],
});

/** From older browsers, which only name the origin of a page of another site. */
const siteOf = ({ origin, host }: IncomingHttpHeaders): string | undefined =>
  origin === undefined || URL.parse(origin)?.host === host ? undefined : 'cross-site';

export function requireOwnPage({ site = 'same-origin' }: ViewConditions): void {
  if (site !== 'same-origin' && site !== 'none')
    throw new Problem('forbidden', PROPOSAL_RULES.foreignViewer);
}

/** A document that may be displayed, with the name under which it is saved. */
type Showable = { key: string; size: number; sha256: string; name: string };

/**
 * Headers and bytes of a document to be displayed inline; without a stream, the caller already has
 * it.
 */
export async function showDocument(
  context: UserContext,
  { name, ...file }: Showable,
  { ifNoneMatch }: ViewConditions,
): Promise<FileResponse> {
  const etag = `"${file.sha256}"`;
  if (namesTag(ifNoneMatch, etag)) return { headers: { etag }, stream: undefined };
  const stream = await openVerified(context, file);
  if (!stream) {
    context.log.error({ key: file.key }, 'a document has no file');
    throw missingDocument();
  }
  return { headers: { ...inlineHeaders(name, file.size), etag }, stream };
}

export async function viewDocument(
  context: UserContext,
  { id, kind }: { id: string; kind: string },
  asked: ViewConditions,
): Promise<FileResponse> {
  requireOwnPage(asked);
  const found = isId(id)
    ? await documentStore.findDocument(context.db.read, 'all', { proposalId: id, kind })
    : undefined;
  if (!found) throw missingDocument();
  if (!isDocumentKind(kind) && !seesFiles(context.actor.role))
    throw new Problem('forbidden', SHARED_RULES.forbidden);
  requireUnlocked(context, found);
  return showDocument(context, { ...found, name: nameOf(found) }, asked);
}

export const toAnswer = ({ headers, stream }: FileResponse): ApiResponse =>
  stream ? { headers, body: stream } : { status: 304, headers };

const namesTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
