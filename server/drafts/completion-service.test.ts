import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, fillDraft, placeDocument, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { countRows } from '#tests/whole-world.ts';
import { settleAll, settleDocument, settleDraft } from './submission.ts';

const HOUR_SECONDS = 3600;

describe.each(ENGINES)('documents that follow their submission, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;
  let documents: Awaited<ReturnType<typeof twoDocuments>>;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    documents = await twoDocuments();
  });
  beforeEach(async () => {
    applicant = await app.signIn();
    const deadline = new Date(app.services.clock().getTime() + 60_000);
    const program = await insertProgram(app.services, { title: 'Trek', deadline_date: deadline });
    programId = program.id;
  });
  afterAll(() => app.close());

  const place = (kind: DocumentKind, bytes: Uint8Array, placed = {}) =>
    placeDocument(app.services, applicant, programId, kind, bytes, placed);
  async function submitAhead(): Promise<string> {
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    const { status, body } = await applicant.post(`/drafts/${programId}/submit`, {
      documents: documents.digests,
    });
    expect(status).toBe(202);
    return body.number;
  }
  /** Sessions last only half an hour. */
  const stayedSignedIn = () =>
    app.services.db.read
      .updateTable('sessions')
      .set({ expires_at: new Date(app.services.clock().getTime() + 60_000) })
      .where('user_id', '=', applicant.id)
      .execute();
  const receiptOf = async (number: string) => (await app.visitor.get(`/receipts/${number}`)).body;
  const proposals = async () => (await applicant.get('/proposals/')).body;
  const subjects = async () =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', applicant.email)
        .orderBy('created_at')
        .execute()
    ).map(({ subject }) => subject);
  async function arrive(kind: DocumentKind, bytes: Uint8Array, placed = {}): Promise<void> {
    const draftId = await place(kind, bytes, placed);
    await settleDocument(app.services, { draftId, kind });
  }

  test('the timeline tells that they followed, however soon', async () => {
    await submitAhead();
    await arrive('pitch_deck', documents.pitchDeck);
    await arrive('financials', documents.financials);
    const [{ id, completed_at }] = await proposals();
    const { body } = await applicant.get(`/proposals/${id}/timeline`);
    expect(body.map(({ event }: { event: string }) => event)).toEqual(['received', 'completed']);
    expect(body[1].at).toBe(completed_at);
  });

  test('when both are here it is a proposal, with the time of the submit request', async () => {
    const number = await submitAhead();
    const waiting = await receiptOf(number);
    app.pass(600);
    await arrive('pitch_deck', documents.pitchDeck);
    expect((await receiptOf(number)).state).toBe('waiting_for_documents');
    await arrive('financials', documents.financials);
    const receipt = await receiptOf(number);
    const { complete_until: _until, ...signed } = waiting;
    expect(receipt).toEqual({
      ...signed,
      state: 'complete',
      completed_at: expect.stringMatching(/Z$/),
    });
    const [{ id }] = await proposals();
    const { body } = await applicant.get(`/proposals/${id}`);
    expect(body).toMatchObject({
      ...FIELDS,
      business_website: 'https://asante.example.com',
      receipt_number: number,
      received_at: waiting.received_at,
      created_at: waiting.received_at,
      completed_at: receipt.completed_at,
    });
    expect(Date.parse(body.completed_at) - Date.parse(body.received_at)).toBeGreaterThan(599_000);
    expect((await applicant.get(`/drafts/${programId}`)).status).toBe(404);
    const link = await applicant.get(`/proposals/${id}/documents/financials`);
    const bytes = Buffer.from(await (await fetch(link.body.url)).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      documents.digests.financials.sha256,
    );
    expect((await subjects()).at(-1)).toBe('Your proposal for Trek has been received');
  });

  test('settled several times, even concurrently: one proposal', async () => {
    await submitAhead();
    await place('pitch_deck', documents.pitchDeck);
    const draftId = await place('financials', documents.financials);
    await Promise.all([1, 2, 3].map(() => settleDraft(app.services, draftId)));
    await settleDraft(app.services, draftId);
    await settleAll(app.services);
    expect(await proposals()).toHaveLength(1);
  });

  test('the job completes what a dead process left behind', async () => {
    const number = await submitAhead();
    await place('pitch_deck', documents.pitchDeck);
    await place('financials', documents.financials);
    await settleAll(app.services);
    expect((await receiptOf(number)).state).toBe('complete');
    expect(await proposals()).toHaveLength(1);
  });

  test('a damaged one may be sent again within the grace; after it the receipt lapses', async () => {
    const number = await submitAhead();
    app.pass(120);
    await arrive('pitch_deck', documents.pitchDeck);
    const refused = { state: 'refused' as const, message: 'The financials file is damaged.' };
    await arrive('financials', documents.financials.subarray(0, 200), refused);
    expect((await receiptOf(number)).state).toBe('waiting_for_documents');
    await arrive('financials', documents.financials);
    expect((await receiptOf(number)).state).toBe('complete');

    programId = (await insertProgram(app.services, { title: 'Trek' })).id;
    const late = await submitAhead();
    await arrive('pitch_deck', documents.pitchDeck);
    await arrive('financials', documents.financials.subarray(0, 200), refused);
    app.pass(HOUR_SECONDS + 1);
    await settleAll(app.services);
    expect(await receiptOf(late)).toMatchObject({
      state: 'lapsed',
      message:
        'The documents were not complete within 60 minutes, so nothing was submitted. The financials file is damaged.',
    });

    await stayedSignedIn();
    const later = await submitAhead();
    app.pass(HOUR_SECONDS + 1);
    await settleAll(app.services);
    await stayedSignedIn();
    const { lapsed } = (await applicant.get(`/drafts/${programId}`)).body;
    expect(lapsed, 'the last try').toMatchObject({ number: later });
  });

  test('without its documents it lapses when the grace is over, and not before', async () => {
    const number = await submitAhead();
    app.pass(HOUR_SECONDS - 10);
    await settleAll(app.services);
    expect((await receiptOf(number)).state).toBe('waiting_for_documents');
    app.pass(11);
    await settleAll(app.services);
    await settleAll(app.services);
    const receipt = await receiptOf(number);
    expect(receipt).toMatchObject({
      state: 'lapsed',
      completed_at: null,
      message: 'The documents were not complete within 60 minutes, so nothing was submitted.',
    });
    await expect.poll(() => app.readMails(applicant.email).join()).toContain(receipt.message);
    await stayedSignedIn();
    expect((await applicant.get('/drafts/attempts')).body).toEqual([
      expect.objectContaining({ code: 'deadline_passed', message: receipt.message }),
    ]);
    const draft = (await applicant.get(`/drafts/${programId}`)).body;
    expect([draft.fields.business_name, draft.submitting]).toEqual(['Asante Cocoa Ltd', null]);
    expect(draft.lapsed).toEqual(receipt);
    expect((await subjects()).filter((subject) => subject.includes('not submitted'))).toHaveLength(
      1,
    );
    await arrive('pitch_deck', documents.pitchDeck);
    await arrive('financials', documents.financials);
    await stayedSignedIn();
    expect(await proposals()).toEqual([]);
    const repeated = await applicant.post(`/drafts/${programId}/submit`, {
      documents: documents.digests,
    });
    expect([repeated.status, repeated.body.code]).toEqual([409, 'deadline_passed']);
  });

  test('a document that arrived in time and is still being checked is waited for', async () => {
    const number = await submitAhead();
    await arrive('pitch_deck', documents.pitchDeck);
    await arrive('financials', documents.financials, { state: 'checking' });
    app.pass(HOUR_SECONDS + 30);
    await settleAll(app.services);
    expect((await receiptOf(number)).state).toBe('waiting_for_documents');
    await arrive('financials', documents.financials);
    expect((await receiptOf(number)).state).toBe('complete');
  });

  test('moving the deadline in the meantime changes nothing', async () => {
    const number = await submitAhead();
    const admin = await app.signIn({ role: 'admin' });
    const moved = new Date(app.services.clock().getTime() - 86_400_000).toISOString();
    const { status } = await admin.patch(`/programs/${programId}`, { deadline_date: moved });
    expect(status).toBe(200);
    await arrive('pitch_deck', documents.pitchDeck);
    await arrive('financials', documents.financials);
    expect((await receiptOf(number)).state).toBe('complete');
  });

  test('deleting a proposal withdraws its receipt; a form sent in one go gets one too', async () => {
    programId = (await insertProgram(app.services)).id;
    const { digests } = await fillDraft(app.services, applicant, programId);
    const { body } = await applicant.post(`/drafts/${programId}/submit`, { documents: digests });
    expect((await applicant.delete(`/proposals/${body.id}`)).status).toBe(204);
    expect((await receiptOf(body.receipt_number)).state).toBe('withdrawn');
    const repeated = await applicant.post(`/drafts/${programId}/submit`, { documents: digests });
    expect(repeated.status).toBe(404);
  });

  test('each change has its entry, and none leaves a row behind', async () => {
    const before = await countRows(app.services, 'audit_log');
    await submitAhead();
    await arrive('pitch_deck', documents.pitchDeck);
    await arrive('financials', documents.financials);
    expect(await countRows(app.services, 'audit_log')).toBe(before + 2);
    expect(
      await app.services.db.read
        .selectFrom('drafts')
        .select('id')
        .where('user_id', '=', applicant.id)
        .execute(),
    ).toEqual([]);
  });

  test('it lapses though its program is gone, and the others are settled', async () => {
    const number = await submitAhead();
    const { db } = app.services;
    await db.read.deleteFrom('programs').where('id', '=', programId).execute();
    app.pass(2 * HOUR_SECONDS);
    await settleAll(app.services);
    const receipt = await app.visitor.get(`/receipts/${number}`);
    expect(receipt.body.state).toBe('lapsed');
  });
});
