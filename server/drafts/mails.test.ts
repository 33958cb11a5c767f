/** What still leaves after a mail server was away: only what is still true. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DRAFTS, HOUR_MS } from '#domain/constants.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, fillDraft, placeDocument, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import type { Services } from '../context.ts';
import { settleDraft } from './submission.ts';
import { remindOfDeadlines } from './deadlines.ts';

const NO_MAIL_SERVER = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@example.com' };
const GRACE_SECONDS = 3600;

describe.each(ENGINES)('mails that could not be sent yet, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;
  let documents: Awaited<ReturnType<typeof twoDocuments>>;

  beforeAll(async () => {
    app = await createTestAppOn(engine, NO_MAIL_SERVER);
    documents = await twoDocuments();
  });
  beforeEach(async () => {
    applicant = await app.signIn();
    const deadline = new Date(app.services.clock().getTime() + DRAFTS.reminderHours * HOUR_MS);
    const seed = { title: 'Trek', deadline_date: deadline };
    programId = (await insertProgram(app.services, seed)).id;
  });
  afterAll(() => app.close());

  const submit = () =>
    applicant.post(`/drafts/${programId}/submit`, { documents: documents.digests });
  const submitAhead = async () => {
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    expect((await submit()).status).toBe(202);
  };
  const place = (kind: 'pitch_deck' | 'financials') =>
    placeDocument(
      app.services,
      applicant,
      programId,
      kind,
      kind === 'pitch_deck' ? documents.pitchDeck : documents.financials,
    );
  const stillToLeave = async () => {
    const rows = await app.services.db.read
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', applicant.email)
      .where('state', '=', 'queued')
      .where('text', '!=', '')
      .execute();
    return rows.map(({ subject }) => subject);
  };
  const CONFIRMED = ['Your proposal for Trek has been received'];

  test('a submission that is complete does not ask for its documents', async () => {
    await submitAhead();
    expect(await stillToLeave()).toEqual([
      'Your answers for Trek have been received, your documents not yet',
    ]);
    await place('pitch_deck');
    await settleDraft(app.services, await place('financials'));
    expect(await stillToLeave()).toEqual(CONFIRMED);
  });

  test('nor does one that has lapsed', async () => {
    await submitAhead();
    const draftId = await place('pitch_deck');
    app.pass(GRACE_SECONDS + 1);
    await settleDraft(app.services, draftId);
    app.pass(-GRACE_SECONDS - 1);
    expect(await stillToLeave()).toEqual(['Your proposal for Trek was not submitted']);
  });

  test('nor does one that was withdrawn', async () => {
    await submitAhead();
    expect((await applicant.delete(`/drafts/${programId}`)).status).toBe(204);
    expect(await stillToLeave()).toEqual([]);
  });

  const savedLongAgo = () =>
    app.services.db.read
      .updateTable('drafts')
      .set({ saved_at: new Date(app.services.clock().getTime() - 2 * HOUR_MS) })
      .where('user_id', '=', applicant.id)
      .execute();

  test.each([
    ['submitted', 201],
    ['submitted ahead of its documents', 202],
    ['deleted', 204],
  ])('nobody is reminded of a draft that is %s', async (_how, expected) => {
    if (expected === 201)
      ({ digests: documents.digests } = await fillDraft(app.services, applicant, programId));
    else await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    await savedLongAgo();
    await remindOfDeadlines(app.services);
    expect(await stillToLeave()).toHaveLength(1);
    const { status } =
      expected === 204 ? await applicant.delete(`/drafts/${programId}`) : await submit();
    expect(status).toBe(expected);
    expect((await stillToLeave()).filter((subject) => /closes on/.test(subject))).toEqual([]);
  });

  test('nobody is reminded of a draft that is submitted while reminders are being written', async () => {
    await applicant.put(`/drafts/${programId}`, { fields: FIELDS });
    await savedLongAgo();
    const { db } = app.services;
    const write: Services['db']['write'] = async (work) => {
      await submit();
      return db.write(work);
    };
    await remindOfDeadlines({ ...app.services, db: { ...db, write } });
    expect(await stillToLeave()).toEqual([
      'Your answers for Trek have been received, your documents not yet',
    ]);
  });
});
