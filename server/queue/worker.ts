/**
 * Work that is woken after a commit and by a timer: one round at a time, and a wake in between is
 * not lost.
 */

export type Wakeful = {
  wake(): void;
  /** For work that nobody waits for: more of it is gathered first. */ wakeSoon(): void;
  /** Resolves when nothing is on its way. */ stop(): Promise<void>;
};

export type Rounds = {
  /** Does all that is due; it ends early when `isStopped`. Never rejects. */
  work(isStopped: () => boolean): Promise<void>;
  /** When the next turn comes, undefined when none is known. */
  nextTurn(): Promise<Date | undefined>;
  clock: () => Date;
};

/** Milliseconds: what another instance left behind is found this late at most. */
const LONGEST_SLEEP = 5000;
const SHORTEST_SLEEP = 50;
/** Milliseconds that `wakeSoon` gathers. */
const GATHERING = 1000;

export function startWakeful({ work, nextTurn, clock }: Rounds): Wakeful {
  let isStopped = false;
  let isWokenAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const sleep = async (): Promise<void> => {
    const turn = await nextTurn().catch(() => undefined);
    const wait = turn ? turn.getTime() - clock().getTime() : LONGEST_SLEEP;
    if (!isStopped)
      timer = setTimeout(wake, Math.min(Math.max(wait, SHORTEST_SLEEP), LONGEST_SLEEP)).unref();
  };

  function wake(): void {
    isWokenAgain = true;
    if (isStopped || running) return;
    clearTimeout(timer);
    running = (async () => {
      while (isWokenAgain && !isStopped) {
        isWokenAgain = false;
        await work(() => isStopped);
      }
      await sleep();
    })().finally(() => {
      running = undefined;
      if (isWokenAgain) wake();
    });
  }

  const wakeSoon = () => {
    soon ??= setTimeout(() => {
      soon = undefined;
      wake();
    }, GATHERING).unref();
  };

  wake();
  return {
    wake,
    wakeSoon,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(soon);
      await running;
    },
  };
}
