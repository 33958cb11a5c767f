import { useState } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { readDeadline } from '#domain/programs/deadline-rules.ts';
import { describeDeadline, isOpen } from '#domain/programs/rules.ts';
import { EndField } from '#app/ui/end-field.tsx';
import css from './deadline-field.module.css';
import { describeClosing, programLabels } from '../labels.ts';

/**
 * An instant as the value of <input type="datetime-local">, in Accra time, which is UTC all year. A
 * deadline at 23:59:59 keeps its seconds.
 */
export const toLocalInput = (iso: string): string =>
  iso.slice(0, iso.slice(16, 19) === ':00' ? 16 : 19);

/** The deadline, and its meaning in words. */
export function DeadlineField({ defaultValue }: { defaultValue?: string }) {
  const [value, setValue] = useState(defaultValue ?? '');
  const meaning = describe(value);
  return (
    <div className={css.deadline}>
      <EndField
        label={programLabels.deadlineLabel}
        name="deadline_date"
        hint={programLabels.deadlineHint}
        defaultValue={defaultValue}
        onChange={({ target }) => setValue(target.value)}
      />
      <p aria-live="polite">{meaning}</p>
    </div>
  );
}

function describe(value: string): string {
  const deadline = readDeadline(value);
  if (!deadline) return '';
  const now = new Date();
  return isOpen(deadline, now)
    ? describeClosing(formatDateTime(deadline), describeDeadline(deadline, now))
    : programLabels.past;
}
