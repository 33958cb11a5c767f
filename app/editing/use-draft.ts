import { useState, useSyncExternalStore } from 'react';
import { createDraftStore, type FormValues } from '#app/storage/draft-store.ts';
import type { Draft } from '#app/storage/local-storage.ts';
import { useFlushing } from './use-flushing.ts';

export type FormDraft = {
  /** Initial values of the form: those of the restored draft, or else empty. */
  values: FormValues;
  /** A draft that can be restored, or null. Give it to `<RestoreDraft>`. */
  offered: Draft | null;
  /** Changes when the form must be redrawn: use it as the form's `key`. */
  version: number;
  /** Restores it into the form; input since then is offered in its place. */
  accept: () => void;
  discard: () => void;
  /** Give it to the form's `onValues`. */
  save: (values: FormValues) => void;
  /** After success. */
  clear: () => void;
};

const nothing = () => null;

/**
 * Keeps the input of one form, for one person, on this device (design §3.3: nothing typed is ever
 * lost). `userKey` is the profile's id, or 'visitor'.
 */
export function useDraft(formKey: string, userKey: string): FormDraft {
  const key = `${formKey}:${userKey}`;
  const [draft, setDraft] = useState(() => createDraftStore(key));
  const [values, setValues] = useState<FormValues>({});
  const [version, setVersion] = useState(0);
  if (draft.key !== key) setDraft(createDraftStore(key));
  const offered = useSyncExternalStore(draft.subscribe, draft.offered, nothing);

  useFlushing(draft.flush);

  const accept = () => {
    const taken = draft.takeUp();
    if (!taken) return;
    setValues(taken);
    setVersion((count) => count + 1);
  };
  return {
    values,
    offered,
    version,
    accept,
    discard: draft.discard,
    save: draft.save,
    clear: draft.clear,
  };
}
