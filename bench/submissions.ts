/**
 * Uploads, checked and stored durably, compared with a bare server that pipes the same bytes to a
 * file on the same disk without syncing.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '#server/db/open.ts';
import { submissionOf } from './form.ts';
import { interleave } from './load.ts';
import { removeDataDir } from './product.ts';
import { compared, type Row } from './report.ts';
import { inWorld, type World } from './world.ts';

type Plan = { megabytes: number; connections: number; count: number; target?: number };

async function compareSubmitting(
  { dataDir, product, bare, seeded }: World,
  { megabytes, connections, count, target }: Plan,
): Promise<Row> {
  const next = await submissionOf(megabytes, seeded.programIds[0]!, seeded.applicantTokens);
  const dir = join(dataDir, 'bare');
  // Both sides' files are deleted after each round. A virtual machine pays up to eight times as
  // much for a memory page that it has never used, so the side whose files stay would be measured
  // on different memory from the other.
  const tidy = async () => {
    for (const files of [dir, join(dataDir, 'files')]) {
      removeDataDir(files);
      mkdirSync(files);
    }
    // The limit is 200 proposals per person.
    const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
    database.exec('delete from documents; delete from proposals');
    database.close();
  };
  await tidy();
  await bare.order({
    dir,
    body: Buffer.alloc(1000, ' ').toString('base64'),
    headers: { 'content-length': '1000' },
  });
  const pair = await interleave(
    { port: product.port, pid: product.pid, next },
    { port: bare.port, next },
    { connections, milliseconds: 5000, count, rounds: 7, between: tidy },
  );
  return compared(
    `2 x ${megabytes} MB, ${connections === 1 ? 'one at a time' : `${connections} at once`}`,
    pair,
    '/s',
    target,
  );
}

export const benchSubmissions = (): Promise<Row[]> =>
  inWorld({}, async (world) => [
    await compareSubmitting(world, { megabytes: 0.02, connections: 1, count: 60 }),
    await compareSubmitting(world, { megabytes: 5, connections: 1, count: 10, target: 0.5 }),
    await compareSubmitting(world, { megabytes: 5, connections: 8, count: 16, target: 0.6 }),
    await compareSubmitting(world, { megabytes: 10, connections: 8, count: 16 }),
  ]);
