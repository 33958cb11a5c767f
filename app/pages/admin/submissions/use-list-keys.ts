import { useScreenKeys } from '#app/ui/use-screen-keys.ts';

/** In the order of the list of keys. */
export const LIST_KEYS = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row'],
  ['/', 'Search'],
  ['Esc', 'Leave the search field'],
  ['?', 'This list'],
] as const;

const linksOfRows = () => [...document.querySelectorAll<HTMLElement>('main tbody th a')];
const rowOfFocus = () => document.activeElement?.closest('tbody tr');

/** Keys of a list: its rows are walked, opened, selected and searched without a mouse. */
export const useListKeys = (showKeys: () => void): void =>
  useScreenKeys({
    j: () => step(1),
    k: () => step(-1),
    x: () => rowOfFocus()?.querySelector<HTMLElement>('[type="checkbox"]')?.click(),
    '/': () => document.querySelector<HTMLElement>('main [type="search"]')?.focus(),
    '?': showKeys,
  });

/** The first row, if none has the focus. */
function step(by: 1 | -1): void {
  const links = linksOfRows();
  const place = links.findIndex((link) => rowOfFocus()?.contains(link));
  links[place < 0 ? 0 : Math.min(Math.max(place + by, 0), links.length - 1)]?.focus();
}
