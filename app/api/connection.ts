import { useSyncExternalStore } from 'react';
import { OFFLINE_HEADER } from '#app/storage/offline-data.ts';

/** `silent`: a call has waited longer for its answer than people are willing to. */
type Connection = 'good' | 'silent' | 'dead';

/** Milliseconds without an answer before the person is informed. */
const SILENCE_MS = 1500;
/** Milliseconds between two checks whether a dead connection is back. */
const LOOK = 5000;

let connection: Connection = 'good';
const waiting = new Set<symbol>();
const listeners = new Set<() => void>();
let looking: ReturnType<typeof setTimeout> | undefined;

function change(next: Connection): void {
  if (connection === next) return;
  connection = next;
  clearTimeout(looking);
  if (next === 'dead') looking = setTimeout(look, LOOK);
  for (const listener of listeners) listener();
}

function look(): void {
  const again = () => void (looking = setTimeout(look, LOOK));
  if (connection !== 'dead') return;
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(() => change('good'), again);
}

/**
 * Passes the answer of a call through, and records the state of the connection: dead or silent,
 * even if the call's own sentence says something else. `signal`: an aborted call says nothing about
 * the connection.
 */
export async function watchConnection(
  call: Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  const one = Symbol('call');
  waiting.add(one);
  const timer = setTimeout(() => connection === 'good' && change('silent'), SILENCE_MS);
  const settle = (verdict: Connection | null) => {
    clearTimeout(timer);
    waiting.delete(one);
    if (verdict) change(verdict);
    else if (connection === 'silent' && waiting.size === 0) change('good');
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

/** The state at this moment; screens follow it by `useConnection`. */
export const readConnection = (): Connection => connection;
const good = (): Connection => 'good';

export const useConnection = (): Connection =>
  useSyncExternalStore(subscribe, readConnection, good);

/** Null while there is nothing to say. */
export function describeConnection(now: Connection): string | null {
  if (now === 'good') return null;
  return now === 'dead'
    ? 'No connection. Check that you are online.'
    : 'Still waiting for an answer. Check your connection.';
}
