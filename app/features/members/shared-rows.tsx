import { Link } from 'react-router';
import type { RefusedRow } from '#domain/problem.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import css from '#app/ui/item-list.module.css';

const labels = {
  title: 'What others work on',
  none: 'A draft without a name',
  handOver: 'Hand it over',
  toDrafts: 'Go to your drafts',
  also: 'Delete them for everybody',
  alsoHint:
    'We email the people who work on them that they are no longer part of it. They can’t get anything back.',
} as const;

type Props = {
  /** Of the refusal: drafts and proposals. */
  rows: readonly RefusedRow[];
  /** By whom they can be handed over. */
  keep: string;
  /** Where one is handed over; undefined where the reader cannot. */
  linkTo: (row: RefusedRow) => string | undefined;
  onFollow: () => void;
};

/** What others work on of somebody whose account is to go: hand it over first, or let it go too. */
export default function SharedRows({ rows, keep, linkTo, onFollow }: Props) {
  return (
    <>
      <h3>{labels.title}</h3>
      <ul className={css.items}>
        {rows.map((row) => {
          const to = linkTo(row);
          const name = row.name ?? labels.none;
          const action = row.proposal_id ? labels.handOver : labels.toDrafts;
          return (
            <li key={row.id}>
              <div>
                <b>{name}</b>
                <span className={`${css.note} note`}>{row.reason}</span>
              </div>
              {to && (
                <Link to={to} onClick={onFollow} aria-label={`${action}: ${name}`}>
                  {action}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <p>{keep}</p>
      <CheckboxField label={labels.also} name="shared" value="delete" hint={labels.alsoHint} />
    </>
  );
}
