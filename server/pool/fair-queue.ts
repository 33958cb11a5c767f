/** Who is next, and how much may run at once. */

/** Milliseconds after which somebody's use is forgotten. */
const MEMORY_MS = 60_000;
/** Places in the queue that one person may take; their other items wait outside of it. */
const MAX_PLACES_PER_OWNER = 2;

export type FairQueueOptions = {
  maxWaiting: number;
  maxWaitingOfOne: number;
  now?: () => number;
};

/**
 * Work of many people: next is the one who has used the least recently, and among equals the one
 * who came first. People who send costly work wait behind everybody else, and take no more than two
 * places of the queue.
 */
export class FairQueue<T> {
  readonly #options: FairQueueOptions;
  readonly #now: () => number;
  readonly #waiting = new Map<string, T[]>();
  readonly #used = new Map<string, { ms: number; until: number }>();

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  has(mayRun: (owner: string) => boolean): boolean {
    return [...this.#waiting.keys()].some(mayRun);
  }

  /** False if the queue, or the person's part of it, is full. */
  add(owner: string, item: T): boolean {
    const own = this.#waiting.get(owner) ?? [];
    const places = [...this.#waiting.values()].map(({ length }) =>
      Math.min(length, MAX_PLACES_PER_OWNER),
    );
    const isFull =
      own.length < MAX_PLACES_PER_OWNER
        ? places.reduce((sum, taken) => sum + taken, 0) >= this.#options.maxWaiting
        : own.length >= this.#options.maxWaitingOfOne;
    if (isFull) return false;
    own.push(item);
    this.#waiting.set(owner, own);
    return true;
  }

  take(mayRun: (owner: string) => boolean = () => true): T | undefined {
    const owners = [...this.#waiting.keys()].filter(mayRun);
    if (owners.length === 0) return undefined;
    const owner = owners.reduce((best, candidate) =>
      this.#usedBy(candidate) < this.#usedBy(best) ? candidate : best,
    );
    const item = this.#waiting.get(owner)![0]!;
    this.remove(owner, item);
    return item;
  }

  remove(owner: string, item: T): void {
    const others = this.#waiting.get(owner)?.filter((other) => other !== item) ?? [];
    this.#waiting.delete(owner);
    // Inserted again, so that they stand behind others who have used as little.
    if (others.length > 0) this.#waiting.set(owner, others);
  }

  /** Records the cost of an owner's item, in milliseconds of CPU time. */
  charge(owner: string, ms: number): void {
    const now = this.#now();
    for (const [other, { until }] of this.#used) if (until < now) this.#used.delete(other);
    this.#used.set(owner, { ms: this.#usedBy(owner) + ms, until: now + MEMORY_MS });
  }

  clear(): T[] {
    const items = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return items;
  }

  #usedBy(owner: string): number {
    const used = this.#used.get(owner);
    return used && used.until >= this.#now() ? used.ms : 0;
  }
}

type SemaphoreOptions = FairQueueOptions & { refuse: () => Error };
type Run = <R>(work: () => Promise<R>, weight?: number, owner?: string) => Promise<R>;
const ENDLESS = {
  maxWaiting: Infinity,
  maxWaitingOfOne: Infinity,
  refuse: () => new Error('full'),
};

/** Runs as much at once as `total` allows; a heavier task runs alone, the rest waits in turn. */
export function createSemaphore(total: number, options: SemaphoreOptions = ENDLESS): Run {
  type Waiting = { weight: number; start: () => void };
  const waiting = new FairQueue<Waiting>(options);
  let free = total;
  let next: Waiting | undefined;
  const startNext = () => {
    while (free > 0 && (next ??= waiting.take()) && next.weight <= free) {
      free -= next.weight;
      next.start();
      next = undefined;
    }
  };
  return async (work, wanted = 1, owner = '') => {
    const weight = Math.min(total, wanted);
    await new Promise<void>((start, reject) => {
      if (!waiting.add(owner, { weight, start })) reject(options.refuse());
      startNext();
    });
    try {
      return await work();
    } finally {
      free += weight;
      startNext();
    }
  };
}
