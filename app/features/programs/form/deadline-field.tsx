import { useState } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { describeDeadline, isOpen } from '#domain/programs/rules.ts';
import { readDeadline } from '#domain/programs/deadline-rules.ts';
import type { CreateProgramInput, Program } from '#domain/programs/schema.ts';
import { EndField } from '#app/ui/end-field.tsx';
import css from './deadline-field.module.css';

/**
 * An instant as the value of <input type="datetime-local">, in Accra time, which is UTC all year. A
 * deadline at 23:59:59 keeps its seconds.
 */
export const toLocalInput = (iso: string): string =>
  iso.slice(0, iso.slice(16, 19) === ':00' ? 16 : 19);

/** A field shows neither parts of a second nor, at a full minute, seconds: untouched, it stays. */
export function keepInstants(
  program: Pick<Program, 'deadline_date' | 'opens_at'>,
  input: CreateProgramInput,
): CreateProgramInput {
  const isShown = (stored: string, sent: Date) =>
    readDeadline(toLocalInput(stored))?.getTime() === sent.getTime();
  const { deadline_date: deadline, opens_at: opening } = input;
  const stored = program.opens_at;
  return {
    ...input,
    ...(isShown(program.deadline_date, deadline) && {
      deadline_date: new Date(program.deadline_date),
    }),
    ...(opening && stored && isShown(stored, opening) && { opens_at: new Date(stored) }),
  };
}

/** The deadline, and its meaning in words. */
export function DeadlineField({ defaultValue }: { defaultValue?: string }) {
  const [value, setValue] = useState(defaultValue ?? '');
  const meaning = describe(value);
  return (
    <div className={css.deadline}>
      <EndField
        label="Deadline (date and time)"
        name="deadline_date"
        hint="Time in Ghana (Africa/Accra). Submissions close at this moment; applicants can edit until the end of the day before."
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
    : 'This time has passed: the program will be closed.';
}

/** `left` as domain/programs/rules.ts describes it: "12 days left". */
const describeClosing = (moment: string, left: string): string => `Closes ${moment}. ${left}.`;
