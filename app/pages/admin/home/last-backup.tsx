import { useQuery } from '@tanstack/react-query';
import { readBackups } from '#app/api/health.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { describeBackups } from './describe-backups.ts';
import css from './last-backup.module.css';

/** When the last successful backup was made; renders nothing while that is unknown. */
export function LastBackup({ today }: { today: Date }) {
  const { data: backups } = useQuery({
    queryKey: [queryKeys.backups],
    queryFn: ({ signal }) => readBackups(signal),
  });
  if (!backups) return null;
  const { sentence, isLate } = describeBackups(backups, today);
  return <p className={isLate ? css.late : css.good}>{sentence}</p>;
}
