import { useRef, useState, useSyncExternalStore } from 'react';
import { createDraftStore, type FormValues } from '#app/storage/draft-store.ts';
import { useProfile } from '#app/session/use-session.ts';
import { useFlushing } from './use-flushing.ts';

type Texts<Name extends string> = { [name in Name]?: string | undefined };

const nothing = () => null;
const isWritten = (texts: Texts<string>): boolean => Object.values(texts).some(Boolean);

/**
 * Unsaved texts beside one thing, or about many at once, kept on this device only and shown again
 * after a reload or a crash. What another tab has left is the other version: give it to
 * `<KeptVersion>`.
 */
export function useKeptTexts<Name extends string>(about: string) {
  const key = `${about}:${useProfile().id}`;
  const [store] = useState(() => createDraftStore(key));
  const [texts, setTexts] = useState<Texts<Name>>(() => ({ ...store.takeUp() }) as Texts<Name>);
  const [isSwapped, setSwapped] = useState(false);
  const other = useSyncExternalStore(store.subscribe, store.offered, nothing);
  useFlushing(store.flush);
  // What was typed since the screen was drawn counts, too.
  const latest = useRef(texts);
  const show = (next: Texts<Name>) => {
    latest.current = next;
    setTexts(next);
  };
  const write = (change: Texts<Name>) => {
    const next = { ...latest.current, ...change };
    show(next);
    if (isWritten(next)) store.save(next as FormValues);
    else store.empty();
  };
  /** Once it is saved, even if the person has moved on; unless it was changed since it was sent. */
  const clear = (name: Name, sent: string) => {
    if (latest.current[name] === sent) write({ [name]: undefined } as Texts<Name>);
  };
  const bringBack = () => {
    show({ ...store.takeUp() } as Texts<Name>);
    setSwapped(true);
  };
  return { draft: texts, write, clear, other, isSwapped, bringBack };
}

export type KeptTexts<Name extends string> = ReturnType<typeof useKeptTexts<Name>>;
export type OtherTexts = Pick<KeptTexts<string>, 'draft' | 'other' | 'isSwapped' | 'bringBack'>;
