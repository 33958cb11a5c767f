/**
 * `npm run drill -- scores --count 1000`: judges in a hall send their scores while the line is cut
 * this often at any byte, others answer for us, and the product is killed. Fails if a score is lost
 * or doubled, or if what counts is not what the phone shows.
 */
import { parseArgs } from 'node:util';
import { cutScores } from '#tests/faults/cut-scores.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '10' },
  },
});
const report = await cutScores({ count: Number(values.count), kills: Number(values.kills) });
for (const [cut, times] of report.cuts) console.log(`  ${String(times).padStart(4)} x ${cut}`);
const { lost, doubled, differing, versions, seconds } = report;
console.log(
  `  ${versions} versions in ${seconds.toFixed(0)} s: ${lost.length} lost, ${doubled.length} doubled, ${differing.length} pitches shown otherwise than they count`,
);
process.exit(lost.length + doubled.length + differing.length === 0 ? 0 : 1);
