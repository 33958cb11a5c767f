/**
 * `npm run drill -- restore|faults|rush [WORDS]`: each drill shows that nothing of what was
 * acknowledged is lost: by a restore, by faults of what it runs on, by the rush before a deadline.
 * Fails if something is.
 */
import { endWithReader } from './output.ts';

const DRILLS: Record<string, () => Promise<unknown>> = {
  restore: () => import('./drills/restore.ts'),
  faults: () => import('./drills/faults.ts'),
  rush: () => import('./drills/rush.ts'),
};

endWithReader();
const [name = ''] = process.argv.splice(2, 1);
if (!Object.hasOwn(DRILLS, name)) {
  console.error(`Usage: npm run drill -- ${Object.keys(DRILLS).join('|')} [WORDS]`);
  process.exit(2);
}
// Ending a drill also ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await DRILLS[name]!();
