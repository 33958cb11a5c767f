/** Uploads one document in chunks, resuming where it stopped after any interruption. */
import { ApiError } from '#app/api/api-error.ts';
import { spread } from '#app/api/queries.ts';
import { createPace } from './pace.ts';
import type { NewUpload, Place, TusClient } from './tus-client.ts';
import { expectReadable, UNREADABLE } from './readable-file.ts';
import { waitForConnection } from './wait-for-connection.ts';

export type DocumentState =
  /** Remaining seconds, as far as the speed is known. */
  | { phase: 'sending'; sent: number; secondsLeft: number | null }
  /** Resumes by itself; `until` in milliseconds since 1970, null while offline. */
  | { phase: 'waiting'; sent: number; until: number | null; retryNow: () => void }
  | { phase: 'checking' }
  | { phase: 'ready' }
  /** `isFinal`: for its content, which stays the same however often it is sent. */
  | { phase: 'refused'; message: string; isFinal: boolean };

/** Stores where an upload is, so that the same file resumes after a reload. */
export type UploadMemory = {
  read: (file: File) => string | null;
  write: (file: File, id: string | null) => void;
};

type Task = NewUpload & {
  client: TusClient;
  memory: UploadMemory;
  signal: AbortSignal;
  onState: (state: DocumentState) => void;
};

/** Milliseconds without an answer after which the connection counts as broken. */
const UNANSWERED_MS = 45_000;
/** The last answer is the verdict on the whole document, which takes longer. */
const UNCHECKED_MS = 180_000;
const PAUSES_MS = [1000, 2000, 3000, 5000, 10_000, 20_000];
const GONE = [404, 410];
/**
 * Statuses that say nothing about the document: silence, overload, another request still writing.
 */
const PASSING = [0, 409, 423, 429, 460, 500, 502, 503, 504];
/** Too large, no PDF that can be read, other than what was announced. */
const FOR_CONTENT = [413, 415, 422];
const DECIDED = ['deadline_passed', 'submitting', 'too_many_uploads', UNREADABLE];

const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError && PASSING.includes(error.status) && !DECIDED.includes(error.code);
const isGone = (error: unknown): boolean =>
  error instanceof ApiError && GONE.includes(error.status);

/**
 * Uploads a document until it is ready, refused or cancelled, and reports each step. Never sends a
 * byte again that the server has stored. Never gives up.
 */
export async function sendDocument(task: Task): Promise<void> {
  const { file, memory, signal, onState } = task;
  const pace = createPace();
  const progress = { furthest: 0 };
  onState({ phase: 'sending', sent: 0, secondsLeft: null });
  for (let failures = 1; ; failures += 1) {
    const before = progress.furthest;
    try {
      await sendRest(task, pace, progress);
      return onState({ phase: 'ready' });
    } catch (failure) {
      const error = await causeOf(failure, task);
      if (signal.aborted) return;
      if (isGone(error) && memory.read(file)) {
        memory.write(file, null);
        progress.furthest = 0;
        continue;
      }
      if (!isPassing(error)) return refuse(task, error);
      if (progress.furthest > before) failures = 1;
      pace.slow();
      await rest(task, progress.furthest, pauseOf(error, failures)).catch(() => undefined);
      if (signal.aborted) return;
    }
  }
}

/** The failure, or that there is no file any more. */
const causeOf = (failure: unknown, { file, kind }: Task): Promise<unknown> =>
  expectReadable(file, kind).then(
    () => failure,
    (gone: unknown) => gone,
  );

function refuse({ file, memory, onState }: Task, error: unknown): void {
  // After the next login, or once it is chosen again, it goes on where it stopped.
  const goesOn = error instanceof ApiError && (error.status === 401 || error.code === UNREADABLE);
  if (!goesOn) memory.write(file, null);
  const isFinal = error instanceof ApiError && FOR_CONTENT.includes(error.status);
  onState({ phase: 'refused', message: (error as Error).message, isFinal });
}

const pauseOf = ({ retryAfter }: ApiError, failures: number): number =>
  spread(Number(retryAfter) * 1000 || PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1]!);

const rest = ({ signal, onState }: Task, sent: number, pauseMs: number): Promise<void> =>
  waitForConnection(pauseMs, signal, (until, retryNow) =>
    onState({ phase: 'waiting', sent, until, retryNow }),
  );

async function findPlace({ client, memory, ...document }: Task): Promise<Place> {
  const { file, signal } = document;
  const known = memory.read(file);
  const limited = within(signal, UNANSWERED_MS);
  if (known) return client.find(known, limited);
  const place = await client.create(document, limited);
  memory.write(file, place.id);
  return place;
}

async function sendRest(
  task: Task,
  pace: ReturnType<typeof createPace>,
  progress: { furthest: number },
): Promise<void> {
  const { file, client, signal, onState } = task;
  let place = await findPlace(task);
  const tell = () => {
    progress.furthest = place.offset;
    const secondsLeft = pace.secondsFor(file.size - place.offset);
    onState({ phase: 'sending', sent: place.offset, secondsLeft });
  };
  tell();
  for (let isWhole = false; !isWhole;) {
    const end = Math.min(place.offset + pace.bytes(), file.size);
    isWhole = end === file.size;
    if (place.offset === file.size) onState({ phase: 'checking' });
    const limited = within(signal, isWhole ? UNCHECKED_MS : UNANSWERED_MS);
    const [start, began] = [place.offset, performance.now()];
    place = await client.send(place, file.slice(start, end), limited);
    if (!isWhole) pace.note(place.offset - start, performance.now() - began);
    tell();
  }
}

/**
 * Aborts with the signal, after these milliseconds, or when the connection is known to be broken.
 */
function within(signal: AbortSignal, milliseconds: number): AbortSignal {
  const offline = new AbortController();
  const ends = AbortSignal.any([signal, offline.signal, AbortSignal.timeout(milliseconds)]);
  if (typeof window === 'undefined') return ends;
  const once = { once: true, signal: AbortSignal.timeout(milliseconds) };
  window.addEventListener('offline', () => offline.abort(), once);
  return ends;
}
