import type { KeyPlace } from '#app/ui/key-place.ts';

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
