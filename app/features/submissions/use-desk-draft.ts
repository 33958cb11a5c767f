import { useRef, useState } from 'react';
import { useFlushing } from '#app/editing/use-flushing.ts';
import { createDraftStore, type FormValues } from '#app/storage/draft-store.ts';
import { useProfile } from '#app/session/use-session.ts';

type ChangeKey = `change of ${string}`;
type Field = 'note' | 'reason' | 'own' | 'words' | 'ownWords' | ChangeKey;
/** `own` and `ownWords`: what was written before a template took its place. */
export type DeskDraft = { [field in Field]?: string | undefined };
/** Of the text that shall replace the one of this note. */
export const changeKey = (noteId: string): ChangeKey => `change of ${noteId}`;

/**
 * Unsaved texts beside one proposal, or about many at once, restored after a reload or crash.
 */
export function useDeskDraft(about: string) {
  const key = `review:${about}:${useProfile().id}`;
  const [store] = useState(() => createDraftStore(key));
  const [draft, setDraft] = useState<DeskDraft>(() => ({ ...store.takeUp() }));
  useFlushing(store.flush);
  // What was typed since the screen was drawn counts, too.
  const latest = useRef(draft);
  const write = (change: DeskDraft) => {
    const next = { ...latest.current, ...change };
    latest.current = next;
    setDraft(next);
    if (Object.values(next).some(Boolean)) store.save(next as FormValues);
    else store.clear();
  };
  /** Once it is saved, even if the person has moved on; unless it was changed since it was sent. */
  const clear = (field: keyof DeskDraft, sent: string) => {
    if (latest.current[field] === sent) write({ [field]: undefined });
  };
  return { draft, write, clear };
}
