/** Checks a complete document: one file, inspected, ready for its draft or refused. */
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#domain/problem.ts';
import { FILE_REFUSALS } from '#domain/proposals/messages.ts';
import { labelOfDocument } from '#domain/proposals/rules.ts';
import { UPLOAD } from '#domain/uploads/messages.ts';
import { audit } from '../audit.ts';
import type { Services, User } from '../context.ts';
import { isUndone } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { drafts } from '../drafts/store.ts';
import { settleDocument } from '../drafts/submission.ts';
import { findAwaited, isAnnounced, otherThanAnnounced } from '../drafts/waiting.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { discardStaged } from '../files/staging.ts';
import { inspectPdf, type PdfInspection } from '../pdf/inspect.ts';
import { checking, acquireLease, renewLease, releaseLease, stageWhole } from './parts.ts';
import { findWords } from '../questions/store.ts';
import * as store from './store.ts';

const AT_ONCE = 20;
/** Milliseconds to wait for another instance's verdict: longer than a lease. */
const WAIT_MS = 12_000;
const POLL_MS = 500;

const refused = (message: string): Problem => new Problem('wrong_type', message);

/**
 * Checks a document that nobody else is checking, even if the sender disconnects, and returns its
 * resulting state. Refuses with 415 a file that no reader can open, and with 422 one that a waiting
 * submission did not announce, which is dropped; `overloaded` and `unavailable` leave it unchanged,
 * to be checked later.
 */
export async function checkUpload(services: Services, upload: store.Upload): Promise<store.Upload> {
  const stop = renewLease(services, () => upload);
  let verdict: Verdict | undefined;
  try {
    verdict = await checking(upload.size, () => judge(services, upload));
  } finally {
    stop();
    if (!verdict) await releaseLease(services, upload);
  }
  await settleDocument(services, { draftId: upload.draft_id, kind: upload.kind }).catch((error) =>
    services.log.error(
      { err: error, upload: upload.id },
      'a submission could not be completed with its document',
    ),
  );
  if (verdict.state === 'other') throw verdict.problem;
  if (verdict.state === 'refused') throw refused(verdict.message);
  return { ...upload, state: verdict.state, parts: [] };
}

/** Not the document that a waiting submission announced: the upload is gone. */
type OtherProblem = { state: 'other'; problem: Problem };
type Verdict = store.Verdict | OtherProblem;

async function judge(services: Services, upload: store.Upload): Promise<Verdict> {
  const staged = await stageWhole(services, upload);
  try {
    const isStored = upload.parts[0]?.key === upload.key;
    const key = isStored ? upload.key : store.newDocumentKey(upload.user_id);
    const inspection = await inspectPdf(staged.path, upload.user_id);
    const label = labelOfDocument(upload.kind, await findWords(services.db.read, upload.kind));
    const verdict = verdictOf(label, key, inspection);
    const added: string[] = [];
    if (verdict.state === 'ready' && !isStored) {
      const { sha256 } = verdict;
      const { size, synced } = staged;
      const facts = { size, sha256, synced, contentType: 'application/pdf' };
      await services.files.put(key, staged.path, facts);
      added.push(key);
    }
    return await settle(services, upload, { ...verdict, digest: inspection.sha256 }, added);
  } finally {
    await discardStaged(staged);
  }
}

function verdictOf(label: string, key: string, inspection: PdfInspection): store.Verdict {
  if (!inspection.ok) return { state: 'refused', message: FILE_REFUSALS[inspection.reason](label) };
  const { sha256, pages, markers } = inspection;
  return { state: 'ready', key, sha256, pages, markers: JSON.stringify(markers) };
}

/**
 * Deletes files that are no longer needed after the commit. Of two checks of the same document, the
 * second one deletes only the files that it has added itself.
 */
async function settle(
  services: Services,
  upload: store.Upload,
  { digest, ...found }: store.Verdict & { digest: string },
  added: string[],
): Promise<Verdict> {
  const { verdict, isSettled } = await services.db
    .write(async (tx) => {
      const other = await findOther(services, tx, upload, digest);
      const isSettled = other
        ? await store.dropUpload(tx, upload)
        : await store.saveVerdict(tx, upload, found);
      if (isSettled) await auditVerdict(services, tx, upload, other ?? found);
      return { verdict: other ?? found, isSettled };
    })
    .catch(async (error: unknown) => {
      if (isUndone(error)) await deleteFiles(services, added);
      throw error;
    });
  const kept = verdict.state === 'ready' ? verdict.key : undefined;
  const unneeded = isSettled ? [...store.keysOf(upload), ...added] : added;
  await deleteFiles(
    services,
    unneeded.filter((key) => !isSettled || key !== kept),
  );
  return verdict;
}

/** The draft is locked: a submission either sees the ready document or is seen here. */
async function findOther(
  { clock }: Services,
  tx: Executor,
  { draft_id, kind, size }: store.Upload,
  sha256: string,
): Promise<OtherProblem | undefined> {
  await drafts.lock(tx, { id: draft_id });
  const awaited = await findAwaited(tx, draft_id, clock());
  const expected = awaited?.[kind];
  if (!expected || isAnnounced({ kind, size, sha256 }, awaited)) return undefined;
  const label = labelOfDocument(kind, await findWords(tx, kind));
  return { state: 'other', problem: otherThanAnnounced(label, expected) };
}

async function auditVerdict(
  { clock }: Services,
  tx: Executor,
  { id, user_id, kind, state }: store.Upload,
  verdict: Verdict,
): Promise<void> {
  const actor: User = { id: user_id, role: 'applicant', tokenHash: '' };
  const changes = { kind, state: [state, verdict.state] };
  await audit(tx, { actor, clock }, 'uploads.update', 'upload', id, changes);
}

/**
 * For a client that asks after the last byte has arrived: waits for the verdict, or checks the
 * document if nobody does. Returns the upload as it is if that takes long.
 */
export async function checkAgain(services: Services, upload: store.Upload): Promise<store.Upload> {
  const end = performance.now() + WAIT_MS;
  let seen: store.Upload | undefined = upload;
  while (seen?.state === 'checking') {
    const leased = await acquireLease(services, seen);
    if (leased) return checkUpload(services, leased);
    if (performance.now() >= end) return seen;
    await pause(POLL_MS);
    seen = await store.findUpload(services.db.read, upload.user_id, upload.id);
  }
  if (!seen) throw new Problem('not_found', UPLOAD.gone);
  if (seen.state === 'refused') throw refused(seen.message!);
  return seen;
}

const resuming = new Set<string>();

/** Starts an interrupted check without waiting for it. */
export function resumeCheck(services: Services, upload: store.Upload): void {
  if (upload.state !== 'checking' || resuming.has(upload.id)) return;
  resuming.add(upload.id);
  checkAgain(services, upload)
    .catch((error) => note(services, upload, error))
    .finally(() => resuming.delete(upload.id));
}

/** Checks complete documents that were left unchecked by a killed or overloaded process. */
export async function checkUnchecked(services: Services): Promise<void> {
  const { db, clock } = services;
  for (const upload of await store.listUnchecked(db.read, clock(), AT_ONCE))
    await checkAgain(services, upload).catch((error) => note(services, upload, error));
}

/** A refused document is an answer to its sender, who sees it in the draft. */
function note({ log }: Services, upload: store.Upload, error: unknown): void {
  if (error instanceof Problem && error.status < 500) return;
  log.warn({ err: error, upload: upload.id }, 'a document will be checked later');
}
