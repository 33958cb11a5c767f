import css from './last-backup.module.css';
import { describeBackups } from './describe-backups.ts';
import { useBackups } from './use-queue.ts';

/** When the last good backup was made; one that is late stands where trouble does. */
export function LastBackup({ today }: { today: Date }) {
  const { data: backups } = useBackups();
  const backup = backups && describeBackups(backups, today);
  return backup && !backup.isLate ? <p className={`${css.good} note`}>{backup.sentence}</p> : null;
}
