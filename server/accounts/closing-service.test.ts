import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOf, type Person, type TestApp } from '#tests/app.ts';
import { placeDocument } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { enquiryInput, insertProgram, PASSWORD, registration } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound } from '#tests/judging-world.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { storedKeys, submit } from '#tests/proposal-forms.ts';
import { queueMail } from '../mail/store.ts';

describe.each(ENGINES)('closing an account, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  const login = async (email: string) => {
    await app.visitor.post('/auth/login', { username: email, password: PASSWORD });
    const otp = await app.readOtp(email);
    return (await app.visitor.post('/auth/verify-otp', { email, otp })).body.access_token as string;
  };
  /** A logged-in applicant with a known password. */
  const enter = async () => {
    const { id, email } = (await app.visitor.post('/auth/register', registration())).body;
    const token = await login(email);
    const as = { token };
    return {
      id: id as string,
      email: email as string,
      token,
      get: (path: string) => app.visitor.get(path, as),
      close: (body?: unknown) => app.visitor.delete('/auth/me', { ...as, body }),
    };
  };
  const rowsOf = async (id: string, email: string) => {
    const { db } = app.services;
    const counts = await Promise.all([
      db.read.selectFrom('users').select('id').where('id', '=', id).execute(),
      db.read.selectFrom('sessions').select('id').where('user_id', '=', id).execute(),
      db.read.selectFrom('proposals').select('id').where('user_id', '=', id).execute(),
      db.read.selectFrom('drafts').select('id').where('user_id', '=', id).execute(),
      db.read.selectFrom('draft_documents').select('id').where('user_id', '=', id).execute(),
      db.read.selectFrom('receipts').select('number').where('user_id', '=', id).execute(),
      db.read.selectFrom('enquiries').select('id').where('email', '=', email).execute(),
    ]);
    return counts.map((rows) => rows.length);
  };

  test('deletes it with proposals, drafts, files, messages and sessions, and says so by mail', async () => {
    const me = await enter();
    const elsewhere = await login(me.email);
    const asMe = { ...(await app.signIn()), id: me.id, email: me.email };
    asMe.post = (path, body, options) =>
      app.visitor.post(path, body, { ...options, token: me.token });
    await submit(app.services, asMe, { business_name: 'Soon Gone' });
    const program = await insertProgram(app.services);
    await placeDocument(app.services, asMe, program.id, 'pitch_deck', await makePdf());
    await insertReceipt(me.id);
    await app.visitor.post('/contact_forms/', enquiryInput({ email: me.email }));
    expect(await storedKeys(app.services, `${me.id}/`)).toHaveLength(3);

    const { status, text } = await me.close({ password: PASSWORD });
    expect([status, text]).toEqual([204, '']);
    expect(await rowsOf(me.id, me.email)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(await storedKeys(app.services, `${me.id}/`)).toEqual([]);
    expect((await me.get('/auth/me')).status).toBe(401);
    expect((await app.visitor.get('/auth/me', { token: elsewhere })).status).toBe(401);
    const mails = await app.services.db.read
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', me.email)
      .execute();
    expect(mails).toEqual([{ subject: 'Your account has been closed' }]);
    const secondLogin = await app.visitor.post('/auth/login', {
      username: me.email,
      password: PASSWORD,
    });
    expect(secondLogin.status).toBe(400);
    expect(
      (await app.visitor.post('/auth/register', registration({ email: me.email }))).status,
    ).toBe(201);
  });

  const insertReceipt = (userId: string) =>
    app.services.db.read
      .insertInto('receipts')
      .values({
        number: `PT-${userId}`,
        user_id: userId,
        program_id: null,
        program_title: 'Cocoa',
        draft_id: null,
        proposal_id: null,
        state: 'waiting_for_documents',
        received_at: app.services.clock(),
        completed_at: null,
        complete_until: null,
        answers: JSON.stringify({ business_name: 'Soon Gone' }),
        documents: '{}',
        content_sha256: '',
        signature: '',
        key_id: '',
        message: null,
      })
      .execute();

  test('receipts stay without personal data, withdrawn: waiting ones, and those of edits', async () => {
    const me = await enter();
    await insertReceipt(me.id);
    const person = personOf(app.url, me.id, me.email, me.token);
    const { proposal } = await submit(app.services, person);
    const change = { business_name: 'Ama’s Looms' };
    expect((await person.patch(`/proposals/${proposal.id}`, change)).status).toBe(200);
    await me.close({ password: PASSWORD });
    const stateOf = async (number: string) =>
      (await app.visitor.get(`/receipts/${number}`)).body.state;
    expect(await stateOf(proposal.receipt_number)).toBe('withdrawn');
    const receipt = await app.services.db.read
      .selectFrom('receipts')
      .select(['user_id', 'answers', 'state'])
      .where('number', '=', `PT-${me.id}`)
      .executeTakeFirstOrThrow();
    expect(receipt).toEqual({ user_id: null, answers: null, state: 'withdrawn' });
  });

  test('is in the log, without personal data', async () => {
    const me = await enter();
    await me.close({ password: PASSWORD });
    const entries = await app.services.db.read
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'actor_name', 'changes', 'search_text'])
      .where('subject_id', '=', me.id)
      .orderBy('at')
      .execute();
    expect(entries.at(-1)).toMatchObject({ action: 'accounts.erase', actor_id: me.id });
    expect(JSON.stringify(entries)).not.toContain(me.email);
    expect(entries.map(({ actor_name }) => actor_name)).toEqual(entries.map(() => null));
    expect(entries.at(-1)!.search_text).toBe('accounts.erase user');
  });

  test.each([
    ['no password', {}, 'Enter your password to close your account.'],
    ['an empty one', { password: '' }, 'Enter your password to close your account.'],
    ['no text', { password: 7 }, 'Enter your password to close your account.'],
    ['a wrong one', { password: 'Wrong-Trombone-7' }, 'The password is wrong.'],
  ])('%s is refused beside the field, and nothing happens', async (_name, body, sentence) => {
    const me = await enter();
    const answer = await me.close(body);
    expect([answer.status, answer.body.fields]).toEqual([422, { password: sentence }]);
    expect((await me.get('/auth/me')).status).toBe(200);
  });

  test('leaves the mails about somebody whose address ends alike', async () => {
    const { db, clock } = app.services;
    const me = await enter();
    const now = clock();
    const later = new Date(now.getTime() + 1e8);
    for (const from of [me.email, `kofi.${me.email}`, `${me.email}.gh`]) {
      const text = `From: ${from}, about looms`;
      const mail = { to: 'firm@example.com', subject: from, text, html: '' };
      await db.write((tx) => queueMail(tx, { ...mail, giveUpAt: later, dueAt: later }, now));
    }
    expect((await me.close({ password: PASSWORD })).status).toBe(204);
    const left = await db.read
      .selectFrom('mails')
      .select('subject')
      .where('subject', 'like', `%${me.email}%`)
      .where('recipient', '=', 'firm@example.com')
      .orderBy('subject')
      .execute();
    const subjects = left.map(({ subject }) => subject);
    expect(subjects).toEqual([`${me.email}.gh`, `kofi.${me.email}`].sort());
  });

  test('guessing is limited like logging in', async () => {
    const me = await enter();
    for (let count = 0; count < 10; count += 1) await me.close({ password: 'Wrong-Trombone-7' });
    expect((await me.close({ password: PASSWORD })).status).toBe(429);
    expect((await me.get('/auth/me')).status).toBe(200);
  });

  test.each([
    ['the right password', { password: PASSWORD }],
    ['a wrong one', { password: 'x' }],
    ['none', undefined],
  ])('an admin with %s: 409', async (_name, body) => {
    const admin = await app.signIn({ role: 'admin' });
    const answer = await admin.delete('/auth/me', { body });
    expect([answer.status, answer.body.code]).toEqual([409, 'admin_account']);
    expect((await admin.get('/auth/me')).status).toBe(200);
  });

  test('pressed twice at once it is closed once', async () => {
    const me = await enter();
    const answers = await Promise.all([1, 2].map(() => me.close({ password: PASSWORD })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    expect([204, 401, 404, 422]).toContain(statuses[1]);
    expect(await rowsOf(me.id, me.email)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });
});

describe.each(ENGINES)('erasing a person at their request, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', first_name: 'Esi' });
  });
  afterAll(() => app.close());

  const withProposal = async () => {
    const person = await app.signIn({ first_name: 'Yakubu', last_name: 'Gone' });
    const { proposal } = await submit(app.services, person, { business_name: 'Soon Gone' });
    await app.visitor.post('/contact_forms/', enquiryInput({ email: person.email }));
    return { person, proposal };
  };
  const erase = (id: string, email: unknown, options: object = {}) =>
    admin.delete(`/auth/admin/${id}`, { body: { email }, ...options });

  test('says what goes and what stays, and changes nothing yet', async () => {
    const { person } = await withProposal();
    const { status, body } = await admin.get(`/auth/admin/${person.id}/erasure`);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ email: person.email, proposals: 1, documents: 2, drafts: 0, messages: 1 },
      ...{ receipts: 1, judged: 0, results: 0 },
    });
    expect((await person.get('/auth/me')).status).toBe(200);
  });

  test('deletes the account with everything in it, and says so by mail; nobody is named in the log', async () => {
    const { person, proposal } = await withProposal();
    expect((await erase(person.id, ` ${person.email.toUpperCase()} `)).status).toBe(204);
    expect((await person.get('/auth/me')).status).toBe(401);
    expect((await admin.get(`/auth/admin/${person.id}`)).status).toBe(404);
    expect((await admin.get(`/proposals/${proposal.id}/admin`)).status).toBe(404);
    expect(await storedKeys(app.services, `${person.id}/`)).toEqual([]);
    const mails = await app.services.db.read
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', person.email)
      .execute();
    expect(mails).toEqual([{ subject: 'Your account has been closed' }]);
    const log = (await admin.get(`/audit/?entity_id=${person.id}`)).body;
    expect(log[0]).toMatchObject({ action: 'accounts.erase', actor: { id: admin.id } });
    expect(JSON.stringify(log)).not.toMatch(/Yakubu|Gone/);
    expect(JSON.stringify(log)).not.toContain(person.email);
    expect((await erase(person.id, person.email)).status).toBe(404);
  });

  test.each([
    ['another address', 'someone@else.example'],
    ['an empty one', ''],
    ['nothing', undefined],
    ['no text', 7],
  ])('with %s typed is refused beside the field', async (_name, typed) => {
    const { person } = await withProposal();
    const { status, body } = await erase(person.id, typed);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['email']]);
    expect((await person.get('/auth/me')).status).toBe(200);
  });

  test('is refused for oneself, the firm and judges, and for whoever is no admin', async () => {
    const { person } = await withProposal();
    const own = await erase(admin.id, admin.email);
    expect([own.status, own.body.code]).toEqual([409, 'own_account']);
    for (const role of ['admin', 'editor', 'viewer', 'judge'] as const) {
      const one = await app.signIn({ role });
      const { status, body } = await erase(one.id, one.email);
      expect([role, status, body.code]).toEqual([role, 409, 'admin_account']);
      expect((await admin.get(`/auth/admin/${one.id}/erasure`)).status).toBe(409);
      if (role === 'admin') continue;
      const tried = await one.delete(`/auth/admin/${person.id}`, { body: { email: person.email } });
      expect([role, tried.status]).toEqual([role, 403]);
    }
    expect((await erase('nobody', 'x@example.com')).status).toBe(404);
  });

  test('of an account that has changed meanwhile is refused', async () => {
    const { person } = await withProposal();
    const { headers } = await admin.get(`/auth/admin/${person.id}`);
    await person.patch('/auth/me', { city: 'Tamale' });
    const answer = await erase(person.id, person.email, {
      headers: { 'if-match': headers.get('etag')! },
    });
    expect(answer.status).toBe(412);
  });

  test('of an entry in a round that is judged says that it leaves the round', async () => {
    const program = await insertProgram(app.services, { deadline_date: new Date('2020-01-01') });
    const judges = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
    const { person, id: proposal } = await insertApplication(app, program.id);
    const round = await openRound(app, admin, program.id, { judges, places: 1 });
    const { body } = await admin.get(`/auth/admin/${person.id}/erasure`);
    expect([body.judged, body.results]).toEqual([1, 0]);
    const gone = { state: 'withdrawn', reason: 'The applicant has asked for it.' };
    expect((await admin.patch(`/rounds/${round}/entries/${proposal}`, gone)).status).toBe(200);
    const after = await admin.get(`/auth/admin/${person.id}/erasure`);
    expect(after.body.judged, 'it has left already').toBe(0);
    expect((await erase(person.id, person.email)).status).toBe(204);
  });
});
