import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The run's PostgreSQL server; null if none is installed: then tests/servers/test-database.ts
     * uses PGlite in the test's own process.
     */
    postgresUrl: string | null;
  }
}

/**
 * One PostgreSQL for the whole run; every test file gets its own database on it. Tests that kill or
 * watch a real process start the bundle that `npm start` runs.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/build.mjs', '--server'], { stdio: 'inherit' });
  const server = await startPostgres();
  project.provide('postgresUrl', server.kind === 'server' ? server.url : null);
  if (server.kind === 'pglite') await server.stop();
  return server.stop;
}
