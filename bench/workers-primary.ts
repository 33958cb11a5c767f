/** The product as several processes on one port: what a `WORKERS` setting would do. */
import cluster from 'node:cluster';
import { join } from 'node:path';

const ended = Promise.withResolvers<void>();
cluster.setupPrimary({ exec: join(import.meta.dirname, '../build/node/main.js') });
for (let count = 0; count < Number(process.env['WORKERS']); count += 1) cluster.fork();
cluster.on('exit', () => {
  if (Object.keys(cluster.workers ?? {}).length === 0) ended.resolve();
});
process.once('SIGTERM', () => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
});
await ended.promise;
process.exit(0);
