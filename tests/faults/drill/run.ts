/** Injects one fault after the other while people write; then checks what was lost. */
import { retryFor } from '../../servers/ports.ts';
import { faultsIn } from './faults.ts';
import { findLosses } from './losses.ts';
import { createDrillWorld, type DrillWorld, type WorldName } from './world.ts';
import { startWriters, type Writers } from './writers.ts';

type InjectedFault = {
  count: number;
  slowestMs: number;
  /** Requests and connections that failed because of it. */
  felt: number;
};
export type DrillReport = {
  world: WorldName;
  /** By fault: how often, and the longest time until everybody could write again. */
  injected: Map<string, InjectedFault>;
  acknowledged: { enquiries: number; drafts: number; proposals: number };
  refusals: Map<string, number>;
  dishonest: string[];
} & Awaited<ReturnType<typeof findLosses>>;

/** Milliseconds after which recovery counts as failed. */
const RECOVERED_MS = 180_000;

/** Milliseconds until one write of each kind was acknowledged again. */
async function recover(writers: Writers): Promise<number> {
  const began = performance.now();
  const before = writers.counts();
  await retryFor(RECOVERED_MS, async () => {
    if (writers.counts().some((count, index) => count <= before[index]!))
      throw new Error('Not everybody can write again');
  });
  return performance.now() - began;
}

const countFailures = ({ mail, database, store }: DrillWorld, { ledger }: Writers): number =>
  [...ledger.refusals.values()].reduce((sum, count) => sum + count, 0) +
  mail.line.broken() +
  (database?.line.broken() ?? 0) +
  (store?.broken ?? 0);

type Order = {
  name: WorldName;
  count: number;
  /** No fault begins later than this many milliseconds after the first. */
  limitMs?: number;
  onFault?: (name: string, recoveredMs: number) => void;
};

/** Injects this many faults, each kind in turn; `onFault` is called for each. */
export async function drillFaults({
  name,
  count,
  limitMs = Infinity,
  onFault = () => undefined,
}: Order): Promise<DrillReport> {
  const world = await createDrillWorld(name);
  try {
    const writers = await startWriters(world, count);
    const injected = new Map<string, InjectedFault>();
    const faults = faultsIn(world);
    await recover(writers);
    const end = performance.now() + limitMs;
    for (let done = 0; done < count && performance.now() < end; done += 1) {
      const fault = faults[done % faults.length]!;
      const failures = countFailures(world, writers);
      await fault.inject(world);
      const recoveredMs = await recover(writers);
      const before = injected.get(fault.name) ?? { count: 0, slowestMs: 0, felt: 0 };
      injected.set(fault.name, {
        count: before.count + 1,
        slowestMs: Math.max(before.slowestMs, recoveredMs),
        felt: before.felt + countFailures(world, writers) - failures,
      });
      onFault(fault.name, recoveredMs);
    }
    await writers.stop();
    const [enquiries, drafts, proposals] = writers.counts() as [number, number, number];
    const { refusals, dishonest } = writers.ledger;
    return {
      world: name,
      injected,
      acknowledged: { enquiries, drafts, proposals },
      ...{ refusals, dishonest },
      ...(await findLosses(world, writers.ledger)),
    };
  } finally {
    await world.close();
  }
}
