import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import { knowsUpload, useDocumentUploads } from '#app/uploads/use-document-uploads.ts';
import type { PickedDocument, PickedDocuments } from './document-field.tsx';
import { readDocuments } from './read-submission.ts';
import type { SavedDraft } from './use-saved-draft.ts';

/** Milliseconds between two fetches while a document is being checked. */
const LOOK_MS = 3000;

type Connection = { connection?: { saveData?: boolean } };

const isSavingData = (): boolean => (navigator as Connection).connection?.saveData === true;

/**
 * The documents of a draft by their keys; `files` are those of questions. They are uploaded when they are chosen or, with Save-Data, by
 * `startAll`.
 */
export function useDraftDocuments(
  programId: string,
  userId: string,
  draft: SavedDraft,
  files: readonly string[],
) {
  const [picked, setPicked] = useState<PickedDocuments>({});
  const [isAtOnce, setAtOnce] = useState(() => !isSavingData());
  const isEarly = isAtOnce || Boolean(draft.server?.submitting);
  const uploads = useDocumentUploads(programId, userId);
  /** Kinds whose stored document has been replaced by an upload from this form. */
  const [replaced, setReplaced] = useState<Partial<Record<string, boolean>>>({});
  const awaited = draft.server?.announced;
  const keys = awaited ? Object.keys(awaited) : [...DOCUMENT_KINDS, ...files];
  const documents = readDocuments(
    picked,
    uploads.states,
    draft.server,
    replaced,
    keys,
    (kind, stored) => knowsUpload(programId, kind, userId, stored),
  );
  const isChecking = keys.some((kind) => documents[kind]?.stored?.state === 'checking');
  const { refresh } = draft;
  const ready = keys.filter((kind) => documents[kind]?.state?.phase === 'ready');
  const readyKinds = ready.join(' ');

  // The server has counted their pages.
  useEffect(() => {
    if (readyKinds) void refresh().catch(() => undefined);
  }, [readyKinds, refresh]);

  useEffect(() => {
    if (!isChecking) return undefined;
    const timer = setInterval(() => void refresh().catch(() => undefined), LOOK_MS);
    return () => clearInterval(timer);
  }, [isChecking, refresh]);

  const before = useRef(draft.server);
  const forgetReady = useEffectEvent(() => ready.map(uploads.cancel));
  useEffect(() => {
    // Deleted elsewhere, with its documents; what was submitted may be a proposal by now.
    if (before.current && !before.current.submitting && !draft.server) forgetReady();
    before.current = draft.server;
  }, [draft.server]);

  const mark = (kind: string, isReplaced: boolean) =>
    setReplaced((others) => ({ ...others, [kind]: isReplaced }));
  const start = (kind: string, file: File) => {
    mark(kind, true);
    uploads.start(kind, file);
  };
  /** Cancels an upload; the file remains chosen. */
  const stop = (kind: string) =>
    void uploads
      .cancel(kind)
      .then(refresh)
      .then(() => mark(kind, false))
      .catch(() => undefined);
  const pick = (kind: string, next: PickedDocument | null) => {
    setPicked((others) => ({ ...others, [kind]: next }));
    if (!next || next.refusal) return stop(kind);
    if (next.isChecked && isEarly && !next.isHeld) start(kind, next.file);
  };
  const retry = (kind: string) => {
    const file = picked[kind]?.file;
    if (file) start(kind, file);
  };
  /** Uploads immediately from now on, beginning with the waiting files. */
  const startAll = () => {
    setAtOnce(true);
    for (const kind of keys) if (picked[kind]?.isChecked && !uploads.states[kind]) retry(kind);
  };
  /** Uploads replacements before submitting: otherwise the older document would count. */
  const startReplacing = () => {
    const isReplacing = (kind: string) =>
      picked[kind]?.isChecked && !uploads.states[kind] && draft.server?.documents[kind];
    for (const kind of keys) if (isReplacing(kind)) retry(kind);
  };
  /** Of a question: takes out what the draft has. */
  const takeOut = (id: string) =>
    void draftCalls
      .save(programId, { fields: {}, answers: { [id]: null } })
      .then(refresh)
      .catch(() => undefined);
  return {
    keys,
    documents,
    takeOut,
    isEarly,
    uploads,
    pick,
    stop,
    retry,
    startAll,
    startReplacing,
  };
}

export type DraftDocuments = ReturnType<typeof useDraftDocuments>;
