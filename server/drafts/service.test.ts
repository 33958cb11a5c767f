import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, placeDocument, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { storedKeys } from '#tests/proposal-forms.ts';
import { deleteExpiredDrafts } from './drafts.ts';

const PERSON = { first_name: 'Ama', last_name: 'Mensah' };

describe.each(ENGINES)('drafts, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  beforeEach(async () => {
    applicant = await app.signIn();
    programId = (await insertProgram(app.services, { title: 'Cocoa and beyond' })).id;
  });
  afterAll(() => app.close());

  const save = (fields: unknown, headers = {}) =>
    applicant.put(`/drafts/${programId}`, { fields }, { headers });

  test('sent fields are saved and merged, and an empty text clears a field', async () => {
    const first = await save({ business_name: 'Asante', business_website: 'not yet an address' });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      ...{ id: expect.any(String), my_role: 'owner', members: [] },
      ...{ owner: PERSON, saved_by: PERSON },
      missing: ['business_location', 'business_website', 'pitch_deck', 'financials'],
      program_id: programId,
      program_title: 'Cocoa and beyond',
      deadline_date: expect.stringMatching(/Z$/),
      extended_until: null,
      fields: { business_name: 'Asante', business_website: 'not yet an address' },
      documents: { pitch_deck: null, financials: null },
      saved_at: expect.stringMatching(/Z$/),
      submitting: null,
    });
    const second = await save({ business_name: '', business_location: 'Kumasi' });
    expect(second.body.fields).toEqual({
      business_name: '',
      business_website: 'not yet an address',
      business_location: 'Kumasi',
    });
    const read = await applicant.get(`/drafts/${programId}`);
    expect([read.body, read.headers.get('etag')]).toEqual([
      second.body,
      second.headers.get('etag'),
    ]);
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
  });

  test('a draft may be empty, and a rich text is cleaned', async () => {
    expect((await applicant.put(`/drafts/${programId}`, {})).body.fields).toEqual({});
    const saved = await save({ business_description: '<p onclick="x()">Hi</p><script>1</script>' });
    expect(saved.body.fields).toEqual({ business_description: '<p>Hi</p>' });
  });

  test('texts are only bounded: 422 past the limits names the field', async () => {
    const { status, body } = await save({ business_name: 'x'.repeat(201) });
    expect([status, body.fields]).toEqual([
      422,
      { business_name: 'The business name can have at most 200 characters.' },
    ]);
    expect((await save({ business_location: 5 })).status).toBe(422);
    expect((await save({ business_location: 'half \ud800' })).status).toBe(422);
    expect((await save('nonsense')).status).toBe(422);
    expect((await save({ business_description: 'x'.repeat(100_001) })).status).toBe(422);
    expect((await save({ business_description: 'x'.repeat(10_000_000) })).status).toBe(413);
    expect((await applicant.get(`/drafts/${programId}`)).status).toBe(404);
  });

  test('an outdated version is refused with 412, which reveals nothing about the current one', async () => {
    const tag = (await save({ business_name: 'One' })).headers.get('etag')!;
    expect((await save({ business_name: 'Two' }, { 'if-match': tag })).status).toBe(200);
    const late = await save({ business_name: 'Three' }, { 'if-match': tag });
    expect([late.status, late.body.code]).toEqual([412, 'changed_meanwhile']);
    expect(late.text).not.toContain('Two');
    const other = await applicant.delete(`/drafts/${programId}`, { headers: { 'if-match': tag } });
    expect(other.status).toBe(412);
    await applicant.delete(`/drafts/${programId}`);
    expect((await save({ business_name: 'Four' }, { 'if-match': tag })).status).toBe(412);
    expect((await applicant.get(`/drafts/${programId}`)).status).toBe(404);
  });

  test('the version of a deleted draft is not that of the next one, which a form that is still open does not overwrite', async () => {
    const tag = (await save({ business_name: 'One' })).headers.get('etag')!;
    await applicant.delete(`/drafts/${programId}`);
    await save({ business_name: 'Two' });
    expect((await save({ business_name: 'Three' }, { 'if-match': tag })).status).toBe(412);
    expect((await applicant.get(`/drafts/${programId}`)).body.fields.business_name).toBe('Two');
  });

  test('whoever creates a draft, and says so, does not overwrite one that another device has made', async () => {
    const none = { 'if-none-match': '*' };
    expect((await save({ business_name: 'One' }, none)).status).toBe(200);
    const second = await save({ business_name: 'Two' }, none);
    expect([second.status, second.body.code]).toEqual([412, 'changed_meanwhile']);
    expect((await applicant.get(`/drafts/${programId}`)).body.fields.business_name).toBe('One');
  });

  test('having none yet is no error for whoever asks whether there is one', async () => {
    const person = await app.signIn();
    const { status, text } = await person.get(`/drafts/${programId}?optional=true`);
    expect([status, text]).toEqual([204, '']);
    await person.put(`/drafts/${programId}`, { fields: { business_name: 'Kept' } });
    const found = await person.get(`/drafts/${programId}?optional=true`);
    expect([found.status, found.body.fields.business_name]).toEqual([200, 'Kept']);
    expect((await person.get(`/drafts/${programId}?optional=perhaps`)).status).toBe(422);
  });

  test('404 without a program, 409 for a closed one', async () => {
    for (const id of [randomUUID(), 'nonsense']) {
      expect((await applicant.put(`/drafts/${id}`, { fields: {} })).status).toBe(404);
      expect((await applicant.get(`/drafts/${id}`)).status).toBe(404);
      expect((await applicant.delete(`/drafts/${id}`)).status).toBe(404);
      expect((await applicant.post(`/drafts/${id}/submit`, {})).status).toBe(404);
    }
    const closed = await insertProgram(app.services, { deadline_date: days(-1) });
    const { status, body } = await applicant.put(`/drafts/${closed.id}`, { fields: {} });
    expect([status, body.code, body.message]).toEqual([
      409,
      'deadline_passed',
      'The application deadline for this program has passed.',
    ]);
  });

  test("another person's draft looks like a missing one, and cannot be deleted", async () => {
    await save({ business_name: 'Mine' });
    const stranger = await app.signIn();
    expect((await stranger.get(`/drafts/${programId}`)).status).toBe(404);
    expect((await stranger.delete(`/drafts/${programId}`)).status).toBe(404);
    expect((await stranger.get('/drafts/')).body).toEqual([]);
    expect((await applicant.get('/drafts/')).body).toHaveLength(1);
  });

  test('the list is paged, searched and sorted', async () => {
    await save({ business_name: 'First' });
    app.pass(60);
    const other = await insertProgram(app.services, { title: 'Solar', deadline_date: days(2) });
    await applicant.put(`/drafts/${other.id}`, { fields: { business_name: 'Second' } });
    const namesOf = async (query: string) =>
      (await applicant.get(`/drafts/${query}`)).body.map(
        (draft: { fields: { business_name: string } }) => draft.fields.business_name,
      );
    expect(await namesOf('')).toEqual(['Second', 'First']);
    expect(await namesOf('?sort=-deadline_date')).toEqual(['First', 'Second']);
    expect(await namesOf('?q=solar')).toEqual(['Second']);
    const page = await applicant.get('/drafts/?skip=1&limit=1');
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2']);
  });

  test('documents are part of the draft, and deleted with it', async () => {
    const { pitchDeck, financials, digests } = await twoDocuments();
    await placeDocument(app.services, applicant, programId, 'pitch_deck', pitchDeck);
    await placeDocument(app.services, applicant, programId, 'financials', financials, {
      state: 'refused',
      message: 'Not a PDF.',
    });
    const { documents, fields } = (await applicant.get(`/drafts/${programId}`)).body;
    expect(fields).toEqual({});
    expect(documents).toEqual({
      pitch_deck: {
        name: 'pitch_deck.pdf',
        ...digests.pitch_deck,
        received: pitchDeck.length,
        state: 'ready',
        message: null,
        pages: 1,
      },
      financials: expect.objectContaining({ state: 'refused', message: 'Not a PDF.' }),
    });
    expect(await storedKeys(app.services, `${applicant.id}/`)).toHaveLength(2);
    expect((await applicant.delete(`/drafts/${programId}`)).status).toBe(204);
    expect(await storedKeys(app.services, `${applicant.id}/`)).toEqual([]);
    expect((await applicant.get(`/drafts/${programId}`)).status).toBe(404);
  });

  test('of several concurrent saves one creates the draft, and all are merged', async () => {
    const answers = await Promise.all(
      Object.entries(FIELDS).map(([name, value]) => save({ [name]: value })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await applicant.get(`/drafts/${programId}`)).body.fields).toEqual(FIELDS);
    expect((await applicant.get('/drafts/')).body).toHaveLength(1);
  });

  test('drafts live for thirty days after their program has closed, and are deleted with it', async () => {
    const { pitchDeck } = await twoDocuments();
    await placeDocument(app.services, applicant, programId, 'pitch_deck', pitchDeck);
    app.pass(59 * 86_400);
    await deleteExpiredDrafts(app.services);
    expect(
      (await app.services.db.read.selectFrom('drafts').select('id').execute()).length,
    ).not.toBe(0);
    app.pass(3 * 86_400);
    await deleteExpiredDrafts(app.services);
    expect(await app.services.db.read.selectFrom('drafts').select('id').execute()).toEqual([]);
    expect(await storedKeys(app.services, `${applicant.id}/`)).toEqual([]);
    app.pass(-62 * 86_400);

    await placeDocument(app.services, applicant, programId, 'pitch_deck', pitchDeck);
    const admin = await app.signIn({ role: 'admin' });
    expect((await admin.delete(`/programs/${programId}`)).status).toBe(204);
    expect(await storedKeys(app.services, `${applicant.id}/`)).toEqual([]);
  });
});
