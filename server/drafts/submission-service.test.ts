import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RATE_LIMITS } from '#domain/constants.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, fillDraft, placeDocument, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { formOf, storedKeys, submissionTo } from '#tests/proposal-forms.ts';
import { countRows, expectAllFiles } from '#tests/whole-world.ts';

describe.each(ENGINES)('submitting a draft, on %s', (engine) => {
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
  const attempts = async () => (await applicant.get('/drafts/attempts')).body;

  test('with both documents ready it is a proposal at once, and the draft is gone', async () => {
    const { digests } = await fillDraft(app.services, applicant, programId);
    const keys = await storedKeys(app.services, `${applicant.id}/`);
    const { status, body, headers } = await submit(digests);
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      ...FIELDS,
      business_website: 'https://asante.example.com',
      business_sector: 'Mining',
      funding_stage: 'PENDING_FUNDING',
      region: 'Volta',
      program_id: programId,
      receipt_number: expect.stringMatching(/^NPT(-[0-9A-HJKMNP-TV-Z]{4}){4}$/),
      documents: { pitch_deck: { size: digests.pitch_deck.size } },
    });
    expect(body.created_at).toBe(body.received_at);
    expect(Date.parse(body.completed_at)).toBeGreaterThanOrEqual(Date.parse(body.received_at));
    expect(await storedKeys(app.services, `${applicant.id}/`), 'no byte is moved').toEqual(keys);
    expect((await applicant.get(`/proposals/${body.id}`)).body).toEqual(body);
    expect((await applicant.get('/proposals/')).body[0].receipt_number).toBe(body.receipt_number);
    expect((await applicant.get(`/drafts/${programId}`)).status).toBe(404);
    expect((await app.visitor.get(`/receipts/${body.receipt_number}`)).body).toMatchObject({
      state: 'complete',
      received_at: body.received_at,
      completed_at: body.completed_at,
    });
  });

  test('the confirmation says number, time and where the receipt is', async () => {
    const { digests } = await fillDraft(app.services, applicant, programId);
    const { body } = await submit(digests);
    await expect
      .poll(() => app.readMails(applicant.email).join())
      .toContain(`/receipts/${body.receipt_number}`);
    const [mail] = app.readMails(applicant.email);
    expect(mail).toContain(`Receipt: ${body.receipt_number}`);
    expect(mail).toMatch(/Received: .* at \d\d:\d\d GMT/);
  });

  test('missing or wrong answers are refused with the sentences of the form', async () => {
    await applicant.put(`/drafts/${programId}`, {
      fields: { business_website: 'no address', business_description: '' },
    });
    const { status, body } = await submit({ pitch_deck: { size: 1, sha256: 'x' } });
    const form = await applicant.post(
      '/proposals/',
      formOf({ program_id: programId, business_website: 'no address' }),
    );
    expect([status, body]).toEqual([422, form.body]);
    expect(Object.keys(body.fields).sort()).toEqual([
      'business_location',
      'business_name',
      'business_website',
      'financials',
      'pitch_deck',
    ]);
    expect((await applicant.post(`/drafts/${programId}/submit`)).status).toBe(422);
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    const { digests } = await twoDocuments();
    const large = { ...digests.pitch_deck, size: 20 * 1_048_576 + 1 };
    const refused = await submit({ ...digests, pitch_deck: large });
    expect([refused.status, refused.body.message]).toEqual([
      413,
      'The pitch deck is larger than 20 MB. Choose a smaller file and try again.',
    ]);
    expect(await attempts(), 'it is mended in the form').toEqual([]);
  });

  test('a document other than the one that is ready: 409, and nothing is frozen', async () => {
    const { digests } = await fillDraft(app.services, applicant, programId);
    const other = { ...digests, financials: { ...digests.financials, sha256: 'a'.repeat(64) } };
    const { status, body } = await submit(other);
    expect([status, body.code]).toEqual([409, 'documents_differ']);
    expect(body.message).toContain('financials');
    expect((await applicant.get(`/drafts/${programId}`)).body.submitting).toBeNull();
    expect((await applicant.put(`/drafts/${programId}`, { fields: {} })).status).toBe(200);
    expect(await attempts()).toEqual([
      expect.objectContaining({ code: 'documents_differ', message: body.message }),
    ]);
    expect((await submit(digests)).status).toBe(201);
  });

  test('the deadline is compared with the first byte of the submit request', async () => {
    const soon = await insertProgram(app.services, {
      title: 'Closes soon',
      deadline_date: new Date(app.services.clock().getTime() + 60_000),
    });
    programId = soon.id;
    const { digests } = await fillDraft(app.services, applicant, programId);
    app.pass(61);
    const { status, body } = await submit(digests);
    expect([status, body.code, body.message]).toEqual([
      409,
      'deadline_passed',
      'The application deadline for this program has passed.',
    ]);
    const stored = {
      program_id: programId,
      program_title: 'Closes soon',
      code: 'deadline_passed',
      message: body.message,
    };
    expect(await attempts()).toEqual([expect.objectContaining(stored)]);
    const admin = await app.signIn({ role: 'admin' });
    const firstPage = await admin.get('/proposals/admin/attempts?limit=1');
    expect(firstPage.body).toEqual([
      expect.objectContaining({
        ...stored,
        applicant: expect.objectContaining({ id: applicant.id, email: applicant.email }),
      }),
    ]);
    expect(Number(firstPage.headers.get('x-total-count'))).toBeGreaterThanOrEqual(2);
    const of = (id: string) => admin.get(`/proposals/admin/attempts?applicant_id=${id}`);
    const theirs = await of(applicant.id);
    expect(theirs.body).toEqual([expect.objectContaining(stored)]);
    expect(theirs.headers.get('x-total-count')).toBe('1');
    expect((await of(admin.id)).body).toEqual([]);
    expect((await of('x')).status).toBe(422);
    app.pass(-61);
    expect((await submit(digests)).status).toBe(201);
  });

  test('a refused form is recorded as well, and their number is limited', async () => {
    const closed = await insertProgram(app.services, { deadline_date: days(-1) });
    const form = await applicant.post('/proposals/', await submissionTo(closed.id));
    expect(form.status).toBe(409);
    const damaged = await submissionTo(programId, { financials: Buffer.from('no PDF') });
    expect((await applicant.post('/proposals/', damaged)).status).toBe(415);
    expect((await attempts()).map(({ code }: { code: string }) => code)).toEqual([
      'wrong_type',
      'deadline_passed',
    ]);
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    const { pitchDeck, digests } = await twoDocuments();
    await placeDocument(app.services, applicant, programId, 'financials', pitchDeck);
    for (let count = 0; count < 50; count += 1) await submit(digests);
    const listed = await applicant.get('/drafts/attempts');
    expect([listed.body.length, listed.headers.get('x-total-count')]).toEqual([50, '50']);
    expect(listed.body.every(({ code }: { code: string }) => code === 'documents_differ')).toBe(
      true,
    );
  });

  test('without its documents it waits: answers and digests are frozen, and it can be withdrawn', async () => {
    const { digests } = await twoDocuments();
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    const { status, body } = await submit(digests);
    expect(status).toBe(202);
    expect(body).toEqual({
      number: expect.stringMatching(/^NPT-/),
      received_at: expect.stringMatching(/Z$/),
      completed_at: null,
      program_title: expect.any(String),
      on_behalf: false,
      state: 'waiting_for_documents',
      complete_until: new Date(Date.parse(body.received_at) + 3_600_000).toISOString(),
      content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      signature: expect.any(String),
      key_id: expect.any(String),
    });
    expect((await applicant.get(`/drafts/${programId}`)).body.submitting).toEqual(body);
    const saved = await applicant.put(`/drafts/${programId}`, { fields: { business_name: 'B' } });
    expect([saved.status, saved.body.code]).toEqual([409, 'submitting']);
    expect((await submit(digests)).body).toEqual(body);
    const other = { ...digests, financials: { ...digests.financials, sha256: 'a'.repeat(64) } };
    expect((await submit(other)).body, 'frozen').toEqual(body);
    const admin = await app.signIn({ role: 'admin' });
    expect((await admin.delete(`/programs/${programId}`)).body.code).toBe('program_has_proposals');
    expect((await applicant.delete(`/drafts/${programId}`)).status).toBe(204);
    expect((await app.visitor.get(`/receipts/${body.number}`)).body.state).toBe('withdrawn');
    expect((await applicant.get(`/drafts/${programId}`)).status).toBe(404);
  });

  test('saved at the very moment of submission: one consistent draft is submitted', async () => {
    const { digests } = await fillDraft(app.services, applicant, programId);
    const [submitted, ...saved] = await Promise.all([
      submit(digests),
      ...['A', 'B', 'C'].map((name) =>
        applicant.put(`/drafts/${programId}`, { fields: { business_name: name } }),
      ),
    ]);
    expect(submitted.status).toBe(201);
    for (const { status } of saved) expect(status).toBe(200);
    const names = ['A', 'B', 'C', FIELDS.business_name];
    expect(names).toContain(submitted.body.business_name);
  });

  const copyReceipt = async (number: string, copies: number) => {
    const { read } = app.services.db;
    const row = (await read
      .selectFrom('receipts')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirst())!;
    const copy = () => ({ ...row, number: randomUUID(), draft_id: null });
    await read
      .insertInto('receipts')
      .values(Array.from({ length: copies }, copy))
      .execute();
  };

  test('submitting and withdrawing again and again is limited: each try is mailed and kept', async () => {
    const { digests } = await twoDocuments();
    const submitAgain = async () => {
      await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
      return submit(digests);
    };
    const { number } = (await submitAgain()).body;
    await applicant.delete(`/drafts/${programId}`);
    await copyReceipt(number, RATE_LIMITS.submissionsPerHour - 2);
    expect((await submitAgain()).status).toBe(202);
    await applicant.delete(`/drafts/${programId}`);
    const { status, body, headers } = await submitAgain();
    expect([status, body.code]).toEqual([429, 'too_many_attempts']);
    const draft = (await applicant.get(`/drafts/${programId}`)).body;
    expect([draft.fields, draft.submitting]).toEqual([FIELDS, null]);
    const waitMs = Number(headers.get('retry-after')) * 1000;
    await app.services.db.read
      .updateTable('receipts')
      .set({ received_at: new Date(app.services.clock().getTime() - waitMs) })
      .where('user_id', '=', applicant.id)
      .execute();
    expect((await submitAgain()).status).toBe(202);
  });

  test('an applicant with 200 proposals is refused, and a waiting submission counts', async () => {
    const { digests } = await twoDocuments();
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    await copyReceipt((await submit(digests)).body.number, 199);
    programId = (await insertProgram(app.services)).id;
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    const { status, body } = await submit(digests);
    expect([status, body.code]).toEqual([409, 'too_many_proposals']);
    const form = await applicant.post('/proposals/', await submissionTo(programId));
    expect([form.status, form.body.code]).toEqual([409, 'too_many_proposals']);
  });

  test('a long description with markup is submitted as it is shown', async () => {
    const long = `<p>${'We grow & roast. '.repeat(1000)}</p>`;
    const { digests } = await fillDraft(app.services, applicant, programId);
    await applicant.put(`/drafts/${programId}`, { fields: { business_description: long } });
    const description = (await applicant.get(`/drafts/${programId}`)).body.fields
      .business_description;
    expect((await submit(digests)).body.business_description).toBe(description);
  });

  test('a stranger cannot submit somebody else’s draft', async () => {
    await fillDraft(app.services, applicant, programId);
    const stranger = await app.signIn();
    const other = { size: 1, sha256: 'b'.repeat(64) };
    const { status } = await stranger.post(`/drafts/${programId}/submit`, {
      documents: { pitch_deck: other, financials: other },
    });
    expect(status).toBe(404);
    await placeDocument(app.services, stranger, programId, 'pitch_deck', await makePdf());
    expect((await stranger.get(`/drafts/${programId}`)).body.documents.financials).toBeNull();
  });

  test('a closed program is reported before incomplete answers', async () => {
    const applicant = await app.signIn();
    const soon = await insertProgram(app.services, {
      deadline_date: new Date(app.services.clock().getTime() + 60_000),
    });
    await applicant.put(`/drafts/${soon.id}`, { fields: { business_name: 'Too late' } });
    const { digests } = await twoDocuments();
    const submit = () => applicant.post(`/drafts/${soon.id}/submit`, { documents: digests });
    expect((await submit()).status).toBe(422);
    app.pass(61);
    const { status, body } = await submit();
    app.pass(-61);
    expect([status, body.code]).toEqual([409, 'deadline_passed']);
  });

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
