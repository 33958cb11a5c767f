/**
 * `npm run bench [-- NAME]`: compares the product with a bare Node server, alternating in the same
 * run; exits with 1 if a target is missed. docs/performance.md says how to read it.
 */
import { cpus, loadavg } from 'node:os';
import { benchEvening } from './evening.ts';
import { benchJudging } from './judging.ts';
import { benchLists } from './lists.ts';
import { benchMemory } from './memory.ts';
import { benchPhone } from './phone.ts';
import { benchQuestions } from './questions.ts';
import { benchReads } from './reads.ts';
import { printRows, type Row } from './report.ts';
import { benchRush } from './rush.ts';
import { benchSubmissions } from './submissions.ts';
import { benchTogether } from './together.ts';
import { benchTouch } from './touch.ts';

const BENCHMARKS: Record<string, () => Promise<Row[]>> = {
  reads: benchReads,
  lists: benchLists,
  questions: benchQuestions,
  touch: benchTouch,
  together: benchTogether,
  submissions: benchSubmissions,
  judging: benchJudging,
  evening: benchEvening,
  memory: benchMemory,
  rush: benchRush,
  phone: benchPhone,
};
/** Only run when named, because they take minutes. */
const LONG = ['lists', 'questions', 'touch', 'phone'];

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !BENCHMARKS[name]);
if (unknown) {
  console.error(
    `There is no benchmark "${unknown}". There are: ${Object.keys(BENCHMARKS).join(', ')}`,
  );
  process.exit(2);
}

const begin = performance.now();
console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${loadavg()[0]!.toFixed(1)} at the start\n`,
);
const rows: Row[] = [];
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 ? !wanted.includes(name) : LONG.includes(name)) continue;
  const found = await run();
  printRows(name, found);
  rows.push(...found);
}
const missed = rows.filter(({ isMet }) => isMet === false);
console.log(
  `${rows.length} figures in ${((performance.now() - begin) / 1000).toFixed(0)} s; ${missed.length === 0 ? 'every target is met' : `${missed.length} targets are missed`}.`,
);
process.exit(missed.length === 0 ? 0 : 1);
