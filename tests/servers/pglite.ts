import type { PostgresServer } from './postgres.ts';
import { freePort } from './ports.ts';

/**
 * How many connections one PGlite accepts. They share one session of one thread: statements wait
 * for each other, a transaction blocks all others, and `set`, advisory locks and `listen` are not
 * per connection. A pool on it should have `max: 1`; it cannot show concurrency.
 */
const MAX_CONNECTIONS = 16;

/**
 * PGlite behind a socket, in this process: for machines without PostgreSQL. Every database is a
 * separate instance (some 60 MB).
 */
export async function startPglite(): Promise<PostgresServer> {
  const stops: (() => Promise<void>)[] = [];
  const createDatabase = async () => {
    const database = await startOne();
    stops.push(database.stop);
    return database.url;
  };
  const stop = async () => {
    await Promise.all(stops.splice(0).map((stopOne) => stopOne()));
  };
  return {
    url: await createDatabase(),
    kind: 'pglite',
    maxConnections: MAX_CONNECTIONS,
    createDatabase,
    stop,
  };
}

async function startOne(): Promise<{ url: string; stop: () => Promise<void> }> {
  const [{ PGlite }, { PGLiteSocketServer }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-socket'),
  ]);
  const db = await PGlite.create();
  const port = await freePort();
  const server = new PGLiteSocketServer({
    db,
    port,
    host: '127.0.0.1',
    maxConnections: MAX_CONNECTIONS,
  });
  await server.start();
  const stop = async () => {
    await server.stop();
    await db.close();
  };
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`, stop };
}
