import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft, type Draft } from './storage.ts';

const DEBOUNCE = 400;
export type FormValues = Record<string, string>;
export type DraftKeeper = {
  /** Values to start the form with: what the person took up again, else empty. */
  values: FormValues;
  /** A draft that waits to be taken up, or null. Give the keeper to `<DraftOffer>`. */
  offered: Draft | null;
  /** Changes when the form has to be drawn anew: use it as the form's `key`. */
  version: number;
  accept: () => void;
  discard: () => void;
  /** Give it to the form's `onValues`. */
  save: (values: FormValues) => void;
  /** After success. */
  clear: () => void;
};

/** Keeps what is typed into one form, for one person, on this device (design.md: nothing typed is ever lost). `userKey` is the profile's id, or 'visitor'. */
export function useDraft(formKey: string, userKey: string): DraftKeeper {
  const key = `${formKey}:${userKey}`;
  const [offered, setOffered] = useState<Draft | null>(null);
  const [values, setValues] = useState<FormValues>({});
  const [version, setVersion] = useState(0);
  const pending = useRef<{ key: string; values: FormValues } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (pending.current) writeDraft(pending.current.key, { values: pending.current.values, savedAt: Date.now() });
    pending.current = null;
  }, []);

  useEffect(() => setOffered(readDraft(key)), [key]);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  const save = useCallback(
    (typed: FormValues) => {
      pending.current = { key, values: typed };
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, DEBOUNCE);
    },
    [key, flush],
  );
  const forget = () => {
    pending.current = null;
    clearTimeout(timer.current);
    writeDraft(key, null);
    setOffered(null);
  };
  const accept = () => {
    if (!offered) return;
    setValues(offered.values);
    setVersion((count) => count + 1);
    setOffered(null);
  };
  return { values, offered, version, accept, discard: forget, save, clear: forget };
}
