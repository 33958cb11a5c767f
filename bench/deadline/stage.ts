/** The installation for the last hour: one instance as `npm start` runs it, or several. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import type { Services } from '#server/context.ts';
import { openServices } from '#server/services.ts';
import { startRealServer } from '#tests/e2e/real-server.ts';
import { startPostgres } from '#tests/servers/postgres.ts';
import { startSmtp, type SmtpServer } from '#tests/servers/smtp.ts';
import { startInstances } from '#tests/several/instances.ts';

export type Stage = {
  what: string;
  url: string;
  pids: number[];
  services: Services;
  smtp: SmtpServer;
  close(): Promise<void>;
};

type StoreProcess = { env: Record<string, string>; stop(): Promise<void> };

async function startStore(): Promise<StoreProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'store-process.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    env: JSON.parse(line.toString()) as Record<string, string>,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function openEmbedded(folder: string): Promise<Stage> {
  const smtp = await startSmtp();
  const env = { DATA_DIR: folder, SMTP_URL: smtp.url, SAMPLE_DATA: 'off', TRUST_PROXY: '1' };
  const server = await startRealServer(env);
  const services = await openServices(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }));
  return {
    what: '1 instance, SQLite and disk',
    url: server.url,
    pids: [server.pid],
    ...{ services, smtp },
    close: async () => {
      await services.db.close();
      await server.stop();
      await smtp.stop();
    },
  };
}

async function openSeveral(folder: string, count: number): Promise<Stage> {
  const [database, store] = [await startPostgres(), await startStore()];
  if (database.kind !== 'server')
    throw new Error('Several instances need a PostgreSQL: install it');
  const instances = await startInstances(database.url, count, store.env);
  const services = await openServices(
    readConfig({
      ...store.env,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
    }),
  );
  return {
    what: `${count} instance${count > 1 ? 's' : ''} behind ${instances.balancer.kind}, PostgreSQL and S3`,
    url: instances.balancer.url,
    pids: instances.all.map(({ server }) => server.pid),
    services,
    smtp: instances.smtp,
    close: async () => {
      await services.db.close();
      await instances.stop();
      await store.stop();
      await database.stop();
    },
  };
}

/** SQLite for a single instance, unless `hasServers`. */
export async function openStage(count: number, hasServers: boolean): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-rush-'));
  const stage =
    count > 1 || hasServers ? await openSeveral(folder, count) : await openEmbedded(folder);
  return {
    ...stage,
    close: async () => {
      await stage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
