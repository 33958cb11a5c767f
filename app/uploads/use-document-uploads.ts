import { useEffect, useRef, useState } from 'react';
import { sender } from './browser-sender.ts';
import { readDrafts, writeDrafts } from '#app/storage/local-storage.ts';
import { uploadKey } from '#app/storage/submission-drafts.ts';
import { sendDocument, type DocumentState, type UploadMemory } from './document-upload.ts';
import { createTusClient } from './tus-client.ts';
import { warnBeforeLeaving } from './warn-before-leaving.ts';

/** The state of one file's upload: it says nothing about the next file. */
export type FileState = DocumentState & { file: File };
type States = Partial<Record<string, FileState>>;
type Running = { file: File; stop: AbortController };

const tusClient = createTusClient(sender);
const BUSY = ['sending', 'waiting', 'checking'];

function memoryOf(programId: string, kind: string, userId: string): UploadMemory {
  const key = uploadKey(programId, kind, userId);
  const factsOf = (file: File) => `${file.name}|${file.size}|${file.lastModified}`;
  return {
    read: (file) => {
      const [known] = readDrafts(key);
      return known?.values['file'] === factsOf(file) ? (known.values['id'] ?? null) : null;
    },
    write: (file, id) =>
      writeDrafts(
        key,
        id === null ? [] : [{ values: { id, file: factsOf(file) }, savedAt: Date.now() }],
      ),
  };
}

/** Whether this browser knows where the upload of a half-sent file goes on. */
export function knowsUpload(
  programId: string,
  kind: string,
  userId: string,
  { name, size }: { name: string; size: number },
): boolean {
  const [known] = readDrafts(uploadKey(programId, kind, userId));
  return known?.values['file']?.startsWith(`${name}|${size}|`) ?? false;
}

/** Uploads of a draft's documents: each replaces an older one at once. */
export function useDocumentUploads(programId: string, userId: string) {
  const [states, setStates] = useState<States>({});
  const running = useRef<Partial<Record<string, Running>>>({});
  const isBusy = Object.values(states).some((state) => state && BUSY.includes(state.phase));

  useEffect(() => {
    const all = running.current;
    return () => Object.values(all).forEach((one) => one?.stop.abort());
  }, []);
  useEffect(() => (isBusy ? warnBeforeLeaving() : undefined), [isBusy]);

  const show = (kind: string, file: File, state: DocumentState) =>
    setStates((others) => ({ ...others, [kind]: { ...state, file } }));
  const hide = (kind: string) => setStates(({ [kind]: _, ...others }) => others);

  /** Aborts an upload and deletes the stored bytes. */
  const cancel = async (kind: string): Promise<void> => {
    const ended = running.current[kind];
    if (!ended) return;
    delete running.current[kind];
    ended.stop.abort();
    hide(kind);
    const memory = memoryOf(programId, kind, userId);
    const id = memory.read(ended.file);
    memory.write(ended.file, null);
    if (id) await tusClient.remove(id, AbortSignal.timeout(10_000)).catch(() => undefined);
  };
  const start = (kind: string, file: File) => {
    if (running.current[kind]?.file === file && states[kind]?.phase !== 'refused') return;
    running.current[kind]?.stop.abort();
    const stop = new AbortController();
    running.current[kind] = { file, stop };
    show(kind, file, { phase: 'sending', sent: 0, secondsLeft: null });
    const task = { programId, kind, file, client: tusClient, signal: stop.signal };
    void sendDocument({
      ...task,
      memory: memoryOf(programId, kind, userId),
      onState: (state) => void (stop.signal.aborted || show(kind, file, state)),
    });
  };
  /** Once they belong to a proposal. */
  const forget = () => {
    for (const [kind, one] of Object.entries(running.current))
      if (one) memoryOf(programId, kind, userId).write(one.file, null);
  };
  return { states, isBusy, start, cancel, forget };
}
