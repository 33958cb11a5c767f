/**
 * `npm run drill -- rush --instances 1`: simulates the last hour before a deadline in fast motion.
 * 1,500 applicants, half of them in the last quarter, log in, upload two real PDFs over slow
 * connections and submit, beside 5,000 visitors; then come ten times as many visitors as it can
 * serve. Fails if an acknowledged submission is lost. Stops after `--minutes` in any case.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Figures } from '../../bench/deadline/figures.ts';
import { playedMs } from '../../bench/deadline/model.ts';
import type { Crowding } from '../../bench/deadline/crowd.ts';
import { playRush, type Outcome } from '../../bench/deadline/run.ts';
import { openStage } from '../../bench/deadline/stage.ts';
import { percentile } from '../../bench/report.ts';

const { values } = parseArgs({
  options: {
    instances: { type: 'string', default: '1' },
    applicants: { type: 'string', default: '1500' },
    visitors: { type: 'string', default: '5000' },
    megabytes: { type: 'string', default: '1' },
    /**
     * How many times as fast as real time: the first three quarters of the hour, and the last one.
     */
    faster: { type: 'string', default: '24' },
    'last-faster': { type: 'string', default: '4' },
    /** The maximum for everything, including set-up and checks. */
    minutes: { type: 'string', default: '8' },
    /** One instance on PostgreSQL and S3 too. */
    servers: { type: 'boolean', default: false },
  },
});
const plan = {
  applicants: Number(values.applicants),
  visitors: Number(values.visitors),
  megabytes: Number(values.megabytes),
  faster: Number(values.faster),
  lastFaster: Number(values['last-faster']),
};
const count = Number(values.instances);
const limitMs = Number(values.minutes) * 60_000;
/** Set-up before the hour and checks after it. */
const AROUND_MS = 120_000;
if (![count, limitMs, ...Object.values(plan)].every((value) => value > 0)) {
  console.error('Usage: npm run drill -- rush [--instances 1|2] [--applicants N] [--visitors N]');
  console.error('       [--megabytes N] [--faster N] [--last-faster N] [--minutes N] [--servers]');
  process.exit(2);
}
if (playedMs(plan) + AROUND_MS > limitMs) {
  console.error(
    `The hour takes ${Math.ceil(playedMs(plan) / 60_000)} minutes at these speeds, which does not fit into ${values.minutes} with two around it: give more of --faster, --last-faster or --minutes.`,
  );
  process.exit(2);
}
const SHOWN = 10;
const ms = (value: number) => `${value.toFixed(0)} ms`.padStart(9);

function printFigures({ times, refused }: Figures): void {
  console.log(`${'step'.padEnd(18)} ${'times'.padStart(7)}       p50       p95       p99  refused`);
  for (const step of new Set([...times.keys(), ...refused.keys()])) {
    const taken = times.get(step) ?? [];
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => ms(percentile(taken, share)));
    const refusals = String(refused.get(step) ?? 0).padStart(8);
    console.log(
      `${step.padEnd(18)} ${String(taken.length).padStart(7)} ${p50} ${p95} ${p99} ${refusals}`,
    );
  }
}

function printCrowding({ busy, crowded, figures, usualMs, recoveredMs }: Crowding): void {
  const rate = ({ answered, seconds }: Crowding['busy']) => (answered / seconds).toFixed(0);
  console.log(
    `Then 60 visitors without a pause: ${rate(busy)} answers a second. Ten times as many: ${rate(crowded)}, ${crowded.refused} refused, ${crowded.broken} broken, p99 ${ms(crowded.p99Ms).trim()}. Among them:`,
  );
  printFigures(figures);
  console.log(
    `As quick as before (${usualMs.toFixed(0)} ms for a page, a list and a save) ${ms(recoveredMs).trim()} after they had gone.`,
  );
}

function print(outcome: Outcome): void {
  const { figures, submitted, lost, seconds, peakMb, recoveredMs } = outcome;
  printFigures(figures);
  console.log(
    `${submitted} of ${plan.applicants} submitted in ${seconds.toFixed(0)} s; ${lost.length} lost; ${figures.failures.length} gave up.`,
  );
  console.log(
    `The product used ${outcome.processorSeconds.toFixed(0)} s of processor; quick again after ${recoveredMs.toFixed(0)} ms.`,
  );
  printCrowding(outcome.crowding);
  console.log(
    `At most ${peakMb.toFixed(0)} MB a process; load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores.`,
  );
  for (const what of [...lost, ...figures.failures].slice(0, SHOWN)) console.error(`  ${what}`);
}

const stage = await openStage(count, values.servers);
console.log(
  `${stage.what}: ${plan.applicants} applicants with 2 x ${plan.megabytes} MB, ${plan.visitors} visitors, ${plan.faster} times as fast, the last quarter ${plan.lastFaster} times; load ${loadavg()[0]!.toFixed(1)} before.`,
);
const outcome = await playRush(stage, plan, limitMs).finally(stage.close);
print(outcome);
const isGreen = outcome.lost.length === 0 && outcome.submitted === plan.applicants;
process.exit(isGreen ? 0 : 1);
