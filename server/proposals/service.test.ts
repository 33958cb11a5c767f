import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { encryptedPdf } from '#tests/raw-pdfs.ts';
import { formOf, storedKeys, submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('own proposals, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let stranger: Person;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    [applicant, stranger, admin] = await Promise.all([
      app.signIn(),
      app.signIn(),
      app.signIn({ role: 'admin' }),
    ]);
  });
  afterAll(() => app.close());

  const files = () => storedKeys(app.services, `${applicant.id}/`);
  const audits = async (id: string) =>
    (
      await app.services.db.read
        .selectFrom('audit_log')
        .select('action')
        .where('subject_id', '=', id)
        .execute()
    ).map(({ action }) => action);

  test('another applicant finds nothing, by any call, and changes nothing', async () => {
    const { proposal } = await submit(app.services, applicant);
    for (const id of [proposal.id, crypto.randomUUID(), 'admin', '1']) {
      const replies = [
        await stranger.get(`/proposals/${id}`),
        await stranger.patch(`/proposals/${id}`, { business_name: 'Mine' }),
        await stranger.delete(`/proposals/${id}`),
      ];
      for (const { status, body } of replies)
        expect([status, body]).toEqual([
          404,
          { message: 'Proposal not found.', code: 'not_found' },
        ]);
      expect((await stranger.get(`/proposals/${id}/documents/pitch_deck`)).status).toBe(404);
    }
    expect((await stranger.get('/proposals/')).body).toEqual([]);
    expect((await applicant.get(`/proposals/${proposal.id}`)).body).toEqual(proposal);
  });

  test("the owner's calls are not for admins, nor the admin's for owners", async () => {
    const { proposal } = await submit(app.services, applicant);
    const [userId, name] = proposal.document_urls.pitch_deck.split('/');
    for (const path of [
      '/proposals/',
      `/proposals/${proposal.id}`,
      `/proposals/${proposal.id}/documents/pitch_deck`,
    ])
      expect((await admin.get(path)).status).toBe(403);
    for (const path of [
      '/proposals/admin/all',
      '/proposals/admin/export.csv',
      `/proposals/${proposal.id}/admin`,
      `/proposals/admin/presigned-url/${userId}/${name}`,
    ])
      expect((await applicant.get(path)).status).toBe(403);
    expect(
      (await applicant.patch(`/proposals/${proposal.id}/admin`, { is_approved: true })).status,
    ).toBe(403);
  });

  test('the owner edits texts and replaces a file; the old file is deleted, the other stays', async () => {
    const { proposal } = await submit(app.services, applicant);
    const pitch_deck = await makePdf({ pages: 7 });
    const form = formOf({
      business_name: 'New Name',
      business_website: '',
      funding_stage: 'SEED',
      business_sector: 'Mining',
      is_approved: 'true',
      region: 'Oti',
      pitch_deck,
    });
    const { status, body, headers } = await applicant.patch(`/proposals/${proposal.id}`, form);
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    expect(body).toMatchObject({
      business_name: 'New Name',
      business_website: null,
      business_location: proposal.business_location,
      funding_stage: 'PENDING_FUNDING',
      is_approved: false,
      business_sector: proposal.business_sector,
      region: proposal.region,
    });
    expect(body.documents.pitch_deck.pages).toBe(7);
    expect(body.document_urls.financials).toBe(proposal.document_urls.financials);
    const keys = await files();
    expect(keys).not.toContain(proposal.document_urls.pitch_deck);
    expect(keys).toEqual(expect.arrayContaining(Object.values(body.document_urls)));
  });

  test('JSON works as well, and sending nothing new changes nothing', async () => {
    const { proposal, etag } = await submit(app.services, applicant);
    const { body, headers } = await applicant.patch(`/proposals/${proposal.id}`, {
      business_name: proposal.business_name,
      funding_stage: 'SEED',
    });
    expect([body, headers.get('etag')]).toEqual([proposal, etag]);
    expect(await audits(proposal.id)).toEqual(['proposals.submit']);
    expect(
      (await applicant.patch(`/proposals/${proposal.id}`, { business_name: ' ' })).body.fields,
    ).toEqual({ business_name: 'Enter the business name.' });
  });

  test('an edit begun before somebody else saved is refused, and its file is discarded', async () => {
    const { proposal, etag } = await submit(app.services, applicant);
    const headers = { 'if-match': etag };
    expect(
      (await applicant.patch(`/proposals/${proposal.id}`, { business_name: 'First' }, { headers }))
        .status,
    ).toBe(200);
    const before = await files();
    const second = await applicant.patch(
      `/proposals/${proposal.id}`,
      formOf({ business_name: 'Second', pitch_deck: await makePdf() }),
      { headers },
    );
    expect([second.status, second.body.code]).toEqual([412, 'changed_meanwhile']);
    expect((await applicant.delete(`/proposals/${proposal.id}`, { headers })).status).toBe(412);
    expect(await files()).toEqual(before);
  });

  test('of two concurrent saves one wins, and only its files stay', async () => {
    const { proposal, etag } = await submit(app.services, applicant);
    const save = async (business_name: string) =>
      applicant.patch(
        `/proposals/${proposal.id}`,
        formOf({ business_name, pitch_deck: await makePdf() }),
        { headers: { 'if-match': etag } },
      );
    const before = await files();
    const replies = await Promise.all([save('One'), save('Two')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(await files()).toHaveLength(before.length);
  });

  test('a bad replacement leaves the old file in place', async () => {
    const { proposal } = await submit(app.services, applicant);
    const before = await files();
    const { status, body } = await applicant.patch(
      `/proposals/${proposal.id}`,
      formOf({ business_name: 'X', financials: encryptedPdf('secret') }),
    );
    expect([status, body.message]).toEqual([
      415,
      'The financials file is encrypted: it asks for a password. Save it without a password, or print it to a new PDF, and choose that file.',
    ]);
    expect((await applicant.get(`/proposals/${proposal.id}`)).body).toEqual(proposal);
    expect(await files()).toEqual(before);
  });

  test("from midnight of the deadline's day nothing can be edited or deleted, though submitting still works", async () => {
    const now = app.services.clock();
    const midnight = new Date(now.toISOString().slice(0, 10)).getTime();
    const program = await insertProgram(app.services, {
      deadline_date: new Date(midnight + 86_400_000 - 1000),
    });
    const { proposal } = await submit(app.services, applicant, { program_id: program.id });
    expect(proposal.locked).toBe('deadline_passed');
    const replies = [
      await applicant.patch(`/proposals/${proposal.id}`, { business_name: 'Late' }),
      await applicant.delete(`/proposals/${proposal.id}`),
    ];
    for (const { status, body } of replies)
      expect([status, body]).toEqual([
        409,
        { message: 'Deadline has passed', code: 'deadline_passed' },
      ]);
    await app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: days(2, now) })
      .where('id', '=', program.id)
      .execute();
    expect(
      (await applicant.patch(`/proposals/${proposal.id}`, { business_name: 'In time' })).status,
    ).toBe(200);
  });

  test("an admin's approval locks as well", async () => {
    const { proposal } = await submit(app.services, applicant);
    await admin.patch(`/proposals/${proposal.id}/admin`, { is_approved: true });
    expect((await applicant.get(`/proposals/${proposal.id}`)).body.locked).toBe(
      'proposal_approved',
    );
    for (const reply of [
      await applicant.patch(`/proposals/${proposal.id}`, {}),
      await applicant.delete(`/proposals/${proposal.id}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([409, 'proposal_approved']);
  });

  test('deleting removes the files and leaves an audit entry', async () => {
    const { proposal } = await submit(app.services, applicant);
    const link = (await applicant.get(`/proposals/${proposal.id}/documents/financials`)).body.url;
    expect((await applicant.delete(`/proposals/${proposal.id}`)).status).toBe(204);
    expect((await applicant.get(`/proposals/${proposal.id}`)).status).toBe(404);
    expect((await fetch(link)).status).toBe(404);
    const keys = await files();
    for (const key of Object.values(proposal.document_urls)) expect(keys).not.toContain(key);
    expect(await audits(proposal.id)).toEqual(
      expect.arrayContaining(['proposals.submit', 'proposals.delete']),
    );
  });

  test('files that are on their way when it is handed over are sent again, to the new owner', async () => {
    const { db, clock, files: stored } = app.services;
    const [owner, member] = [await app.signIn(), await app.signIn()];
    const { proposal } = await submit(app.services, owner);
    const path = `/proposals/${proposal.id}`;
    const { body: invited } = await owner.post(`${path}/members`, { email: member.email });
    const row = db.read.updateTable('members').where('id', '=', invited.id);
    await row.set({ user_id: member.id, accepted_at: clock() }).execute();
    const pitch_deck = await makePdf({ pages: 3 });
    const edit = () => member.patch(path, formOf({ business_location: 'Ada', pitch_deck }));
    const before = await storedKeys(app.services, `${owner.id}/`);
    const put = stored.put.bind(stored);
    stored.put = async (...file) => {
      stored.put = put;
      const given = await owner.post(`${path}/owner`, { member_id: invited.id });
      expect(given.status).toBe(200);
      return put(...file);
    };
    const early = await edit();
    expect([early.status, early.body.code]).toEqual([409, 'in_progress']);
    expect(early.headers.get('retry-after')).toBe('1');
    expect((await member.get(path)).body.business_location).toBe('Kumasi');
    expect(await storedKeys(app.services, `${owner.id}/`)).toEqual(before);
    const again = await edit();
    expect([again.status, again.body.business_location]).toEqual([200, 'Ada']);
    expect(again.body.document_urls.pitch_deck).toMatch(new RegExp(`^${member.id}/`));
  });
});
