import { useCallback, useEffect, useRef, useState } from 'react';
import { readDrafts, writeDrafts, type Draft } from './storage.ts';

const DEBOUNCE = 400;
export type FormValues = Record<string, string>;
export type DraftKeeper = {
  /** Values to start the form with: what the person took up again, else empty. */
  values: FormValues;
  /** A draft that waits to be taken up, or null. Give the keeper to `<DraftOffer>`. */
  offered: Draft | null;
  /** Changes when the form has to be drawn anew: use it as the form's `key`. */
  version: number;
  /** Puts it into the form; what was typed meanwhile is offered in its place. */
  accept: () => void;
  discard: () => void;
  /** Give it to the form's `onValues`. */
  save: (values: FormValues) => void;
  /** After success. */
  clear: () => void;
};

/** `waiting`: offered and not decided about, so nothing typed meanwhile may take its place. */
type Kept = { key: string; current: Draft | null; waiting: Draft[] };
const store = ({ key, current, waiting }: Kept) => writeDrafts(key, current ? [current, ...waiting] : waiting);

/** Keeps what is typed into one form, for one person, on this device (design.md: nothing typed is ever lost). `userKey` is the profile's id, or 'visitor'. */
export function useDraft(formKey: string, userKey: string): DraftKeeper {
  const key = `${formKey}:${userKey}`;
  const [offered, setOffered] = useState<Draft | null>(null);
  const [values, setValues] = useState<FormValues>({});
  const [version, setVersion] = useState(0);
  const kept = useRef<Kept>({ key, current: null, waiting: [] });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    store(kept.current);
  }, []);
  const change = (next: Kept) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    kept.current = next;
    store(next);
    setOffered(next.waiting[0] ?? null);
  };

  useEffect(() => {
    flush();
    const waiting = readDrafts(key);
    kept.current = { key, current: null, waiting };
    setOffered(waiting[0] ?? null);
  }, [key, flush]);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    // Comes after it, and on a phone often in its stead.
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);

  const save = useCallback(
    (typed: FormValues) => {
      kept.current.current = { values: typed, savedAt: Date.now() };
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, DEBOUNCE);
    },
    [flush],
  );
  const accept = () => {
    const { current, waiting } = kept.current;
    const [first, ...rest] = waiting;
    if (!first) return;
    change({ key, current: first, waiting: current ? [current, ...rest] : rest });
    setValues(first.values);
    setVersion((count) => count + 1);
  };
  const discard = () => change({ ...kept.current, waiting: kept.current.waiting.slice(1) });
  const clear = () => change({ key, current: null, waiting: [] });
  return { values, offered, version, accept, discard, save, clear };
}
