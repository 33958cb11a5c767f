import { ADMIN_CHOICES } from '#domain/proposals/rules.ts';
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
  | 'otherPane'
  | 'scroll'
  | 'stage'
  | 'assign'
  | 'assignMe'
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
  r: 'otherPane',
  m: 'assignMe',
  g: 'assign',
  ' ': 'scroll',
  ArrowDown: 'scroll',
  ArrowUp: 'scroll',
  PageDown: 'scroll',
  PageUp: 'scroll',
  s: 'saveNext',
  '?': 'keys',
};

/** Its number in the list of stages. */
const STAGE_KEY = new RegExp(`^[1-${ADMIN_CHOICES.length}]$`);

export type PressedKey = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing?: boolean;
  /** True while a key is held down: one press is one decision. */
  repeat?: boolean;
};

/** Moving and scrolling repeat as long as the key is held; everything else happens once. */
const REPEATED: readonly RoomAction[] = ['next', 'previous', 'scroll'];

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
  if (STAGE_KEY.test(key)) return 'stage';
  return KEYS[key] ?? KEYS[key.toLowerCase()];
}
