/** What is newer about one thing arrives after what is older. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ENGINES, openTestServicesOn } from '#tests/engines/engine.ts';
import { claimMails, dropUnsent, LEASE_MS, markSent, queueMail } from './store.ts';

const START = Date.parse('2026-11-25T10:00:00Z');
const at = (ms: number): Date => new Date(START + ms);

describe.each(ENGINES)('mails about one thing, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestServicesOn>>;
  beforeEach(async () => {
    opened = await openTestServicesOn(engine, () => at(0));
  });
  afterEach(() => opened.close());

  const claim = async (ms: number) => {
    const mails = await claimMails(opened.services.db, at(ms), at(ms + LEASE_MS), 5);
    return mails.map(({ id, subject }) => ({ id, subject }));
  };
  const subjectsOf = (mails: { subject: string }[]) => mails.map(({ subject }) => subject);
  const tell = (subject: string, topic: string, ms: number) => {
    const words = { to: 'ama@example.com', subject, text: subject, html: '' };
    return opened.services.db.write(async (tx) => {
      await dropUnsent(tx, [topic], at(ms));
      await queueMail(tx, { ...words, topic }, at(ms));
    });
  };

  test('a newer one waits while an older one is on its way, and others do not', async () => {
    await tell('Approved', 'proposals.review:1', 0);
    const [older] = await claim(0);
    await tell('Declined', 'proposals.review:1', 1);
    await tell('Lapsed', 'receipts.lapse:1', 1);
    expect(subjectsOf(await claim(2))).toEqual(['Lapsed']);
    await markSent(opened.services.db, [older!.id], at(3));
    expect(subjectsOf(await claim(4))).toEqual(['Declined']);
  });

  test('it waits no longer than the lease of an instance that died, nor for a late retry', async () => {
    await tell('Approved', 'proposals.review:2', 100_000);
    await claim(100_000);
    await tell('Undecided', 'proposals.review:2', 100_001);
    await claim(100_002);
    await tell('Declined', 'proposals.review:2', 100_003);
    expect(subjectsOf(await claim(100_004))).toEqual([]);
    const [dropped] = await claim(100_000 + LEASE_MS);
    expect(dropped!.subject).toBe('Approved');
    await opened.services.db.read
      .updateTable('mails')
      .set({ next_try_at: at(3_600_000) })
      .where('id', '=', dropped!.id)
      .execute();
    expect(subjectsOf(await claim(100_001 + LEASE_MS))).toEqual(['Declined']);
  });
});
