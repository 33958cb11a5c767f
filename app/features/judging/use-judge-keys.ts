import { MAIN_FORM } from '#app/ui/form.tsx';
import { useScreenKeys } from '#app/ui/use-screen-keys.ts';

type Actions = Record<'finish' | 'tie' | 'keys', () => void>;

/** `criteria`: the names of their radio buttons, in order. */
export function useJudgeKeys(criteria: readonly string[], { finish, tie, keys }: Actions): void {
  const scores = [1, 2, 3, 4, 5].map((value) => [String(value), () => score(criteria, value)]);
  useScreenKeys({
    ...Object.fromEntries(scores),
    j: () => step(criteria, 1),
    k: () => step(criteria, -1),
    Enter: finish,
    c: tie,
    '?': keys,
  });
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
