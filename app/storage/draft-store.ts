import { readDrafts, writeDrafts, type Draft } from './local-storage.ts';

/** Milliseconds of typing that an empty battery may cost. */
const WRITE_AFTER_MS = 400;
export type FormValues = Record<string, string>;

/**
 * The input of one form, on this device. `key` names form and person. An earlier draft is offered
 * until it is restored or discarded, one at a time. What another tab has typed since stays beside
 * it.
 */
export function createDraftStore(key: string) {
  let current: Draft | null = null;
  /** Offered, but not decided on, so later input must not replace it. */
  let waiting = readDrafts(key);
  /** The drafts that this tab may delete: those it has read or written. */
  const known = new Set(waiting.map(({ savedAt }) => savedAt));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (current) known.add(current.savedAt);
    const others = readDrafts(key).filter(({ savedAt }) => !known.has(savedAt));
    writeDrafts(key, [...(current ? [current] : []), ...waiting, ...others]);
  };
  const change = (next: Draft | null, rest: Draft[]) => {
    current = next;
    waiting = rest;
    write();
    for (const listener of listeners) listener();
  };
  return {
    key,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    offered: (): Draft | null => waiting[0] ?? null,
    save: (values: FormValues) => {
      current = { values, savedAt: Date.now() };
      timer ??= setTimeout(write, WRITE_AFTER_MS);
    },
    /** Writes pending input at once. */
    flush: () => {
      if (timer !== undefined) write();
    },
    /** Returns the values of the offered draft; text typed since then is offered in its place. */
    takeUp: (): FormValues | undefined => {
      const [first, ...rest] = waiting;
      if (first) change(first, current ? [current, ...rest] : rest);
      return first?.values;
    },
    discard: () => change(current, waiting.slice(1)),
    /** What was typed here is gone; what is offered stays. */
    empty: () => change(null, waiting),
    clear: () => change(null, []),
  };
}
