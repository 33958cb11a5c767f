import { useEffect, useState } from 'react';
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
  const write = (change: Partial<DeskDraft>) => {
    const next = { ...draft, ...change };
    setDraft(next);
    if (next.note || next.reason) store.save(next);
    else store.clear();
  };
  return { draft, write };
}
