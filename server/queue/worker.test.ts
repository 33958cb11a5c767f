import { expect, onTestFinished, test } from 'vitest';
import { sql } from 'kysely';
import { openTestServicesOn } from '#tests/engines/engine.ts';
import { claimMails, MAILS, queueMail } from '../mail/store.ts';
import { renewLease } from './worker.ts';

const LEASE_MS = 600_000;
const HEARTBEAT_MS = 20;

test('a lease is renewed again after the database was slow for longer than a heartbeat', async () => {
  const { services, close } = await openTestServicesOn('postgres', () => new Date());
  const { db, clock } = services;
  const now = clock();
  const later = new Date(now.getTime() + 1e9);
  const mail = { to: 'ama@example.com', subject: 'Looms', text: 'Looms', html: '' };
  await db.write((tx) => queueMail(tx, { ...mail, giveUpAt: later }, now));
  const jobs = await claimMails(db, now, new Date(now.getTime() + LEASE_MS), 1);
  const until = async () => {
    const row = await db.read.selectFrom('mails').select('next_try_at').executeTakeFirstOrThrow();
    return row.next_try_at.getTime();
  };
  const timing = { leaseMs: LEASE_MS, heartbeatMs: HEARTBEAT_MS };
  const endLease = renewLease(services, MAILS, jobs, timing);
  onTestFinished(async () => {
    endLease();
    await close();
  });
  await db.write(async (tx) => {
    await sql`select 1 from mails for update`.execute(tx);
    await sql`select pg_sleep(0.3)`.execute(tx);
  });
  for (let renewals = 0; renewals < 3; renewals += 1) {
    const before = await until();
    await expect.poll(until).toBeGreaterThan(before);
  }
});
