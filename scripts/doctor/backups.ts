/** How old the newest backup is, where BACKUP_TO names a folder. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fault, good, warning, type Finding } from './finding.ts';

const DAY_MS = 86_400_000;
/** One a day, and some hours for one that is under way. */
const OLDEST_MS = 1.25 * DAY_MS;

export async function lookAtBackups(target: string | undefined): Promise<Finding[]> {
  if (!target)
    return [
      warning(
        'no place for backups is named',
        'Run npm run backup every night, and copy it to another machine.',
      ),
    ];
  if (!target.startsWith('/'))
    return [warning(`${target} is no folder of this machine`, 'See there when the last one came.')];
  const dates = readdirSync(target).map((name) => statSync(join(target, name)).mtimeMs);
  if (dates.length === 0)
    return [
      fault(
        `there is none in ${target}`,
        'Run npm run backup, and see why it did not run by itself.',
      ),
    ];
  const age = Date.now() - Math.max(...dates);
  const says = `the newest in ${target} is ${(age / DAY_MS).toFixed(1)} days old`;
  return [
    age > OLDEST_MS
      ? fault(says, 'See why the last ones failed; run npm run backup now.')
      : good(says),
  ];
}
