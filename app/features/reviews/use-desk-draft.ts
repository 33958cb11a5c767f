import { useEffect, useRef, useState } from 'react';
import { createDraftStore } from '#app/storage/draft-store.ts';
import { useProfile } from '#app/session/use-session.ts';

type DeskDraft = { note: string; reason: string };
const NOTHING: DeskDraft = { note: '', reason: '' };

/** Unsaved texts beside one proposal, restored after a reload or crash. */
export function useDeskDraft(proposalId: string) {
  const key = `review:${proposalId}:${useProfile().id}`;
  const [store] = useState(() => createDraftStore(key));
  const [draft, setDraft] = useState<DeskDraft>(() => ({ ...NOTHING, ...store.takeUp() }));
  useEffect(() => {
    window.addEventListener('pagehide', store.flush);
    return () => {
      window.removeEventListener('pagehide', store.flush);
      store.flush();
    };
  }, [store]);
  // What was typed since the screen was drawn counts, too.
  const latest = useRef(draft);
  const write = (change: Partial<DeskDraft>) => {
    const next = { ...latest.current, ...change };
    latest.current = next;
    setDraft(next);
    if (next.note || next.reason) store.save(next);
    else store.clear();
  };
  /** Once it is saved, even if the person has moved on; unless it was changed since it was sent. */
  const clear = (field: keyof DeskDraft, sent: string) => {
    if (latest.current[field] === sent) write({ [field]: '' });
  };
  return { draft, write, clear };
}
