/**
 * Polyfills APIs that portal screens need and Chrome 99, Safari 15.4 or Firefox 97 lack. Public
 * pages use none of them.
 */

/** For tests: the names that the build may contain, because they are polyfilled here. */
export const POLYFILLED = ['toSorted', 'toReversed', 'findLast', 'canParse', 'any', 'timeout'];

type Calls = Record<string, unknown>;

/** Leaves existing implementations alone. */
function bring(place: object, calls: Calls): void {
  for (const [name, value] of Object.entries(calls))
    if (!(name in place))
      Object.defineProperty(place, name, { value, writable: true, configurable: true });
}

export function installPolyfills(): void {
  bring(Array.prototype, {
    toSorted<T>(this: T[], compare?: (one: T, other: T) => number) {
      return [...this].sort(compare);
    },
    toReversed<T>(this: T[]) {
      return [...this].reverse();
    },
    findLast<T>(this: T[], test: (one: T) => boolean) {
      return [...this].reverse().find(test);
    },
  });
  bring(URL, { canParse: isAddress });
  bring(AbortSignal, { any: firstOf, timeout: after });
}

function isAddress(address: string, base?: string): boolean {
  try {
    return Boolean(new URL(address, base));
  } catch {
    return false;
  }
}

function firstOf(signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  const end = ({ reason }: AbortSignal) => either.abort(reason);
  for (const signal of signals) {
    if (signal.aborted) end(signal);
    else signal.addEventListener('abort', () => end(signal), { signal: either.signal });
  }
  return either.signal;
}

function after(milliseconds: number): AbortSignal {
  const one = new AbortController();
  setTimeout(() => one.abort(new DOMException('Timed out', 'TimeoutError')), milliseconds);
  return one.signal;
}
