import type { ComponentProps, FocusEvent, FormEvent } from 'react';
import { TextField } from './text-field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'onFocus' | 'onBlur' | 'onInput'>;
type Input = HTMLInputElement;

/**
 * The instant at which something ends, in Accra time, which is UTC all year. Whoever chooses a day
 * gets its last minute unless they set another.
 */
export const EndField = (props: Props) => (
  <TextField
    {...props}
    type="datetime-local"
    onFocus={suggest}
    onInput={forget}
    onBlur={withdraw}
  />
);

/** The browser keeps the time when another day is chosen; it has no default of its own. */
function suggest({ currentTarget: input }: FocusEvent<Input>): void {
  if (input.value || input.validity.badInput) return;
  input.value = `${new Date().toISOString().slice(0, 10)}T23:59`;
  input.dataset['suggested'] = '';
}

function forget({ currentTarget: input }: FormEvent<Input>): void {
  delete input.dataset['suggested'];
}

/** What nobody has chosen is not a date. */
function withdraw({ currentTarget: input }: FocusEvent<Input>): void {
  if (input.dataset['suggested'] === undefined) return;
  input.value = '';
  delete input.dataset['suggested'];
}
