import { Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import css from './admin-home.module.css';
import type { useCount } from './use-counts.ts';
import { adminHomeLabels } from './labels.ts';

type Props = {
  label: string;
  to: string;
  counts: ReturnType<typeof useCount>;
  /** What the second figure counts, and where it leads. */
  matching?: { label: string; to?: string };
};

const figure = (count: number) => count.toLocaleString('en-GB');

/** One card of the home: how many there are, and those that matter now. */
export function CountCard({ label, to, counts: { data, error, refetch }, matching }: Props) {
  const part =
    matching && data?.matching !== undefined && `${figure(data.matching)} ${matching.label}`;
  return (
    <li className={css.card}>
      <h2>
        <Link to={to}>{label}</Link>
      </h2>
      {error && !data ? (
        <p role="alert">
          {adminHomeLabels.failed}{' '}
          <Button variant="quiet" isSmall onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <>
          <p className={css.figure}>
            {data ? figure(data.total) : <span aria-label={adminHomeLabels.loading}>…</span>}
          </p>
          {matching && (
            <p className={css.part}>
              {matching.to && part ? <Link to={matching.to}>{part}</Link> : part}
            </p>
          )}
        </>
      )}
    </li>
  );
}
