/** The product, with faulty lines to every server that it needs. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import type { Services } from '#server/context.ts';
import { openServices } from '#server/services.ts';
import { SAMPLE_ADMIN } from '../../e2e/backstage.ts';
import { startRealServer, type RealServer } from '../../e2e/real-server.ts';
import { freePort, retryFor } from '../../servers/ports.ts';
import {
  createRestartablePostgres,
  type RestartablePostgres,
} from '../../servers/restartable-postgres.ts';
import { startS3, type S3Server } from '../../servers/s3.ts';
import { lacksSwift, startSwift } from '../../servers/swift.ts';
import { startSmtp, type SmtpServer } from '../../servers/smtp.ts';
import type { MachineFaults } from './faulty-machine.ts';
import { startMoodyLine, type MoodyLine } from './moody-line.ts';
import { startMoodyStore, type MoodyStore } from './moody-store.ts';

export type WorldName = 'SQLite and disk' | 'PostgreSQL and S3';

export type DrillWorld = {
  name: WorldName;
  server: RealServer;
  /** The product's own. */
  dataDir: string;
  /** Separate services on undisturbed lines. */
  services: Services;
  mail: { line: MoodyLine; server: SmtpServer };
  database: { line: MoodyLine; server: RestartablePostgres } | undefined;
  store: MoodyStore | undefined;
  /** Resolves once the product has applied it. */
  setMachine(faults: MachineFaults): Promise<void>;
  /** SIGKILL, and a new process on the same port. */
  killAndStart(): Promise<void>;
  /** SIGTERM, likewise. */
  stopAndStart(): Promise<void>;
  close(): Promise<void>;
};

const PRELOAD = join(import.meta.dirname, 'faulty-machine.ts');
const HEARD_MS = 60_000;

type Backing = Pick<DrillWorld, 'database' | 'store'> & { s3: S3Server | undefined };

async function startBacking(name: WorldName): Promise<Backing> {
  if (name === 'SQLite and disk') return { database: undefined, store: undefined, s3: undefined };
  const server = await createRestartablePostgres();
  const s3 = lacksSwift ? await startS3() : await startSwift();
  return {
    database: { server, line: await startMoodyLine(server.port) },
    store: await startMoodyStore(s3.endpoint),
    s3,
  };
}

const through = (url: string, port: number): string => {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
};

export async function createDrillWorld(name: WorldName): Promise<DrillWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'pitch-trek-drill-'));
  const smtp = await startSmtp();
  const mail = { server: smtp, line: await startMoodyLine(Number(new URL(smtp.url).port)) };
  const { database, store, s3 } = await startBacking(name);
  const settings = { SAMPLE_DATA: 'off', LOG_LEVEL: 'error', TRUST_PROXY: '1' };
  const faultsFile = join(folder, 'faults.json');
  const env = {
    ...settings,
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    ADMIN_EMAIL: SAMPLE_ADMIN.email,
    ADMIN_PASSWORD: SAMPLE_ADMIN.password,
    SMTP_URL: `smtp://127.0.0.1:${mail.line.port}`,
    NODE_OPTIONS: `--import ${PRELOAD}`,
    FAULTS_FILE: faultsFile,
    ...(s3 && { ...s3.env, S3_ENDPOINT: store!.url }),
    ...(database && { DATABASE_URL: through(database.server.url, database.line.port) }),
  };
  const start = () => startRealServer(env);
  const server = await start();
  const services = await openServices(
    readConfig({
      ...s3?.env,
      ...(database && { DATABASE_URL: database.server.url }),
      DATA_DIR: database ? join(folder, 'beside') : env.DATA_DIR,
      LOG_LEVEL: 'silent',
    }),
  );
  const world: DrillWorld = {
    ...{ name, server, dataDir: env.DATA_DIR, services, mail, database, store },
    setMachine: async (faults) => {
      const before = world.server.log().length;
      writeFileSync(faultsFile, JSON.stringify(faults));
      process.kill(world.server.pid, 'SIGUSR2');
      await retryFor(HEARD_MS, async () => {
        if (!world.server.log().slice(before).includes('faults: '))
          throw new Error('the product has not heard of the fault');
      });
    },
    killAndStart: async () => {
      process.kill(world.server.pid, 'SIGKILL');
      await world.server.ended;
      world.server = await start();
    },
    stopAndStart: async () => {
      await world.server.stop();
      world.server = await start();
    },
    close: async () => {
      await world.server.stop();
      await services.db.close();
      for (const part of [mail.line, smtp, store, database?.line, database?.server, s3])
        await part?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}
