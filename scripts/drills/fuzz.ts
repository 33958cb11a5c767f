/**
 * `npm run drill:fuzz -- --calls 25000 --seed 1`: calls every operation of the API's description
 * with unexpected values, on both engines. Fails on a server error, on a missing answer, and on an
 * answer that the description does not allow; the same seed makes the same choices.
 */
import { parseArgs } from 'node:util';
import { createTestApp } from '#tests/app.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { fuzz, type FuzzResult } from '#tests/fuzz/run.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '25000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [calls, seed] = [Number(values.calls), Number(values.seed)];
const SHOWN = 20;

function report(engine: string, { statuses, findings }: FuzzResult): void {
  const byStatus = new Map<number, number>();
  for (const counts of statuses.values())
    for (const [status, count] of counts) byStatus.set(status, (byStatus.get(status) ?? 0) + count);
  const summary = [...byStatus].sort().map(([status, count]) => `${status}: ${count}`);
  console.log(`${engine}: ${calls} calls, seed ${seed}. ${summary.join(', ')}.`);
  for (const { fault, request, answer } of findings.slice(0, SHOWN))
    console.error(`  ${fault}\n    ${JSON.stringify(request)}\n    ${answer?.text.slice(0, 300)}`);
  console.log(`${engine}: ${findings.length} findings.`);
}

async function drill(engine: string, environment: Record<string, string>): Promise<void> {
  const app = await createTestApp(environment);
  const result = await fuzz(app, { calls, seed });
  report(engine, result);
  if (result.findings.length > 0) process.exitCode = 1;
  await app.close();
}

await drill('SQLite', {});
const { url, kind, stop } = await startPostgres();
await drill('PostgreSQL', { DATABASE_URL: kind === 'server' ? url : `${url}&pool_max=1` });
await stop();
