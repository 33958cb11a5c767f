/**
 * A backup in a separate process, so that reading and hashing do not block requests. Started by
 * backup-job.ts.
 */
import { constants, setPriority } from 'node:os';
import { explainBackupFault } from '../backups/backup-error.ts';
import { describeCounts } from '../backups/archive.ts';
import { runBackup, type Order, type Outcome } from './backup-job.ts';

async function run({ config, now }: Order): Promise<Outcome> {
  try {
    const { name, bytes, manifest } = await runBackup(
      config,
      config.backup.to!,
      true,
      console,
      new Date(now),
    );
    const { lost_files: lost = [] } = manifest;
    return { name, bytes, counts: describeCounts(manifest), lost };
  } catch (error) {
    return { error: explainBackupFault(error) };
  }
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// Nobody is left to report to; the next backup removes what was written.
process.on('disconnect', () => process.exit(1));
process.on('message', (order: Order) => {
  void run(order).then((outcome) => process.send!(outcome, () => process.disconnect()));
});
