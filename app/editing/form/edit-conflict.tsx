import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { MAIN_FORM } from '#app/ui/form.tsx';
import css from './edit-conflict.module.css';
import { editingLabels } from '#app/editing/labels.ts';

/** One field in both versions, as text. */
export type Difference = { label: string; theirs: string; mine: string };

type Props = {
  differences: readonly Difference[];
  isBusy?: boolean;
  /**
   * Without it, the form is submitted with its current values, including text typed below this
   * panel.
   */
  onKeepMine?: () => void;
  onTakeTheirs: () => void;
};

/** For a 412 (trust F8): shows both versions side by side and lets the person choose. */
export function EditConflict({ differences, isBusy, onKeepMine, onTakeTheirs }: Props) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section
      ref={ref}
      className={css.conflict}
      role="alert"
      tabIndex={-1}
      aria-label={editingLabels.title}
    >
      <h2>{editingLabels.title}</h2>
      <p>{differences.length > 0 ? editingLabels.lead : editingLabels.same}</p>
      {differences.map(({ label, theirs, mine }) => (
        <div key={label} className={css.field}>
          <h3>{label}</h3>
          <dl>
            <div>
              <dt>{editingLabels.theirs}</dt>
              <dd>{theirs || editingLabels.empty}</dd>
            </div>
            <div>
              <dt>{editingLabels.mine}</dt>
              <dd>{mine || editingLabels.empty}</dd>
            </div>
          </dl>
        </div>
      ))}
      <div className={`${css.actions} row`}>
        <Button variant="secondary" onClick={onTakeTheirs}>
          {editingLabels.takeTheirs}
        </Button>
        <Button
          isBusy={isBusy}
          {...(onKeepMine ? { onClick: onKeepMine } : { type: 'submit', form: MAIN_FORM })}
        >
          {editingLabels.keepMine}
        </Button>
      </div>
    </section>
  );
}

/** The fields whose two versions read differently. */
export const onlyDifferent = (fields: readonly Difference[]): Difference[] =>
  fields.filter(({ theirs, mine }) => theirs !== mine);

/** How a field reads in the saved version and in the form, if they differ. */
type Compared<Item> = readonly [label: string, read: (one: Item) => string | null | undefined];

/** Compares two versions field by field, as text. */
export const compareFields =
  <Theirs, Mine>(...fields: readonly Compared<Theirs | Mine>[]) =>
  (theirs: Theirs, mine: Mine): Difference[] =>
    onlyDifferent(
      fields.map(([label, read]) => ({
        label,
        theirs: read(theirs) ?? '',
        mine: read(mine) ?? '',
      })),
    );
