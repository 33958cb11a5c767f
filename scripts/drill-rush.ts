/**
 * `npm run drill:rush -- --instances 1`: simulates the last hour before a deadline in fast motion.
 * 1,500 applicants, half of them in the last quarter, log in, upload two real PDFs over slow lines
 * and submit, beside 5,000 visitors. Fails if an acknowledged submission is lost.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { percentile } from '../bench/deadline/figures.ts';
import { playRush, type Outcome } from '../bench/deadline/run.ts';
import { openStage } from '../bench/deadline/stage.ts';

// Ending the drill also ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '1' },
    applicants: { type: 'string', default: '1500' },
    visitors: { type: 'string', default: '5000' },
    /** Mean size of a document. */
    megabytes: { type: 'string', default: '1' },
    /** How many times as fast as the real hour. */
    faster: { type: 'string', default: '12' },
    /** PostgreSQL and S3 even for a single instance. */
    servers: { type: 'boolean', default: false },
  },
});
const plan = {
  applicants: Number(values.applicants),
  visitors: Number(values.visitors),
  megabytes: Number(values.megabytes),
  faster: Number(values.faster),
};
const count = Number(values.instances);
if (![count, ...Object.values(plan)].every((value) => value > 0)) {
  console.error('Usage: npm run drill:rush -- [--instances 1|2] [--applicants N] [--visitors N]');
  console.error('       [--megabytes N] [--faster N] [--servers]');
  process.exit(2);
}
const SHOWN = 10;
const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(9);

function print(outcome: Outcome): void {
  const { figures, submitted, lost, seconds, peakMb, recoveredMs } = outcome;
  console.log(`${'step'.padEnd(18)} ${'times'.padStart(7)}       p50       p95       p99  refused`);
  for (const [step, times] of figures.times) {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => ms(percentile(times, share)));
    const refused = String(figures.refused.get(step) ?? 0).padStart(8);
    console.log(
      `${step.padEnd(18)} ${String(times.length).padStart(7)} ${p50} ${p95} ${p99} ${refused}`,
    );
  }
  console.log(
    `${submitted} of ${plan.applicants} submitted in ${seconds.toFixed(0)} s; ${lost.length} lost; ${figures.failures.length} gave up.`,
  );
  console.log(`The product used ${outcome.processorSeconds.toFixed(0)} s of processor.`);
  console.log(
    `At most ${peakMb.toFixed(0)} MB a process; quick again after ${recoveredMs.toFixed(0)} ms; load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores.`,
  );
  for (const what of [...lost, ...figures.failures].slice(0, SHOWN)) console.error(`  ${what}`);
}

const stage = await openStage(count, values.servers);
console.log(
  `${stage.what}: ${plan.applicants} applicants with 2 x ${plan.megabytes} MB, ${plan.visitors} visitors, ${plan.faster} times as fast; load ${loadavg()[0]!.toFixed(1)} before.`,
);
const outcome = await playRush(stage, plan).finally(stage.close);
print(outcome);
const isKept = outcome.lost.length === 0 && outcome.submitted === plan.applicants;
process.exit(isKept ? 0 : 1);
