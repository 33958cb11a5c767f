import { useEffect, useEffectEvent } from 'react';
import { placeOf } from '#app/ui/key-place.ts';

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
export function useListKeys(showKeys: () => void): void {
  const show = useEffectEvent(showKeys);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!isForList(event)) return;
      const act = actionOf(event.key, show);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

function isForList(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event;
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return false;
  const focused = document.activeElement as HTMLElement | null;
  const place = placeOf(focused, document.querySelector('dialog[open]') !== null);
  if (place === 'field' && event.key === 'Escape') focused?.blur();
  return place === 'screen';
}

function actionOf(key: string, show: () => void): (() => void) | undefined {
  const actions: Record<string, () => void> = {
    j: () => step(1),
    k: () => step(-1),
    x: () => rowOfFocus()?.querySelector<HTMLElement>('[type="checkbox"]')?.click(),
    '/': () => document.querySelector<HTMLElement>('main [type="search"]')?.focus(),
    '?': show,
  };
  return actions[key];
}

/** The first row, if none has the focus. */
function step(by: 1 | -1): void {
  const links = linksOfRows();
  const place = links.findIndex((link) => rowOfFocus()?.contains(link));
  links[place < 0 ? 0 : Math.min(Math.max(place + by, 0), links.length - 1)]?.focus();
}
