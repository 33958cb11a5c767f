import { useEffect, useRef } from 'react';
import { placeOf, readKey, type RoomAction } from './read-key.ts';

type RoomActions = Record<Exclude<RoomAction, 'leaveField'>, () => void>;

/** Handles keys on the whole screen, always with the latest actions. */
export function useKeys(actions: RoomActions): void {
  const current = useRef(actions);
  useEffect(() => void (current.current = actions));
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const focused = document.activeElement as HTMLElement | null;
      const hasDialog = document.querySelector('dialog[open]') !== null;
      const action = readKey(event, placeOf(focused, hasDialog));
      if (!action) return;
      event.preventDefault();
      if (action === 'leaveField') focused?.blur();
      else current.current[action]();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
