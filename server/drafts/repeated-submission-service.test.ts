import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, fillDraft } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { countRows, expectAllFiles } from '#tests/whole-world.ts';

describe.each(ENGINES)('submitting a draft from two places, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  beforeEach(async () => {
    applicant = await app.signIn({ region: 'Volta' });
    programId = (await insertProgram(app.services, { sector: 'Mining' })).id;
  });
  afterEach(() => expectAllFiles(app.services));
  afterAll(() => app.close());

  const submit = (documents: unknown, headers = {}) =>
    applicant.post(`/drafts/${programId}/submit`, { documents }, { headers });

  test('answers that were saved elsewhere since they were read are not submitted: 412, and the draft stays', async () => {
    const { digests } = await fillDraft(app.services, applicant, programId);
    const read = await applicant.get(`/drafts/${programId}`);
    const etag = read.headers.get('etag')!;
    await applicant.put(`/drafts/${programId}`, { fields: { business_name: 'From a phone' } });
    const key = randomUUID();
    const late = await submit(digests, { 'if-match': etag, 'idempotency-key': key });
    expect([late.status, late.body.code]).toEqual([412, 'changed_meanwhile']);
    const now = await applicant.get(`/drafts/${programId}`);
    expect(now.body.fields.business_name).toBe('From a phone');
    const again = { 'if-match': now.headers.get('etag')!, 'idempotency-key': key };
    expect((await submit(digests, again)).body.business_name).toBe('From a phone');
    // Sent again, because the answer was lost: the same one, whatever version it names.
    expect((await submit(digests, again)).status).toBe(201);
  });

  test('in two tabs at the same moment: one proposal, one receipt', async () => {
    const { digests } = await fillDraft(app.services, applicant, programId);
    const answers = await Promise.all([submit(digests), submit(digests), submit(digests)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.receipt_number)).size).toBe(1);
    expect((await applicant.get('/proposals/')).body).toHaveLength(1);

    const second = await insertProgram(app.services);
    programId = second.id;
    expect((await submit(digests)).status, 'nothing was written for this program').toBe(404);
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    const waiting = await Promise.all([submit(digests), submit(digests), submit(digests)]);
    expect(waiting.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(waiting.map(({ body }) => body.number)).size).toBe(1);
    const { body: other } = await submit({ ...digests, pitch_deck: digests.financials });
    expect(other.number).toBe(waiting[0]!.body.number);
  });

  test('a repeated key gives the first answer, also after the deadline; other content is 422', async () => {
    const deadline = new Date(app.services.clock().getTime() + 60_000);
    programId = (await insertProgram(app.services, { deadline_date: deadline })).id;
    const { digests } = await fillDraft(app.services, applicant, programId);
    const headers = { 'idempotency-key': randomUUID() };
    const mails = await countRows(app.services, 'mails');
    const first = await submit(digests, headers);
    app.pass(61);
    const repeated = await submit(digests, headers);
    expect([repeated.status, repeated.body, repeated.headers.get('etag')]).toEqual([
      201,
      first.body,
      first.headers.get('etag'),
    ]);
    const other = await submit({ ...digests, pitch_deck: digests.financials }, headers);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
    expect(await countRows(app.services, 'mails')).toBe(mails + 1);
  });
});
