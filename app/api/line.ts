import { useSyncExternalStore } from 'react';
import { OFFLINE_HEADER } from '#app/storage/offline-data.ts';

/** `silent`: a call has waited for its answer for longer than people are willing to. */
type Line = 'good' | 'silent' | 'dead';

/** Milliseconds without an answer before the person is informed. */
const SILENCE_MS = 1500;
/** Milliseconds between two checks whether a dead connection is back. */
const LOOK = 5000;

let line: Line = 'good';
const waiting = new Set<symbol>();
const listeners = new Set<() => void>();
let looking: ReturnType<typeof setTimeout> | undefined;

function change(next: Line): void {
  if (line === next) return;
  line = next;
  clearTimeout(looking);
  if (next === 'dead') looking = setTimeout(look, LOOK);
  for (const listener of listeners) listener();
}

function look(): void {
  const again = () => void (looking = setTimeout(look, LOOK));
  if (line !== 'dead') return;
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(() => change('good'), again);
}

/**
 * Takes a call on its way and answers the same. A line that is dead or silent is called that, also
 * where the sentence of the call must be another. `signal`: whoever gave the call up learned
 * nothing of the line.
 */
export async function watchLine(
  call: Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  const one = Symbol('call');
  waiting.add(one);
  const timer = setTimeout(() => line === 'good' && change('silent'), SILENCE_MS);
  const settle = (verdict: Line | null) => {
    clearTimeout(timer);
    waiting.delete(one);
    if (verdict) change(verdict);
    else if (line === 'silent' && waiting.size === 0) change('good');
  };
  try {
    const response = await call;
    settle(response.headers.has(OFFLINE_HEADER) ? 'dead' : 'good');
    return response;
  } catch (error) {
    settle(signal?.aborted ? null : 'dead');
    throw error;
  }
}

function subscribe(listener: () => void): () => void {
  const lose = () => change('dead');
  const find = () => change('good');
  listeners.add(listener);
  window.addEventListener('offline', lose);
  window.addEventListener('online', find);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('offline', lose);
    window.removeEventListener('online', find);
  };
}

const read = (): Line => line;
const good = (): Line => 'good';

export const useLine = (): Line => useSyncExternalStore(subscribe, read, good);

/** Null while there is nothing to say. */
export function describeLine(now: Line): string | null {
  if (now === 'good') return null;
  return now === 'dead'
    ? 'No connection. Check your network.'
    : 'No answer yet. The line may be dead.';
}
