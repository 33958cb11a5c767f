/** Documents of any size that take no room: a few bytes of their own, then a hole in the file. */
import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Services } from '#server/context.ts';

/** Own bytes at the beginning, so that no two documents have the same digest. */
const HEAD_BYTES = 64;
const HOLE = Buffer.alloc(1024 * 1024);
const BATCH = 500;

function digestOf(head: Buffer, size: number): string {
  const hash = createHash('sha256').update(head);
  for (let bytesLeft = size - head.length; bytesLeft > 0; bytesLeft -= HOLE.length)
    hash.update(bytesLeft < HOLE.length ? HOLE.subarray(0, bytesLeft) : HOLE);
  return hash.digest('hex');
}

async function writeSparse(path: string, head: Buffer, size: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'w');
  try {
    await file.write(head);
    await file.truncate(size);
  } finally {
    await file.close();
  }
}

/** Gives each document of the database a file of `size` bytes; for a store on the disk. */
export async function giveSparseFiles(services: Services, size: number): Promise<number> {
  const { db, config } = services;
  const documents = await db.read
    .selectFrom('documents')
    .select(['proposal_id', 'kind', 'key'])
    .execute();
  for (let first = 0; first < documents.length; first += BATCH)
    await db.write(async (tx) => {
      for (const { proposal_id, kind, key } of documents.slice(first, first + BATCH)) {
        const head = Buffer.alloc(HEAD_BYTES, `%PDF-1.7 ${key}`);
        await writeSparse(join(config.dataDir, 'files', key), head, size);
        await tx
          .updateTable('documents')
          .set({ size, sha256: digestOf(head, size) })
          .where('proposal_id', '=', proposal_id)
          .where('kind', '=', kind)
          .execute();
      }
    });
  return documents.length;
}
