/** The same data on both engines, one after the other. */
import { makeDataDir, removeDataDir, startProduct, type Product } from './product.ts';
import type { Row } from './report.ts';
import { copyToPostgres } from './seed-postgres.ts';

/** `url` is the database of PostgreSQL; undefined for SQLite. */
export type OnEngine = { engine: string; product: Product; url: string | undefined };

/**
 * Fills a new data folder, and measures the product with it on SQLite, then, with the same data, in
 * the empty database at `url`.
 */
export async function onBothEngines<Filled>(
  url: string,
  fill: (dataDir: string) => Promise<Filled>,
  measure: (on: OnEngine, filled: Filled) => Promise<Row[]>,
): Promise<Row[]> {
  const dataDir = makeDataDir();
  try {
    const filled = await fill(dataDir);
    const found: Row[] = [];
    const run = async (engine: string, database?: string) => {
      const product = await startProduct(dataDir, database ? { DATABASE_URL: database } : {});
      found.push(...(await measure({ engine, product, url: database }, filled)));
      await product.stop();
    };
    await run('SQLite');
    await copyToPostgres(dataDir, url);
    await run('PostgreSQL', url);
    return found;
  } finally {
    removeDataDir(dataDir);
  }
}
