import { useLayoutEffect, useRef } from 'react';
import { placeOf } from '#app/ui/key-place.ts';
import { MAIN_FORM } from '#app/ui/form.tsx';

type Actions = Record<'finish' | 'tie' | 'keys', () => void>;

/**
 * Keys of the whole screen, none of them while somebody types or a dialog is open. `criteria`: the
 * names of their radio buttons, in order.
 */
export function useJudgeKeys(criteria: readonly string[], actions: Actions): void {
  const current = useRef({ criteria, actions });
  useLayoutEffect(() => void (current.current = { criteria, actions }));
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!isForScreen(event)) return;
      const act = actionOf(event.key, current.current.criteria, current.current.actions);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

function isForScreen(event: KeyboardEvent): boolean {
  const { key, repeat, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (defaultPrevented || isComposing || repeat || ctrlKey || metaKey || altKey) return false;
  const focused = document.activeElement as HTMLElement | null;
  // Enter belongs to the button or link that has the focus.
  if (key === 'Enter' && focused?.matches('a, button, summary')) return false;
  return placeOf(focused, document.querySelector('dialog[open]') !== null) === 'screen';
}

function actionOf(
  key: string,
  criteria: readonly string[],
  { finish, tie, keys }: Actions,
): (() => void) | undefined {
  if (/^[1-5]$/.test(key)) return () => score(criteria, Number(key));
  const known: Record<string, () => void> = {
    j: () => step(criteria, 1),
    k: () => step(criteria, -1),
    Enter: finish,
    c: tie,
    '?': keys,
  };
  return known[key] ?? known[key.toLowerCase()];
}

const radiosOf = (name = ''): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>(`#${MAIN_FORM} [name="${name}"]`),
];
const focusedIn = (criteria: readonly string[]): number =>
  criteria.findIndex((name) => radiosOf(name).some((radio) => radio === document.activeElement));
const isOpen = (name: string): boolean => !radiosOf(name).some(({ checked }) => checked);

/** The criterion with the focus, or else the first without a score. */
function score(criteria: readonly string[], value: number): void {
  const focused = focusedIn(criteria);
  const place = focused >= 0 ? focused : Math.max(criteria.findIndex(isOpen), 0);
  radiosOf(criteria[place])[value - 1]?.click();
  focusOn(criteria[place + 1]);
}

function step(criteria: readonly string[], by: 1 | -1): void {
  const focused = focusedIn(criteria);
  const last = criteria.length - 1;
  focusOn(criteria[focused < 0 ? 0 : Math.min(Math.max(focused + by, 0), last)]);
}

/** After the last one the button follows. */
function focusOn(criterion: string | undefined): void {
  const radios = radiosOf(criterion);
  const radio = radios.find(({ checked }) => checked) ?? radios[0];
  const button = document.querySelector<HTMLElement>(`#${MAIN_FORM} [type="submit"]`);
  (radio ?? button)?.focus();
}
