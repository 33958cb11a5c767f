/** An edit of a proposal has a receipt of its own: nobody reads "genuine" about older answers. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { fillDraft } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { canonicalJson } from '#domain/canonical-json.ts';

describe.each(ENGINES)('the receipt of an edit, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  beforeEach(async () => {
    applicant = await app.signIn({ first_name: 'Abena', last_name: 'Darko' });
    programId = (await insertProgram(app.services)).id;
  });
  afterAll(() => app.close());

  async function submitted(): Promise<any> {
    const { digests } = await fillDraft(app.services, applicant, programId);
    const { body } = await applicant.post(`/drafts/${programId}/submit`, { documents: digests });
    return { ...body, digests };
  }
  async function isGenuine(number: string): Promise<boolean> {
    const { keys } = (await app.visitor.get('/receipts/keys')).body;
    const { content_sha256, program_title, received_at, signature } = await receiptOf(number);
    const signed = canonicalJson({ content_sha256, number, program_title, received_at });
    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    return verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64url'));
  }
  const edit = async (id: string, fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const { status, body } = await applicant.patch(`/proposals/${id}`, form);
    expect(status).toBe(200);
    return body;
  };
  const receiptOf = async (number: string) => (await app.visitor.get(`/receipts/${number}`)).body;
  const edits = () =>
    app.readMails(applicant.email).filter((mail) => /^Subject: Your changes/m.test(mail));
  const mailed = (count: number) => expect.poll(() => edits().length).toBe(count);

  test('it is its own, genuine, and of the new answers; the older one is replaced by it', async () => {
    const { id, receipt_number: first, received_at, digests } = await submitted();
    const edited = await edit(id, { business_name: 'Darko Gold' });
    const second = edited.receipt_number;
    expect(second).not.toBe(first);
    expect(edited.received_at).toBe(received_at);
    expect(await receiptOf(first)).toMatchObject({ state: 'replaced', replaced_by: second });
    const receipt = await receiptOf(second);
    expect(receipt.state).toBe('complete');
    expect(receipt).not.toHaveProperty('replaced_by');
    expect(receipt.replaces).toBe(first);
    expect(await receiptOf(first)).not.toHaveProperty('replaces');
    expect(Date.parse(receipt.received_at)).toBeGreaterThanOrEqual(Date.parse(received_at));
    const content = JSON.stringify({
      business_description: edited.business_description,
      business_location: edited.business_location,
      business_name: 'Darko Gold',
      business_website: edited.business_website,
      financials: digests.financials.sha256,
      pitch_deck: digests.pitch_deck.sha256,
    });
    expect(receipt.content_sha256).toBe(createHash('sha256').update(content).digest('hex'));
    for (const number of [first, second]) expect(await isGenuine(number)).toBe(true);
    const admin = await app.signIn({ role: 'admin' });
    for (const number of [first, second]) {
      const found = await admin.get(`/proposals/admin/all?q=${number}`);
      expect(found.body.map((one: { id: string }) => one.id)).toEqual([id]);
    }
  });

  test('nothing is issued for what does not change the proposal', async () => {
    const { id, receipt_number, business_name } = await submitted();
    expect((await edit(id, { business_name })).receipt_number).toBe(receipt_number);
    expect((await receiptOf(receipt_number)).state).toBe('complete');
  });

  test('one mail with the newest answers and their signature, at most every ten minutes', async () => {
    const { id } = await submitted();
    const one = await edit(id, { business_name: 'First change' });
    await mailed(1);
    expect(edits()[0]).toContain('Business name: First change');
    expect(edits()[0]).toContain(`Receipt: ${one.receipt_number}`);
    const about = app.services.db.read
      .selectFrom('mails')
      .select(['state', 'sent_at', 'next_try_at'])
      .where('topic', '=', `proposals.edit:${id}`)
      .orderBy('created_at');
    await expect.poll(async () => (await about.execute())[0]!.state).toBe('sent');
    await edit(id, { business_name: 'Second change' });
    const { receipt_number } = await edit(id, { business_name: 'Third change' });
    const [sent, waiting] = await about.execute();
    expect([sent!.state, waiting!.state]).toEqual(['sent', 'queued']);
    const apart = waiting!.next_try_at!.getTime() - sent!.sent_at!.getTime();
    expect(apart).toBe(600_000);
    app.pass(601);
    app.services.notifyMail();
    await mailed(2);
    const newest = edits().find((mail) => mail.includes(receipt_number))!;
    expect(newest).toContain('Business name: Third change');
    const { signature } = await receiptOf(receipt_number);
    expect(newest.replace(/=\r?\n/g, '')).toContain(signature);
    expect(edits().join()).not.toContain('Second change');
    const again = await applicant.post(`/proposals/${id}/confirmation`);
    expect(again.status).toBe(202);
  });

  test('withdrawn with the proposal, all of them, and nothing is mailed any more', async () => {
    const { id, receipt_number: first } = await submitted();
    await edit(id, { business_name: 'First change' });
    await mailed(1);
    const { receipt_number: second } = await edit(id, { business_name: 'Second change' });
    expect((await applicant.delete(`/proposals/${id}`)).status).toBe(204);
    app.pass(601);
    await app.services.notifyMail();
    for (const number of [first, second]) expect((await receiptOf(number)).state).toBe('withdrawn');
    expect(edits()).toHaveLength(1);
  });
});
