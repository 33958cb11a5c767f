/**
 * trust F3: a real PostgreSQL is restarted, killed, frozen and cut off while people write.
 * `POSTGRES_RESTARTS=50` makes the drill long.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Executor } from '#server/db/open.ts';
import { openServices } from '#server/services.ts';
import { startRealServer, type RealServer } from '../e2e/real-server.ts';
import {
  createRestartablePostgres,
  lacksPostgres,
  type RestartablePostgres,
} from '../servers/restartable-postgres.ts';
import { query } from '../servers/sql.ts';
import { startTcpProxy, type TcpProxy } from '../servers/tcp-proxy.ts';

const ROUNDS = Number(process.env['POSTGRES_RESTARTS'] ?? 3);
const WRITERS = 6;
/**
 * Milliseconds after which a request counts as hanging. A statement that the server is working on
 * may take 20 s.
 */
const HANGING_MS = 300_000;

type TimedResponse = { status: number; retryAfter: string | null; email: string; took: number };

let postgres: RestartablePostgres;
let proxy: TcpProxy;
let server: RealServer;
let isEnded = false;

async function send(
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; retryAfter: string | null; took: number }> {
  const began = performance.now();
  const reply = await fetch(`${server.url}${path}`, {
    ...init,
    signal: AbortSignal.timeout(HANGING_MS),
  });
  await reply.arrayBuffer();
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    took: performance.now() - began,
  };
}

/** Sends an enquiry from a new address, so that no limit applies. */
async function write(): Promise<TimedResponse> {
  const email = `${randomUUID()}@example.com`;
  const address = Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');
  const body = JSON.stringify({
    first_name: 'Ama',
    last_name: 'Mensah',
    email,
    message: 'Good morning, when does the competition open?',
  });
  return {
    email,
    ...(await send('/api/v1/contact_forms/', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    })),
  };
}

/** Writes until told to stop; returns all answers. */
function startWriting(): () => Promise<TimedResponse[]> {
  let isStopped = false;
  const answered: TimedResponse[] = [];
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isStopped) {
      answered.push(await write());
      await pause(20);
    }
  });
  return async () => {
    isStopped = true;
    await Promise.all(writers);
    return answered;
  };
}

/** Milliseconds until a write succeeds again. */
async function recover(): Promise<number> {
  const began = performance.now();
  await expect
    .poll(async () => (await write()).status, { timeout: HANGING_MS, interval: 50 })
    .toBe(201);
  return performance.now() - began;
}

/**
 * Holds whatever has happened: the process lives, every answer is a success or an honest refusal,
 * and everything acknowledged is stored.
 */
async function expectHonest(answered: TimedResponse[]): Promise<void> {
  expect(isEnded, server.log()).toBe(false);
  expect(server.log()).not.toContain('"msg":"defect"');
  expect(
    [...new Set(answered.map(({ status }) => status))].filter(
      (status) => status !== 201 && status !== 503,
    ),
  ).toEqual([]);
  expect(
    answered.filter(({ status, retryAfter }) => status === 503 && !(Number(retryAfter) > 0)),
  ).toEqual([]);
  const stored = new Set(
    (await query(postgres.url, 'select email from enquiries')).map(({ email }) => email),
  );
  expect(answered.filter(({ status, email }) => status === 201 && !stored.has(email))).toEqual([]);
}

const report = (what: string, times: number[]) => {
  if (process.env['POSTGRES_RESTARTS'])
    console.log(
      `${what}: ${times.length} times, ms at most ${Math.round(Math.max(...times))}`,
      times.map(Math.round).join(' '),
    );
};

