/** Documents for rounds without names: judges read clean copies only. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { openVerified } from '../files/verified.ts';
import { cleanPdf } from '../pdf/clean.ts';
import type { RoundRow } from '../rounds/store.ts';
import * as store from './document-store.ts';

const isCleaned = ({ is_blind, shows_documents }: RoundRow): boolean => is_blind && shows_documents;

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Stores a clean copy, or notes that there can be none. */
async function cleanOne(services: Services, document: store.UncleanedDocument): Promise<void> {
  const { files, stagingDir, db } = services;
  const place = join(stagingDir, randomUUID());
  const [from, to] = [`${place}.pdf`, `${place}-clean.pdf`];
  try {
    const stream = await openVerified(services, document);
    if (stream) await pipeline(stream, createWriteStream(from));
    if (!stream || !(await cleanPdf(from, to))) {
      await store.setCopy(db.read, document, undefined);
      return;
    }
    const { size } = await stat(to);
    const sha256 = await digestOf(to);
    const key = `${document.user_id}/${randomUUID()}.pdf`;
    await files.put(key, to, { size, sha256, contentType: 'application/pdf' });
    const copy = { clean_key: key, clean_size: size, clean_sha256: sha256 };
    if (!(await store.setCopy(db.read, document, copy))) await deleteFiles(services, [key]);
  } finally {
    await Promise.all([from, to].map((path) => rm(path, { force: true })));
  }
}

/** One after the other, so that people who upload are not kept waiting. */
export async function cleanDocuments(
  services: Services,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (;;) {
    const next = isStopped()
      ? undefined
      : await store.findUncleaned(services.db.read, services.clock());
    if (!next) return;
    await cleanOne(services, next);
  }
}

/**
 * By proposal, whether both documents of it are clean: null where nobody has tried yet, or where
 * the round shows none, or shows them with names.
 */
export async function readCleanness(
  db: Executor,
  round: RoundRow,
): Promise<(proposalId: string | null) => boolean | null> {
  if (!isCleaned(round)) return () => null;
  const rows = Map.groupBy(
    await store.listCleanness(db, round.program_id),
    ({ proposal_id }) => proposal_id,
  );
  return (id) => {
    const own = (id !== null && rows.get(id)) || [];
    if (own.some(({ isClean }) => isClean === false)) return false;
    return own.some(({ isClean }) => isClean === null) ? null : true;
  };
}

/** Which documents a judge may open, by proposal. */
export async function listShown(
  db: Executor,
  asked: readonly { round: RoundRow; proposalId: string | null }[],
): Promise<(round: RoundRow, proposalId: string | null) => DocumentKind[]> {
  const ids = asked.flatMap(({ round, proposalId }) =>
    proposalId !== null && round.shows_documents ? [proposalId] : [],
  );
  const rows = Map.groupBy(await store.listCleannessOf(db, ids), ({ proposal_id }) => proposal_id);
  return (round, proposalId) =>
    !round.shows_documents || proposalId === null
      ? []
      : (rows.get(proposalId) ?? [])
          .filter(({ isClean }) => !round.is_blind || isClean === true)
          .map(({ kind }) => kind);
}
