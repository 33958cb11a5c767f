/** The two PDFs of a proposal: checked, stored, deleted and linked to. */
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DOWNLOADS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import {
  DOCUMENTS,
  DOCUMENT_REFUSALS,
  FILE_REFUSALS,
  PROPOSAL_RULES,
} from '#domain/proposals/messages.ts';
import {
  documentFileName,
  DOCUMENT_LABELS,
  refuseDownload,
  type DocumentKind,
} from '#domain/proposals/rules.ts';
import type { DocumentLink } from '#domain/proposals/schema.ts';
import type { Context, UserContext } from '../context.ts';
import { isUndone } from '../db/errors.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { attachmentHeaders, signLink, verifyLink, type LinkQuery } from '../files/links.ts';
import { inspectPdf, type PdfInspection } from '../pdf/inspect.ts';
import type { StagedFile } from '../files/staging.ts';
import { openVerified } from '../files/verified.ts';
import { isId } from '../db/ids.ts';
import * as documentStore from './document-store.ts';

export type Uploads = Partial<Record<DocumentKind, StagedFile>>;
export type InspectedDocument = {
  kind: DocumentKind;
  staged: StagedFile;
  inspection: PdfInspection;
};
/** A row without its proposal's id. */
export type CheckedDocument = Omit<documentStore.DocumentRow, 'proposal_id'> & {
  staged: StagedFile;
};

/** Waits for the inspections that began while the files arrived. */
export async function inspectDocuments(
  { actor }: UserContext,
  uploads: Uploads,
): Promise<InspectedDocument[]> {
  const entries = Object.entries(uploads) as [DocumentKind, StagedFile][];
  return Promise.all(
    entries.map(async ([kind, staged]) => ({
      kind,
      staged,
      inspection: await (staged.inspection ?? inspectPdf(staged.path, actor.id)),
    })),
  );
}

/** Refuses with 415 and a sentence for each file that no reader can open. */
export function acceptDocuments(
  context: UserContext,
  inspected: InspectedDocument[],
): CheckedDocument[] {
  const refusals = inspected.flatMap(({ kind, inspection }) =>
    inspection.ok ? [] : [FILE_REFUSALS[inspection.reason](DOCUMENT_LABELS[kind])],
  );
  if (refusals.length > 0) throw new Problem('wrong_type', refusals.join(' '));
  return inspected.map(({ kind, staged, inspection }) =>
    toDocument(context, kind, staged, inspection as PdfInspection & { ok: true }),
  );
}

function toDocument(
  { actor, clock }: UserContext,
  kind: DocumentKind,
  staged: StagedFile,
  { sha256, pages, markers }: PdfInspection & { ok: true },
): CheckedDocument {
  const facts = { size: staged.size, sha256, pages, markers: JSON.stringify(markers) };
  return { kind, key: `${actor.id}/${randomUUID()}.pdf`, ...facts, created_at: clock(), staged };
}

export const rowsOf = (
  documents: CheckedDocument[],
  proposalId: string,
): documentStore.DocumentRow[] =>
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

/**
 * Called for each link and each download: a link may be older than the verdict. Refuses with 409.
 */
export function requireUnlocked(
  { config }: Context,
  { kind, scanned_at, threat }: Pick<documentStore.FoundDocument, 'kind' | 'scanned_at' | 'threat'>,
): void {
  const refusal = refuseDownload({ scannedAt: scanned_at, threat }, config.clamd !== undefined);
  if (refusal)
    throw new Problem(`document_${refusal}`, DOCUMENT_REFUSALS[refusal](DOCUMENT_LABELS[kind]));
}

function linkTo(context: Context, found: documentStore.FoundDocument | undefined): DocumentLink {
  if (!found) throw missingDocument();
  requireUnlocked(context, found);
  return signDocumentLink(context, found.key, documentFileName(found.business_name, found.kind));
}

/** A link to a stored PDF, for an hour. */
export function signDocumentLink(context: Context, key: string, filename: string): DocumentLink {
  const expiresAt = new Date(context.clock().getTime() + DOWNLOADS.lifetimeSeconds * 1000);
  const url = context.publicUrl + signLink(context.linkSecret, { key, filename, expiresAt });
  return { presigned_url: url, url, expires_in: DOWNLOADS.lifetimeSeconds };
}

/**
 * For admins: the key is looked up, never built from input. Refuses with 404, and with 409 while
 * the document is locked.
 */
export async function getDocumentLink(context: Context, key: string): Promise<DocumentLink> {
  return linkTo(context, await documentStore.findByKey(context.db.read, key));
}

/** For the proposal's owner: another person's document is 404, a locked one 409. */
export async function getOwnDocumentLink(
  context: UserContext,
  proposalId: string,
  kind: string,
  version?: number,
): Promise<DocumentLink> {
  const scope = { ownerId: context.actor.id };
  if (!isId(proposalId)) throw missingDocument();
  const { read } = context.db;
  const wanted = { proposalId, kind };
  const found =
    version === undefined
      ? await documentStore.findDocument(read, scope, wanted)
      : await findOfVersion(context, { ...wanted, version });
  return linkTo(context, found);
}

/** As long as there is one version only, it is the proposal as it is. */
async function findOfVersion(
  { actor, db }: UserContext,
  wanted: { proposalId: string; kind: string; version: number },
): Promise<documentStore.FoundDocument | undefined> {
  const scope = { ownerId: actor.id };
  const found = await documentStore.findVersionDocument(db.read, scope, wanted);
  if (found || wanted.version !== 1) return found;
  return documentStore.findDocument(db.read, scope, wanted);
}

/** What a signed link may lead to. */
type LinkedFile = Omit<documentStore.FoundDocument, 'business_name'>;
type DocumentStream = { headers: Record<string, string>; stream: Readable };

/**
 * Opens the file behind a signed link for anybody who has it. Refuses with 403 a changed or expired
 * link, 404 a deleted document, 409 a locked one, 503 one that differs from what was received.
 */
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
