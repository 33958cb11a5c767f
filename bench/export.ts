/** The export of 100,000 proposals, read at full speed and at the speed of a poor line. */
import { get as request, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { idle, peakWhile } from './memory.ts';
import { limited, type Row } from './report.ts';
import { inWorld, signedIn } from './world.ts';

const GROWTH_LIMIT_MB = 50;
const ROWS = 100_000;
/** Milliseconds that a slow reader pauses after each chunk: the whole export takes some seconds. */
const REST_MS = 20;

async function download(port: number, token: string, rest: number): Promise<void> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(
      {
        port,
        host: '127.0.0.1',
        path: '/api/v1/proposals/admin/export.csv',
        headers: signedIn(token),
      },
      resolve,
    ).on('error', reject),
  );
  let lines = 0;
  for await (const chunk of answer) {
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
    if (rest > 0) await wait(rest);
  }
  if (lines !== ROWS + 1) throw new Error(`The export has ${lines} lines.`);
}

export const benchExport = (): Promise<Row[]> =>
  inWorld({ proposals: ROWS, users: 20_000 }, async (world) => {
    const { product, seeded } = world;
    const rows: Row[] = [];
    for (const [what, rest] of [
      ['read at once', 0],
      ['read slowly', REST_MS],
    ] as const) {
      const atRest = await idle(world);
      const growths: number[] = [];
      for (let round = 0; round < 3; round += 1)
        growths.push(
          (await peakWhile(product.pid, () => download(product.port, seeded.adminToken, rest))) -
            atRest,
        );
      rows.push(
        limited(`growth during the CSV of 100,000 rows, ${what}`, growths, ' MB', GROWTH_LIMIT_MB),
      );
    }
    return rows;
  });
