import { useLayoutEffect, useRef } from 'react';
import { placeOf } from '#app/ui/key-place.ts';
import { readKey, type RoomAction } from './read-key.ts';

type RoomActions = Partial<
  Record<Exclude<RoomAction, 'leaveField'>, (event: KeyboardEvent) => void>
>;

/**
 * Handles keys on the whole screen. A key belongs to what is displayed when it is pressed: so the
 * actions change with the screen, not some time afterwards.
 */
export function useKeys(actions: RoomActions): void {
  const current = useRef(actions);
  useLayoutEffect(() => void (current.current = actions));
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const focused = document.activeElement as HTMLElement | null;
      const hasDialog = document.querySelector('dialog[open]') !== null;
      const action = readKey(event, placeOf(focused, hasDialog));
      const act =
        action === 'leaveField' ? () => focused?.blur() : action && current.current[action];
      if (!act || (action === 'scroll' && scrollsItself(focused))) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}

/** What has the focus may scroll, or be pressed with the same keys. */
const scrollsItself = (focused: HTMLElement | null): boolean =>
  focused?.matches('a, button, summary, input, [tabindex="0"]') ?? false;
