/** Documents for rounds without names: judges read clean copies only. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MINUTE_MS } from '#domain/constants.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { openVerified } from '../files/verified.ts';
import { cleanPdf } from '../pdf/inspect.ts';
import { claimJobs } from '../queue/store.ts';
import type { RoundRow } from '../rounds/store.ts';
import * as store from './judged-store.ts';

const isCleaned = ({ is_blind, shows_documents }: RoundRow): boolean => is_blind && shows_documents;

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * A second try is for a power cut. A document whose first two took the server with them would take
 * it again.
 */
const MAX_TRIES = 2;
/** Longer than a try can take: it is claimed again only if its instance died. */
const LEASE_MS = 6 * MINUTE_MS;
/** Milliseconds until the next try after one that failed by the machine's fault. */
const RETRY_MS = MINUTE_MS;

/** Stores a clean copy, or notes that there can be none. */
async function cleanOne(services: Services, document: store.UncleanedDocument): Promise<void> {
  const { files, stagingDir, db } = services;
  const place = join(stagingDir, randomUUID());
  const [from, to] = [`${place}.pdf`, `${place}-clean.pdf`];
  try {
    const stream = await openVerified(services, document);
    if (stream) await pipeline(stream, createWriteStream(from));
    if (!stream || !(await cleanPdf(from, to))) {
      await store.setCopy(db.read, document);
      return;
    }
    const { size } = await stat(to);
    const sha256 = await digestOf(to);
    const key = `${dirname(document.key)}/${randomUUID()}.pdf`;
    await files.put(key, to, { size, sha256, contentType: 'application/pdf' });
    const copy = { clean_key: key, clean_size: size, clean_sha256: sha256 };
    if (!(await store.setCopy(db.read, document, copy))) await deleteFiles(services, [key]);
  } finally {
    await Promise.all([from, to].map((path) => rm(path, { force: true })));
  }
}

/**
 * One after the other, so that people who upload are not kept waiting. Each try is written down
 * before it begins; a document that broke the process or its limits has no copy, and one that the
 * machine could not read is tried later.
 */
export async function cleanDocuments(services: Services, isStopped: () => boolean = () => false) {
  const { db, clock, log } = services;
  const after = (ms: number) => new Date(clock().getTime() + ms);
  while (!isStopped()) {
    const [next] = await claimJobs(db, store.CLEANINGS, clock(), after(LEASE_MS), 1);
    if (!next) return;
    const { key, proposal_id: proposal, tries } = next;
    if (tries > MAX_TRIES) {
      log.error({ key, proposal }, 'no try to clean a document has ended: it stays hidden');
      await store.setCopy(db.read, next);
      continue;
    }
    await cleanOne(services, next).catch(async (error) => {
      log.error({ err: error, key, proposal }, 'a document is cleaned later');
      await store.releaseCleaning(db.read, next, after(RETRY_MS));
    });
  }
}

/**
 * By proposal, whether both documents of it are clean: null where nobody has tried yet, or where
 * the round shows none, or shows them with names.
 */
export async function readCleanness(db: Executor, round: RoundRow) {
  const all = isCleaned(round) ? await store.listCleanness(db, round.program_id) : [];
  const rows = Map.groupBy(all, ({ proposal_id }) => proposal_id);
  return (id: string | null) => {
    if (!isCleaned(round)) return null;
    const own = (id !== null && rows.get(id)) || [];
    if (own.some(({ isClean }) => isClean === false)) return false;
    return own.some(({ isClean }) => isClean === null) ? null : true;
  };
}

export type ShownDocuments = {
  documents: DocumentKind[];
  /** By kind, of what is served: in a blind round of the copy. */
  document_bytes: Partial<Record<DocumentKind, number>>;
  withheld_documents: { kind: DocumentKind; is_clean: false | null }[];
};

/** Which documents a judge may open, and which are kept back, by proposal. */
export async function listShown(
  db: Executor,
  asked: readonly { round: RoundRow; proposalId: string | null }[],
): Promise<(round: RoundRow, proposalId: string | null) => ShownDocuments> {
  const ids = asked.flatMap(({ round, proposalId }) =>
    proposalId !== null && round.shows_documents ? [proposalId] : [],
  );
  const rows = Map.groupBy(await store.listCleannessOf(db, ids), ({ proposal_id }) => proposal_id);
  return (round, proposalId) => {
    const all = round.shows_documents && proposalId !== null ? (rows.get(proposalId) ?? []) : [];
    const isWithheld = ({ isClean }: { isClean: boolean | null }) =>
      round.is_blind && isClean !== true;
    const open = all.filter((one) => !isWithheld(one));
    return {
      documents: open.map(({ kind }) => kind),
      document_bytes: Object.fromEntries(
        open.map(({ kind, size, cleanSize }) => [kind, round.is_blind ? cleanSize! : size]),
      ),
      withheld_documents: all
        .filter(isWithheld)
        .map(({ kind, isClean }) => ({ kind, is_clean: isClean === false ? false : null })),
    };
  };
}
