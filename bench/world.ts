/**
 * The setting of one benchmark: a seeded data folder, the product on it, and the bare server beside
 * it.
 */
import { startBare, type Bare } from './bare.ts';
import { ask, get, interleave } from './load.ts';
import { makeDataDir, removeDataDir, startProduct, type Product } from './product.ts';
import { compared, type Row } from './report.ts';
import { seed, type SeededProduct } from './seed.ts';

export type World = { dataDir: string; product: Product; bare: Bare; seeded: SeededProduct };
type Shape = {
  proposals?: number;
  users?: number;
  environment?: Record<string, string>;
  /** Adds further rows to the seeded data folder. */
  fill?: (dataDir: string) => void | Promise<void>;
};

/** Opens, measures, and always closes. */
export async function inWorld(
  shape: Shape,
  measureAll: (world: World) => Promise<Row[]>,
): Promise<Row[]> {
  const dataDir = makeDataDir();
  const closers = [async () => removeDataDir(dataDir)];
  try {
    const seeded = await seed(dataDir, shape);
    await shape.fill?.(dataDir);
    const product = await startProduct(dataDir, shape.environment);
    closers.unshift(product.stop);
    const bare = await startBare();
    closers.unshift(async () => bare.stop());
    return await measureAll({ dataDir, product, bare, seeded });
  } finally {
    for (const close of closers) await close();
  }
}

export const signedIn = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
});

const READING = { connections: 8, milliseconds: 400 };
type Reading = Partial<typeof READING> & {
  /** Called before each request, for example to write something. */
  before?: () => void;
};

/**
 * Requests per second of one address, or several in turn, and their CPU time, compared with a bare
 * server that sends the first one's bytes.
 */
export async function compareReading(
  { product, bare }: World,
  what: string,
  paths: string[],
  headers: Record<string, string>,
  target: number | undefined,
  { before, ...plan }: Reading = {},
): Promise<Row> {
  const requests = paths.map((path) => get(path, headers));
  await bare.imitate(await ask(product.port, requests[0]!));
  let index = 0;
  const next = () => requests[(index += 1) % requests.length]!;
  const pair = await interleave(
    {
      port: product.port,
      pid: product.pid,
      next: () => {
        before?.();
        return next();
      },
    },
    { port: bare.port, next },
    { ...READING, ...plan },
  );
  return compared(what, pair, '/s', target);
}
