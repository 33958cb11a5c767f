import { SUBMISSION_COLUMNS, USUAL_COLUMNS } from './submissions-table.tsx';
import { Button } from '#app/ui/button.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { listDeskLabels } from './labels.ts';
import css from './submissions.module.css';

const MOST = 8;

type Props = { columns: readonly string[]; onChange: (keys: readonly string[] | null) => void };

/** Chooses the columns beside the business. */
export function ColumnMenu({ columns, onChange }: Props) {
  const isFull = columns.length >= MOST;
  const toggle = (key: string) =>
    onChange(columns.includes(key) ? columns.filter((one) => one !== key) : [...columns, key]);
  return (
    <div className={css.columns}>
      <Menu label={listDeskLabels.columns} isAtEnd>
        <p>{isFull ? listDeskLabels.columnsFull : listDeskLabels.columnsHint}</p>
        <ul className="bare">
          {SUBMISSION_COLUMNS.map(({ key, label }) => (
            <li key={key}>
              <label className={css.choice}>
                <input
                  type="checkbox"
                  checked={columns.includes(key)}
                  disabled={isFull && !columns.includes(key)}
                  onChange={() => toggle(key)}
                />
                <span>{label}</span>
              </label>
            </li>
          ))}
        </ul>
        <Button variant="quiet" isSmall onClick={() => onChange(null)}>
          {listDeskLabels.usualColumns}
        </Button>
      </Menu>
    </div>
  );
}

/** The columns that exist: a stored name may be from an older release. */
export const knownColumns = (chosen: readonly string[] | null): readonly string[] => {
  const known = chosen?.filter((key) => SUBMISSION_COLUMNS.some((column) => column.key === key));
  return known ?? USUAL_COLUMNS;
};
