import { useEffect, useState } from 'react';
import { DOCUMENT_KINDS, type DocumentKind } from '#domain/proposals/rules.ts';
import { canDigest } from '#app/api/digest.ts';
import { useDocumentUploads } from '#app/uploads/use-document-uploads.ts';
import type { PickedDocument } from './document-field.tsx';
import { readDocuments } from './read-submission.ts';
import type { SavedDraft } from './use-saved-draft.ts';

/** Milliseconds between two looks at a document that is being checked. */
const LOOK_MS = 3000;

type Picked = Partial<Record<DocumentKind, PickedDocument | null>>;
type Connection = { connection?: { saveData?: boolean } };

const isSavingData = (): boolean => (navigator as Connection).connection?.saveData === true;

/**
 * Both documents of a draft: they go up when they are chosen, or with `startAll` where data is dear
 * or a phone cannot digest.
 */
export function useDraftDocuments(programId: string, userId: string, draft: SavedDraft) {
  const [picked, setPicked] = useState<Picked>({});
  const [isAtOnce, setAtOnce] = useState(() => canDigest() && !isSavingData());
  const isEarly = isAtOnce || Boolean(draft.server?.submitting);
  const uploads = useDocumentUploads(programId, userId);
  const documents = readDocuments(picked, uploads.states, draft.server);
  const isChecking = DOCUMENT_KINDS.some((kind) => documents[kind]?.stored?.state === 'checking');
  const { refresh } = draft;

  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void refresh().catch(() => undefined), LOOK_MS);
    return () => clearInterval(timer);
  }, [isChecking, refresh]);

  const pick = (kind: DocumentKind, next: PickedDocument | null) => {
    setPicked((others) => ({ ...others, [kind]: next }));
    if (!next || next.refusal) return uploads.cancel(kind);
    if (next.isChecked && isEarly) uploads.start(kind, next.file);
  };
  /** What is on its way goes back; the file stays chosen. */
  const stop = (kind: DocumentKind) => uploads.cancel(kind);
  const retry = (kind: DocumentKind) => {
    const file = picked[kind]?.file;
    if (file) uploads.start(kind, file);
  };
  /** From now on at once, and first of all what waits. */
  const startAll = () => {
    setAtOnce(true);
    for (const kind of DOCUMENT_KINDS)
      if (picked[kind]?.isChecked && !uploads.states[kind]) retry(kind);
  };
  return { documents, isEarly, uploads, pick, stop, retry, startAll };
}

export type DraftDocuments = ReturnType<typeof useDraftDocuments>;
