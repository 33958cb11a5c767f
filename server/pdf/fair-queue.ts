/** Milliseconds after which somebody's use is forgotten. */
const MEMORY_MS = 60_000;
/** Places in the queue that one person may take; their other items wait in a line of their own. */
const PLACES_OF_ONE = 2;

type FairQueueOptions = { maxWaiting: number; maxWaitingOfOne: number; now?: () => number };

/**
 * Work of many people: next is the one who has used the least recently, and among equals the one
 * who came first. People who send costly work wait behind everybody else, and take no more than two
 * places of the queue.
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

  /** False if the queue, or the person's part of it, is full. */
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

  /** Removes and returns the next item, of those whose owner `mayRun`. */
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
    // Inserted again, so that they stand behind others who have used as little.
    if (rest.length > 0) this.#lines.set(owner, rest);
  }

  /** Records the cost of an owner's item, in milliseconds of CPU time. */
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
