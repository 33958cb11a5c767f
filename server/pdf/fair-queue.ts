/** Milliseconds after which what somebody has used is forgotten. */
const MEMORY_MS = 60_000;
/**
 * Of one person, so many count as waiting; what else they send waits behind those, in their own
 * line.
 */
const PLACES_OF_ONE = 2;

type FairQueueOptions = { maxWaiting: number; maxWaitingOfOne: number; now?: () => number };

/**
 * Work of many people: next is who has used the least lately, and among equals who came first.
 * Whoever sends costly work waits behind everybody else, and takes no more than two places of the
 * queue.
 */
export class FairQueue<T> {
  readonly #options: FairQueueOptions;
  readonly #now: () => number;
  readonly #lines = new Map<string, T[]>();
  readonly #used = new Map<string, { ms: number; until: number }>();

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Whether there is an item whose owner `mayRun`. */
  has(mayRun: (owner: string) => boolean): boolean {
    return [...this.#lines.keys()].some(mayRun);
  }

  /** False when the queue, or the person's part of it, is full. */
  add(owner: string, item: T): boolean {
    const line = this.#lines.get(owner) ?? [];
    const taken = [...this.#lines.values()].reduce(
      (sum, { length }) => sum + Math.min(length, PLACES_OF_ONE),
      0,
    );
    const isFull =
      line.length < PLACES_OF_ONE
        ? taken >= this.#options.maxWaiting
        : line.length >= this.#options.maxWaitingOfOne;
    if (isFull) return false;
    line.push(item);
    this.#lines.set(owner, line);
    return true;
  }

  /** Takes the next item out, of those whose owner `mayRun`. */
  take(mayRun: (owner: string) => boolean): T | undefined {
    const owners = [...this.#lines.keys()].filter(mayRun);
    if (owners.length === 0) return undefined;
    const owner = owners.reduce((best, candidate) =>
      this.#usedBy(candidate) < this.#usedBy(best) ? candidate : best,
    );
    const item = this.#lines.get(owner)![0]!;
    this.remove(owner, item);
    return item;
  }

  remove(owner: string, item: T): void {
    const rest = this.#lines.get(owner)?.filter((other) => other !== item) ?? [];
    this.#lines.delete(owner);
    // Set again, so that they stand behind those who have used as little.
    if (rest.length > 0) this.#lines.set(owner, rest);
  }

  /** Notes what an item of theirs has cost, in milliseconds of processor time. */
  charge(owner: string, ms: number): void {
    const now = this.#now();
    for (const [other, { until }] of this.#used) if (until < now) this.#used.delete(other);
    this.#used.set(owner, { ms: this.#usedBy(owner) + ms, until: now + MEMORY_MS });
  }

  clear(): T[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    return items;
  }

  #usedBy(owner: string): number {
    const used = this.#used.get(owner);
    return used && used.until >= this.#now() ? used.ms : 0;
  }
}
