import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RATE_LIMITS } from '#domain/constants.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('the confirmation again, on %s', (engine) => {
  let app: TestApp;
  let ama: Person;
  let proposal: any;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    app.holdClock();
  });
  beforeEach(async () => {
    ama = await app.signIn({ first_name: 'Ama' });
    ({ proposal } = await submit(app.services, ama, {
      business_description: '<p>Fish &amp; ice</p>',
    }));
  });
  afterAll(() => app.close());

  const ask = (person = ama, id: string = proposal.id) =>
    person.post(`/proposals/${id}/confirmation`);
  const texts = async (to: string) => {
    const rows = await app.services.db.read
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', to)
      .where('subject', 'like', '%has been received')
      .execute();
    return rows.length;
  };
  const received = (to: string) =>
    expect.poll(() => app.readMails(to).filter((mail) => mail.includes('confirmation again')));

  test('is sent to the applicant’s address, with the receipt and the current answers', async () => {
    const { body } = await ama.patch(`/proposals/${proposal.id}`, { business_name: 'Volta Ice' });
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([
      202,
      { message: `The confirmation is on its way to ${ama.email}.` },
    ]);
    await received(ama.email).toHaveLength(1);
    const mail = app.readMails(ama.email).find((one) => one.includes('confirmation again'))!;
    expect(mail).toContain(body.receipt_number);
    expect(mail).toContain(`/receipts/${body.receipt_number}`);
    expect(mail).toContain('Business name: Volta Ice');
    expect(mail).toContain('Business description: Fish & ice');
    expect(await texts(ama.email)).toBe(2);
  });

  test('is in the log, and not in the timeline', async () => {
    await ask();
    const logged = await app.services.db.read
      .selectFrom('audit_log')
      .select(['actor_id', 'subject'])
      .where('action', '=', 'proposals.confirm')
      .where('subject_id', '=', proposal.id)
      .execute();
    expect(logged).toEqual([{ actor_id: ama.id, subject: 'proposal' }]);
    const { body } = await ama.get(`/proposals/${proposal.id}/timeline`);
    expect(body.map(({ event }: any) => event)).toEqual(['received']);
  });

  test('names no receipt for a submission that predates receipts', async () => {
    await app.services.db.read
      .updateTable('proposals')
      .set({ receipt_number: null })
      .where('id', '=', proposal.id)
      .execute();
    expect((await ask()).status).toBe(202);
    await received(ama.email).toHaveLength(1);
    const mail = app.readMails(ama.email).find((one) => one.includes('confirmation again'))!;
    expect(mail).not.toContain('Receipt:');
  });

  test('is 404 for a stranger as for a missing proposal, and sends nothing', async () => {
    const stranger = await app.signIn();
    const foreign = await ask(stranger);
    const missing = await ask(stranger, crypto.randomUUID());
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    expect((await ask(ama, 'nonsense')).status).toBe(404);
    expect(await texts(stranger.email)).toBe(0);
  });

  test('has an hourly limit, then 429 with the time to wait', async () => {
    for (let count = 0; count < RATE_LIMITS.confirmationsPerHour; count += 1)
      expect((await ask()).status).toBe(202);
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const before = await texts(ama.email);
    expect(before).toBe(RATE_LIMITS.confirmationsPerHour + 1);
  });
});
