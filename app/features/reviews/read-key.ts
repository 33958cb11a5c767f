/** What a key means in the reading room. */
export type RoomAction =
  | 'next'
  | 'previous'
  | 'approve'
  | 'decline'
  | 'undo'
  | 'flag'
  | 'note'
  | 'search'
  | 'otherDocument'
  | 'saveNext'
  | 'leaveField'
  | 'keys';

const KEYS: Record<string, RoomAction> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  d: 'decline',
  u: 'undo',
  f: 'flag',
  n: 'note',
  '/': 'search',
  t: 'otherDocument',
  s: 'saveNext',
  '?': 'keys',
};

export type PressedKey = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing?: boolean;
  /** True while a key is held down: one press is one decision. */
  repeat?: boolean;
};
/** Where the focus is: in a text field, in a dialog, or elsewhere. */
type KeyPlace = 'field' | 'dialog' | 'screen';

/** Moving through the list repeats as long as the key is held; everything else happens once. */
const REPEATED: readonly RoomAction[] = ['next', 'previous'];

/** Undefined if the key belongs to the browser or the field. */
export function readKey(pressed: PressedKey, place: KeyPlace): RoomAction | undefined {
  if (place === 'dialog' || pressed.isComposing) return undefined;
  const action = hasModifier(pressed) ? withModifier(pressed) : alone(pressed.key, place);
  return pressed.repeat && action && !REPEATED.includes(action) ? undefined : action;
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: PressedKey) => ctrlKey || metaKey || altKey;

const withModifier = ({ key, altKey }: PressedKey): RoomAction | undefined =>
  key === 'Enter' && !altKey ? 'saveNext' : undefined;

function alone(key: string, place: KeyPlace): RoomAction | undefined {
  if (place === 'field') return key === 'Escape' ? 'leaveField' : undefined;
  return KEYS[key] ?? KEYS[key.toLowerCase()];
}

/** Inputs that take no letters leave shortcuts working. */
const WITHOUT_LETTERS = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file'];

type Focused = {
  tagName: string;
  type?: string;
  isContentEditable?: boolean;
};

export function placeOf(focused: Focused | null, hasDialog: boolean): KeyPlace {
  if (hasDialog) return 'dialog';
  if (!focused) return 'screen';
  const { tagName, type = '', isContentEditable } = focused;
  const isField =
    isContentEditable === true ||
    ['TEXTAREA', 'SELECT'].includes(tagName) ||
    (tagName === 'INPUT' && !WITHOUT_LETTERS.includes(type));
  return isField ? 'field' : 'screen';
}
