import { useLayoutEffect, useRef } from 'react';

/** Where the focus is: in a text field, in a dialog, or elsewhere. */
type KeyPlace = 'field' | 'dialog' | 'screen';

/** Inputs that take no letters leave shortcuts working; so in key-cap.module.css. */
const WITHOUT_LETTERS = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file'];

type FocusPlace = { tagName: string; type?: string; isContentEditable?: boolean };

export function placeOf(focused: FocusPlace | null, hasDialog: boolean): KeyPlace {
  if (hasDialog) return 'dialog';
  if (!focused) return 'screen';
  const { tagName, type = '', isContentEditable } = focused;
  const isField =
    isContentEditable === true ||
    ['TEXTAREA', 'SELECT'].includes(tagName) ||
    (tagName === 'INPUT' && !WITHOUT_LETTERS.includes(type));
  return isField ? 'field' : 'screen';
}

type PressedKey = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing?: boolean;
  /** True while a key is held down. */
  repeat?: boolean;
};

/** Moving and scrolling go on as long as the key is held; everything else happens once a press. */
const HELD = ['j', 'k', ' ', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'];
const LEAVE_FIELD = 'Escape';
/** Also while somebody writes; with the command key on a Mac. */
export const CTRL_ENTER = 'Ctrl Enter';

/**
 * The name of the shortcut: a letter in lower case, or the key's own name. Undefined if the key
 * belongs to the browser, a dialog, or the field that somebody writes in.
 */
export function readKey(pressed: PressedKey, place: KeyPlace): string | undefined {
  if (place === 'dialog' || pressed.isComposing || pressed.altKey) return undefined;
  const name = nameOf(pressed, place);
  return pressed.repeat && name && !HELD.includes(name) ? undefined : name;
}

function nameOf({ key, ctrlKey, metaKey }: PressedKey, place: KeyPlace): string | undefined {
  if (ctrlKey || metaKey) return key === 'Enter' ? CTRL_ENTER : undefined;
  if (place === 'field') return key === LEAVE_FIELD ? LEAVE_FIELD : undefined;
  return key.length === 1 ? key.toLowerCase() : key;
}

type ScreenKeys = Partial<Record<string, (event: KeyboardEvent) => void>>;

/**
 * Handles keys on the whole screen, by the names that `readKey` gives them. A key belongs to what
 * is displayed when it is pressed: so its meaning changes with the screen, not some time
 * afterwards. The only shortcuts of the portal: what holds for one screen holds for all.
 */
export function useScreenKeys(keys: ScreenKeys): void {
  const current = useRef(keys);
  useLayoutEffect(() => void (current.current = keys));
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const focused = document.activeElement as HTMLElement | null;
      const place = placeOf(focused, document.querySelector('dialog[open]') !== null);
      const key = readKey(event, place);
      if (key === undefined || belongsTo(focused, key)) return;
      const act = key === LEAVE_FIELD ? leaverOf(focused, place) : current.current[key];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

const leaverOf = (focused: HTMLElement | null, place: KeyPlace) =>
  place === 'field' ? () => focused?.blur() : undefined;

/** What has the focus may be pressed with Enter, or scroll by itself. */
function belongsTo(focused: HTMLElement | null, key: string): boolean {
  if (key === 'Enter') return focused?.matches('a, button, summary') ?? false;
  const scrolls = key !== 'j' && key !== 'k' && HELD.includes(key);
  return scrolls && (focused?.matches('a, button, summary, input, [tabindex="0"]') ?? false);
}