describe.skipIf(lacksPostgres)(
  `PostgreSQL fails${lacksPostgres ? ` (skipped: ${lacksPostgres})` : ''}`,
  () => {
    beforeAll(async () => {
      postgres = await createRestartablePostgres();
      proxy = await startTcpProxy(postgres.port);
      const url = postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
      server = await startRealServer({
        DATABASE_URL: url,
        TRUST_PROXY: '1',
        SAMPLE_DATA: 'off',
        LOG_LEVEL: 'error',
      });
      void server.ended.then(() => void (isEnded = true));
    });
    afterAll(async () => {
      await server?.stop();
      await proxy?.stop();
      await postgres?.stop();
    });

    test(
      'restarted, killed or its backends terminated under load: the process lives, nothing acknowledged is lost, and it recovers by itself',
      async () => {
        const stopWriting = startWriting();
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          await pause(500);
          if (round % 3 === 2)
            await query(
              postgres.url,
              'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
            );
          else {
            await postgres.halt(round % 3 === 0 ? 'fast' : 'immediate');
            await pause(300);
            expect([200, 503]).toContain((await send('/readyz')).status);
            expect((await send('/healthz')).status).toBe(200);
            await postgres.start();
          }
          times.push(await recover());
        }
        await expectHonest(await stopWriting());
        report('recovered after a restart', times);
      },
      HANGING_MS + ROUNDS * 60_000,
    );

    test('frozen: everybody gets 503 instead of hanging, soon immediately, and it recovers when it thaws', async () => {
      const answered: TimedResponse[] = [await write()];
      await postgres.freeze();
      const first = await Promise.all(Array.from({ length: 14 }, write));
      expect(first.map(({ status }) => status)).toEqual(first.map(() => 503));
      await expect.poll(async () => (await send('/readyz')).status).toBe(503);
      expect((await send('/healthz')).status).toBe(200);
      postgres.thaw();
      const time = await recover();
      await expectHonest([...answered, ...first]);
      report(
        'answers while frozen',
        first.map(({ took }) => took),
      );
      report('recovered after a freeze', [time]);
    });

    test('old connections stay silent while new ones are served: they are found, cut and not used again', async () => {
      const times: number[] = [];
      for (let round = 0; round < Math.ceil(ROUNDS / 3); round += 1) {
        const stopWriting = startWriting();
        await pause(200);
        proxy.silenceOpen();
        times.push(await recover());
        await expectHonest(await stopWriting());
        // Every connection in the pool now works: no request meets a dead one.
        const after = await Promise.all(Array.from({ length: 10 }, write));
        expect(after.map(({ status }) => status)).toEqual(after.map(() => 201));
        proxy.endSilent();
      }
      report('recovered beside silent connections', times);
    });

    test('the locks of a transaction whose connection fell silent do not outlive it', async () => {
      const { db } = await openServices(
        readConfig({
          DATABASE_URL: postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`),
          DATA_DIR: server.dataDir,
          LOG_LEVEL: 'silent',
        }),
      );
      const rename = (tx: Executor) =>
        tx.updateTable('secrets').set({ name: 'links' }).where('name', '=', 'links').execute();
      const lost = db.write(async (tx) => {
        await rename(tx);
        proxy.silenceOpen();
        await rename(tx);
      });
      await expect(lost).rejects.toThrow();
      // Refused after five seconds if the lock is still held; the server would hold it for fifteen.
      await db.write(rename);
      await db.close();
      proxy.endSilent();
    });

    test('a network that drops everything, and then recovers', async () => {
      proxy.freeze();
      const during = await Promise.all(Array.from({ length: 14 }, write));
      expect(during.map(({ status }) => status)).toEqual(during.map(() => 503));
      report(
        'answers while the network is away',
        during.map(({ took }) => took),
      );
      proxy.resume();
      const time = await recover();
      await expectHonest(during);
      proxy.endSilent();
      report('recovered after the network', [time]);
    });

    test('a long statement may finish: slow is not silent', async () => {
      // A transaction sees the server's activity as of its first look: one connection locks,
      // another one watches.
      const [other, watcher] = [postgres.url, postgres.url].map(
        (connectionString) => new pg.Client({ connectionString }),
      ) as [pg.Client, pg.Client];
      await Promise.all([other.connect(), watcher.connect()]);
      await other.query('begin');
      await other.query('lock table enquiries in exclusive mode');
      let refused = 0;
      // Right after an outage a write may still meet a connection that has just ended.
      const writing = (async () => {
        for (;;) {
          const answer = await write();
          if (answer.status !== 503) return answer;
          refused += 1;
          await pause(20);
        }
      })();
      const isWaiting = () =>
        watcher.query("select from pg_stat_activity where wait_event_type = 'Lock'");
      await expect.poll(async () => (await isWaiting()).rowCount, { timeout: HANGING_MS }).toBe(1);
      refused = 0;
      // Twice as long as it takes until the server is probed.
      await pause(1600);
      await other.query('commit');
      expect((await writing).status).toBe(201);
      expect(refused).toBe(0);
      await Promise.all([other.end(), watcher.end()]);
    });
  },
);
