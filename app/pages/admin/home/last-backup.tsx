import { useQuery } from '@tanstack/react-query';
import { readBackups } from '#app/api/health.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { describeBackups } from './describe-backups.ts';
import css from './last-backup.module.css';

/** When the last good backup was made; nothing while that is not known. */
export function LastBackup({ today }: { today: Date }) {
  const { data: backups } = useQuery({
    queryKey: [queryKeys.backups],
    queryFn: ({ signal }) => readBackups(signal),
  });
  if (!backups) return null;
  const { words, isLate } = describeBackups(backups, today);
  return <p className={isLate ? css.late : css.good}>{words}</p>;
}
