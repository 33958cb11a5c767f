/**
 * `npm run drill -- faults --count 100`: injects this many faults while people write, on both
 * engines: kills, stops and freezes the product, fills and breaks its disk, moves its clock, and
 * makes database, object store and mail server fail. `--minutes 8` limits the time. Fails if an
 * acknowledged write is lost, duplicated or damaged, or if an answer is neither a success nor an
 * honest refusal.
 */
import { parseArgs } from 'node:util';
import { lacksPostgres } from '#tests/servers/restartable-postgres.ts';
import { drillFaults, type DrillReport } from '#tests/faults/drill/run.ts';
import type { WorldName } from '#tests/faults/drill/world.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    /** `sqlite` or `postgres`; both by default. */
    only: { type: 'string', default: '' },
    /** Begins no fault later than this; unset: as long as it takes. */
    minutes: { type: 'string', default: 'Infinity' },
  },
});
const SHOWN = 20;
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
const listed = (counts: Map<string, number>) =>
  [...counts].map(([what, count]) => `${count} x ${what}`).join(', ') || 'none';

function print(report: DrillReport): void {
  console.log(`\n${report.world}`);
  for (const [name, { count, slowestMs, felt }] of report.injected)
    console.log(
      `  ${String(count).padStart(4)} x ${name.padEnd(44)} ${String(felt).padStart(5)} failed by it; ${seconds(slowestMs)} at most until all could write again`,
    );
  const { enquiries, drafts, proposals } = report.acknowledged;
  const { sent, waiting, refused } = report.mails;
  console.log(`  acknowledged: ${enquiries} enquiries, ${drafts} saves, ${proposals} proposals`);
  console.log(`  refused or not answered, and sent again: ${listed(report.refusals)}`);
  console.log(`  mails: ${sent} sent, ${waiting} waiting, ${refused} refused for good`);
  console.log(`  files left for the sweep: ${report.filesForSweep}`);
  for (const what of [...report.lost, ...report.dishonest].slice(0, SHOWN))
    console.error(`  ${what}`);
  console.log(`  lost: ${report.lost.length}; dishonest answers: ${report.dishonest.length}`);
}

const count = Number(values.count);
const limitMs = Number(values.minutes) * 60_000;
if (!Number.isInteger(count) || count < 1 || !(limitMs > 0)) {
  console.error('Usage: npm run drill -- faults --count N [--only sqlite|postgres] [--minutes N]');
  process.exit(2);
}
const worlds = (['SQLite and disk', 'PostgreSQL and S3'] as const)
  .filter((name) => name.toLowerCase().startsWith(values.only))
  .filter((name) => name === 'SQLite and disk' || !lacksPostgres);
if (lacksPostgres) console.warn(`The drill leaves out PostgreSQL and S3: ${lacksPostgres}.`);
const reports: DrillReport[] = [];
for (const [index, name] of worlds.entries()) {
  const share = Math.floor(count / worlds.length) + (index < count % worlds.length ? 1 : 0);
  const onFault = (fault: string, ms: number) => console.log(`${name}: ${fault}, ${seconds(ms)}`);
  const order = { name: name satisfies WorldName, count: share, onFault };
  const report = await drillFaults({ ...order, limitMs: limitMs / worlds.length });
  print(report);
  reports.push(report);
}
const lost = reports.reduce((sum, report) => sum + report.lost.length, 0);
const dishonest = reports.reduce((sum, report) => sum + report.dishonest.length, 0);
const injected = reports
  .flatMap((report) => [...report.injected.values()])
  .reduce((sum, one) => sum + one.count, 0);
console.log(`\n${injected} faults, ${lost} lost, ${dishonest} dishonest answers.`);
process.exit(lost + dishonest === 0 ? 0 : 1);
