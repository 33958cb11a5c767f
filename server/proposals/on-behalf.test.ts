import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { joinAsJudge, openRound } from '#tests/judging-world.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { formOf, storedKeys, submissionTo } from '#tests/proposal-forms.ts';
import { erasePerson, findErasable } from '../accounts/erasure-service.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';

const DAY_MS = 86_400_000;
const ESI = {
  first_name: 'Esi',
  last_name: 'Boateng',
  phone_number: '0244 000 111',
  region: 'Volta',
};
const REASON = 'Handed in at the counter in Ho.';

describe.each(ENGINES)('on behalf, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine, { UNDO_SECONDS: '0' });
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const at = (count: number) => days(count, app.services.clock());
  /** Nobody is logged out meanwhile. */
  async function pass(ms: number) {
    const expires_at = at(1000);
    await app.services.db.read.updateTable('sessions').set({ expires_at }).execute();
    app.pass(ms / 1000);
  }
  /** A program that closed three days ago. */
  const closed = async () =>
    (await insertProgram(app.services, { deadline_date: at(-3), opens_at: at(-30) })).id;
  const form = async (programId: string, fields = {}) =>
    submissionTo(programId, {
      ...{ ...ESI, reason: REASON, received_at: at(-4).toISOString() },
      evidence: await makePdf(),
      ...fields,
    });
  const enter = async (programId: string, fields = {}, headers = {}) =>
    admin.post('/proposals/admin/on-behalf', await form(programId, fields), { headers });
  const refusal = async (reply: Promise<{ status: number; body: any }>) => {
    const { status, body } = await reply;
    return [status, body.code, Object.keys(body.fields ?? {}).join()];
  };

  test('a person without an address gets a proposal, a signed receipt, and no mail', async () => {
    const programId = await closed();
    const program = (await admin.get(`/programs/${programId}`)).body;
    expect(Date.parse(program.paper_until) - Date.parse(program.deadline_date)).toBe(14 * DAY_MS);
    const received_at = at(-4).toISOString();
    const key = { 'idempotency-key': `paper-${engine}` };
    const body = await form(programId, { received_at });
    const entered = await admin.post('/proposals/admin/on-behalf', body, { headers: key });
    expect([entered.status, entered.body]).toEqual([201, expect.anything()]);
    const { id, receipt_number, applicant, document_urls } = entered.body;
    expect(entered.body).toMatchObject({
      ...{ on_behalf: true, received_at, region: 'Volta', decision: 'undecided' },
      applicant: { first_name: 'Esi', email: null, phone_number: '0244000111' },
    });
    const again = await admin.post('/proposals/admin/on-behalf', body, { headers: key });
    expect(again.body.id).toBe(id);
    expect(entered.body.documents.evidence).toMatchObject({
      ...{ key: document_urls.evidence, size: expect.any(Number), pages: 1 },
      file_name: expect.stringMatching(/evidence\.pdf$/),
    });
    const receipt = (await app.visitor.get(`/receipts/${receipt_number}`)).body;
    expect(receipt).toMatchObject({ state: 'complete', on_behalf: true, received_at });
    const { completed_at, content_sha256, number, on_behalf, program_title } = receipt;
    const [jwk] = (await app.visitor.get('/receipts/keys')).body.keys;
    const signed = { completed_at, content_sha256, number, on_behalf, program_title, received_at };
    const bytes = Buffer.from(JSON.stringify(signed));
    const signature = Buffer.from(receipt.signature, 'base64url');
    expect(verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), signature)).toBe(true);
    expect(
      (await admin.get(`/proposals/admin/presigned-url/${document_urls.evidence}`)).status,
    ).toBe(200);
    const viewer = await app.signIn({ role: 'viewer' });
    const shown = (await viewer.get(`/proposals/${id}/admin`)).body;
    expect(shown.document_urls.evidence ?? shown.documents.evidence).toBeUndefined();
    expect((await viewer.get(`/proposals/${id}/documents/evidence/view`)).status).toBe(403);
    expect((await admin.get(`/proposals/${id}/documents/evidence/view`)).status).toBe(200);

    const found = async (query: string) =>
      (await admin.get(`/proposals/admin/all?program_id=${programId}&${query}`)).body.length;
    expect([await found('has_email=false'), await found('has_email=true')]).toEqual([1, 0]);
    expect([await found('on_behalf=true'), await found('on_behalf=false')]).toEqual([1, 0]);
    const filter = { program_id: programId };
    const mailing = { filter, subject: 'News', text: 'Hello', preview: true };
    expect((await admin.post('/mailings/', mailing)).body).toMatchObject({
      excluded: [{ reason: 'The applicant has no email address.', count: 1 }],
    });
    expect((await admin.get(`/auth/admin/${applicant.id}`)).body).toMatchObject({
      ...{ email: null, is_unclaimed: true, email_bounced: false },
    });
    expect((await admin.get('/auth/admin/users?q=Boateng')).body.length).toBeGreaterThan(0);
    expect((await admin.get('/auth/admin/users?sort=email&limit=3')).status).toBe(200);
    expect((await admin.get(`/proposals/${id}/timeline`)).body).toMatchObject([
      { event: 'received' },
      { event: 'completed', sentence: 'The firm entered the proposal.' },
    ]);
    const decided = await admin.patch(`/proposals/${id}/admin`, { decision: 'approved' });
    expect([decided.status, decided.body.is_announced]).toEqual([200, true]);
    expect((await admin.post(`/proposals/${id}/messages`, { text: 'Welcome' })).status).toBe(201);
    const { read } = app.services.db;
    expect(
      await read.selectFrom('mails').select('id').where('subject', 'like', '%Asante%').execute(),
    ).toEqual([]);
    const [before] = await Promise.all([storedKeys(app.services)]);
    const owner = (await findErasable(app.services, applicant.id))!;
    expect(owner).toMatchObject({ proposals: 1, documents: 3 });
    await erasePerson(app.services, applicant.id, leaveRounds);
    expect((await admin.get(`/proposals/${id}/admin`)).status).toBe(404);
    expect((await storedKeys(app.services)).length).toBe(before!.length - 3);
  });

  test('what is wrong is refused by its field, and nothing of it stays', async () => {
    const programId = await closed();
    const people = async () =>
      Number((await admin.get('/auth/admin/users?limit=1')).headers.get('x-total-count'));
    const [count, files] = [await people(), (await storedKeys(app.services)).length];
    const taken = await app.signIn();
    for (const [fields, expected] of [
      [{ received_at: at(-2).toISOString() }, 'received_at'],
      [{ received_at: at(-31).toISOString() }, 'received_at'],
      [{ received_at: 'noon' }, 'received_at'],
      [{ reason: 'short' }, 'reason'],
      [{ reason: 'x'.repeat(501) }, 'reason'],
      [{ evidence: null }, 'evidence'],
      [{ pitch_deck: null, phone_number: '12' }, 'phone_number,pitch_deck'],
      [{ applicant_id: admin.id }, 'applicant_id'],
      [{ applicant_id: crypto.randomUUID() }, 'applicant_id'],
      [{ program_id: crypto.randomUUID() }, 'program_id'],
    ] as const)
      expect(await refusal(enter(programId, fields))).toEqual([422, 'invalid', expected]);
    expect(await refusal(enter(programId, { email: taken.email }))).toEqual([
      400,
      'email_taken',
      '',
    ]);
    const over = await insertProgram(app.services, { deadline_date: at(-15) });
    expect(await refusal(enter(over.id, { received_at: at(-16).toISOString() }))).toEqual([
      ...[409, 'deadline_passed', ''],
    ]);
    expect([await people(), (await storedKeys(app.services)).length]).toEqual([count + 1, files]);
    for (const role of ['applicant', 'viewer', 'editor', 'judge'] as const) {
      const other = await app.signIn({ role });
      const reply = await other.post('/proposals/admin/on-behalf', await form(programId));
      expect(reply.status).toBe(403);
    }
  });

  test('of whoever was given more time it is entered as long after that', async () => {
    const { id: programId } = await insertProgram(app.services, { deadline_date: at(1) });
    const [late, other] = [await app.signIn(), await app.signIn()];
    const given = await admin.post(`/programs/${programId}/extensions`, {
      ...{ email: late.email, until: at(5).toISOString(), reason: 'No power in Wa.' },
    });
    expect(given.status).toBe(201);
    await pass(17 * DAY_MS);
    const received_at = at(-13).toISOString();
    const enterFor = ({ id: applicant_id }: Person) =>
      enter(programId, { applicant_id, received_at });
    expect((await enterFor(late)).status).toBe(201);
    expect(await refusal(enterFor(other))).toEqual([409, 'deadline_passed', '']);
  });

  test('it is corrected while it may be entered, with a new receipt', async () => {
    const programId = await closed();
    const owner = await app.signIn({ first_name: 'Kofi', region: 'Oti' });
    const entered = await enter(programId, { applicant_id: owner.id });
    const { id, receipt_number } = entered.body;
    expect(entered.body).toMatchObject({ region: 'Oti', applicant: { email: owner.email } });
    const own = (await owner.get(`/proposals/${id}`)).body;
    expect(own.document_urls.evidence).toBe(entered.body.document_urls.evidence);
    expect((await owner.get(`/proposals/${id}/documents/evidence`)).status).toBe(200);
    const path = `/proposals/${id}/on-behalf`;
    expect(await refusal(admin.patch(path, { business_name: 'Kofi Farms' }))).toEqual([
      ...[422, 'invalid', 'reason'],
    ]);
    const received_at = at(-5).toISOString();
    const deck = await makePdf({ pages: 3 });
    const evidence = await makePdf({ pages: 2 });
    // Who has an account of their own says themselves who they are.
    const person = { first_name: 'Yaw', phone_number: '0244 000 222', region: 'Volta' };
    const fields = { business_name: 'Kofi Farms', received_at, reason: REASON, ...person };
    const files = (await storedKeys(app.services)).length;
    const corrected = await admin.patch(path, formOf({ ...fields, pitch_deck: deck, evidence }));
    expect(corrected.body).toMatchObject({ business_name: 'Kofi Farms', received_at });
    expect((await owner.get('/auth/me')).body).toMatchObject({ first_name: 'Kofi', region: 'Oti' });
    expect((await storedKeys(app.services)).length).toBe(files);
    const older = (await app.visitor.get(`/receipts/${receipt_number}`)).body;
    expect(older).toMatchObject({ state: 'replaced', replaced_by: corrected.body.receipt_number });
    const newer = (await app.visitor.get(`/receipts/${older.replaced_by}`)).body;
    expect(newer).toMatchObject({ on_behalf: true, received_at, state: 'complete' });
    const subjects = (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', owner.email)
        .execute()
    ).map(({ subject }) => subject);
    expect(subjects.join()).toMatch(/^We received your proposal for .*Your changes/);
    expect((await owner.get(`/proposals/${id}/timeline`)).body.at(-1)).toMatchObject({
      ...{ event: 'edited', sentence: 'We corrected what was entered.' },
    });
    expect((await owner.patch(path, { reason: REASON })).status).toBe(403);
    await admin.patch(`/proposals/${id}/admin`, { decision: 'approved' });
    expect(await refusal(admin.patch(path, { reason: REASON }))).toEqual([409, 'decided', '']);
  });

  test('who has no address is answered for, and can claim the account once there is one', async () => {
    const programId = await closed();
    const { id, applicant } = (await enter(programId)).body;
    const asked = {
      ...{ text: 'The location, please.', fields: ['business_location'] },
      due_at: at(4).toISOString(),
    };
    const request = (await admin.post(`/proposals/${id}/requests`, asked)).body;
    const path = `/proposals/${id}/requests/${request.id}/answer`;
    const change = { business_location: 'Ho', reason: REASON };
    expect((await admin.patch(`/proposals/${id}/on-behalf`, change)).status).toBe(200);
    expect((await admin.post(path)).body.state).toBe('answered');
    const email = `esi-${engine}@example.com`;
    const given = await admin.patch(`/auth/admin/${applicant.id}/email`, { email });
    expect([given.status, given.body.email, given.body.is_unclaimed]).toEqual([200, email, true]);
    const wrong = `esi.b-${engine}@example.com`;
    expect((await admin.patch(`/auth/admin/${applicant.id}/email`, { email: wrong })).status).toBe(
      200,
    );
    const password = 'Sunyani-Market-41';
    const choosePassword = async (address: string) => {
      await app.visitor.post('/auth/password-reset-request', { email: address });
      const otp = await app.readOtp(address);
      const reset = { email: address, otp, new_password: password };
      expect((await app.visitor.post('/auth/password-reset', reset)).status).toBe(200);
      return otp;
    };
    const logIn = (username: string) => app.visitor.post('/auth/login', { username, password });
    await choosePassword(wrong);
    expect((await logIn(wrong)).status).toBe(200);
    const isUnclaimed = async () =>
      (await admin.get(`/auth/admin/${applicant.id}`)).body.is_unclaimed;
    expect(await isUnclaimed()).toBe(true);
    // Nobody has logged in yet: whoever reads the wrong mailbox keeps nothing of the account.
    const right = `esi.right-${engine}@example.com`;
    const { db } = app.services;
    await admin.patch(`/proposals/${id}/on-behalf`, { business_name: 'Esi Oils', reason: REASON });
    const about = async (address: string) =>
      db.read
        .selectFrom('mails')
        .select(['id', 'state'])
        .where('recipient', '=', address)
        .where('topic', 'is not', null)
        .execute();
    const sent = [{ id: expect.any(String), state: 'sent' }];
    await expect.poll(() => about(wrong)).toEqual(sent);
    const [{ id: mail } = { id: '' }] = await about(wrong);
    await db.read.updateTable('mails').set({ state: 'failed' }).where('id', '=', mail).execute();
    const corrected = await admin.patch(`/auth/admin/${applicant.id}/email`, { email: right });
    expect([corrected.status, corrected.body.is_unclaimed]).toEqual([200, true]);
    expect(await about(right)).toMatchObject([{ id: mail }]);
    expect((await logIn(right)).status).toBe(400);
    const used = await choosePassword(right);
    expect((await logIn(right)).status).toBe(200);
    await expect.poll(() => app.readOtp(right)).not.toBe(used);
    const code = { email: right, otp: await app.readOtp(right) };
    expect((await app.visitor.post('/auth/verify-otp', code)).status).toBe(200);
    expect(await isUnclaimed()).toBeUndefined();
    expect(await refusal(admin.patch(`/auth/admin/${applicant.id}/email`, { email }))).toEqual([
      ...[409, 'address_works', ''],
    ]);
    expect(
      (await admin.get(`/proposals/admin/all?program_id=${programId}&has_email=true`)).body,
    ).toHaveLength(1);
  });

  test('an opened round ends it for its regions, and nothing of it is for judges', async () => {
    const programId = await closed();
    await enter(programId);
    const judge = await joinAsJudge(app, admin);
    const round = {
      regions: ['Volta'],
      is_blind: false,
      shows_documents: true,
      reviews_per_proposal: 1,
    };
    const id = await openRound(app, admin, programId, { judges: [judge], places: 1, round });
    expect(await refusal(enter(programId, { business_name: 'Late' }))).toEqual([
      409,
      'in_round',
      '',
    ]);
    const other = { region: 'Oti', business_name: 'Elsewhere', phone_number: '0200000000' };
    const elsewhere = await enter(programId, other);
    expect(elsewhere.status).toBe(201);
    const misread = { region: 'Volta', reason: 'The form says Volta, it was misread.' };
    const moved = admin.patch(`/proposals/${elsewhere.body.id}/on-behalf`, formOf(misread));
    expect(await refusal(moved)).toEqual([409, 'in_round', '']);
    const [review] = (await judge.get(`/reviews/?round_id=${id}`)).body;
    await judge.post(`/reviews/${review.id}/declare`, { has_conflict: false });
    const read = await judge.get(`/reviews/${review.id}`);
    expect(read.text).not.toContain('evidence');
    expect((await judge.get(`/reviews/${review.id}/documents/evidence/view`)).status).toBe(404);
    const { body } = await app.visitor.get(`/public-record/${programId}`);
    expect([body.received, body.on_behalf]).toEqual([2, null]);
  });

  test('a request opens only what it asks for, and only once typing is over', async () => {
    const programId = (
      await insertProgram(app.services, { deadline_date: at(-13), opens_at: at(-40) })
    ).id;
    const { id, receipt_number } = (await enter(programId, { received_at: at(-14).toISOString() }))
      .body;
    const asked = {
      ...{ text: 'The location, please.', fields: ['business_location'] },
      due_at: at(6).toISOString(),
    };
    const request = (await admin.post(`/proposals/${id}/requests`, asked)).body;
    const path = `/proposals/${id}/on-behalf`;
    const correct = (fields: object) => admin.patch(path, { ...fields, reason: REASON });
    for (const received_at of [at(70_000), at(1), at(-12), at(-41)].map((one) => one.toISOString()))
      expect(await refusal(correct({ received_at, business_location: 'Ho' }))).toEqual([
        ...[422, 'invalid', 'received_at'],
      ]);
    const typed = (await correct({ business_name: 'Esi Mills' })).body;
    expect(typed.business_name).toBe('Esi Mills');
    expect(typed.receipt_number).not.toBe(receipt_number);
    const versions = async () => (await admin.get(`/proposals/${id}/versions`)).body;
    expect(await versions()).toMatchObject([{ because: 'submitted', receipt_number }]);

    await pass(2 * DAY_MS);
    const { received_at, completed_at } = typed;
    const others = { business_name: 'Other', last_name: 'Mensah', city: 'Ho' };
    const moved = { received_at: at(-17).toISOString() };
    for (const [fields, refused] of [
      [{ ...others, business_location: 'Ho' }, 'business_name,last_name,city'],
      [moved, 'received_at'],
      [{ received_at: at(70_000).toISOString() }, 'received_at'],
    ] as const)
      expect(await refusal(correct(fields))).toEqual([409, 'not_requested', refused]);
    const evidence = await makePdf({ pages: 4 });
    expect(await refusal(admin.patch(path, formOf({ reason: REASON, evidence })))).toEqual([
      ...[409, 'not_requested', 'evidence'],
    ]);
    // What is as it was counts as not sent.
    const same = { business_name: 'Esi Mills', last_name: 'Boateng', received_at };
    const saved = (await correct({ ...same, business_location: 'Ho' })).body;
    expect(saved).toMatchObject({
      ...{ business_location: 'Ho', receipt_number: typed.receipt_number },
      ...{ received_at, completed_at },
    });
    expect((await admin.post(`/proposals/${id}/requests/${request.id}/answer`)).status).toBe(200);
    const all = await versions();
    expect(all).toMatchObject([{ because: 'submitted', receipt_number }, { because: 'answered' }]);
    const receipt = (await app.visitor.get(`/receipts/${all[1].receipt_number}`)).body;
    expect(receipt).toMatchObject({ state: 'complete', on_behalf: true });
    expect(receipt.received_at > at(-1).toISOString()).toBe(true);
    expect(await refusal(correct({ business_location: 'Keta' }))).toEqual([
      ...[409, 'deadline_passed', ''],
    ]);
  });

  test('of the proposal, nothing is kept with the account, and its evidence is in the log', async () => {
    const programId = await closed();
    const { id, applicant } = (await enter(programId, { business_name: 'Secret Mills' })).body;
    const entries = async (entity: string) => (await admin.get(`/audit/?entity_id=${entity}`)).body;
    const [opened] = await entries(applicant.id);
    expect(opened.changes.map(({ field }: { field: string }) => field).sort()).toEqual(
      'city digital_address first_name is_active last_name phone_number region role'.split(' '),
    );
    const evidence = await makePdf({ pages: 3 });
    await admin.patch(`/proposals/${id}/on-behalf`, formOf({ reason: REASON, evidence }));
    const told = async () =>
      (await entries(id)).map(
        ({ changes }: any) => changes.find(({ field }: any) => field === 'evidence')?.after,
      );
    const digest = createHash('sha256').update(evidence).digest('hex');
    expect(await told()).toEqual([digest, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  test('who has an address is not for viewers to learn', async () => {
    const programId = await closed();
    await enter(programId);
    await enter(programId, { email: `esi-shown-${engine}@example.com`, last_name: 'Shown' });
    const viewer = await app.signIn({ role: 'viewer' });
    for (const [person, count] of [
      [admin, 1],
      [viewer, 2],
    ] as const)
      for (const asked of ['true', 'false']) {
        const filter = `program_id=${programId}&has_email=${asked}`;
        const list = await person.get(`/proposals/admin/all?${filter}`);
        const { body } = await person.get(`/proposals/admin/summary?${filter}`);
        expect([list.body.length, list.headers.get('x-total-count'), body.total]).toEqual([
          ...[count, String(count), count],
        ]);
      }
  });

  test('the code that claims an account is not to be guessed, however often it is tried', async () => {
    const programId = await closed();
    const email = `esi.guessed-${engine}@example.com`;
    const { applicant } = (await enter(programId, { email })).body;
    const new_password = 'Sunyani-Market-41';
    await app.visitor.post('/auth/password-reset-request', { email });
    const right = await app.readOtp(email);
    const claim = async (otp: string) =>
      (await app.visitor.post('/auth/password-reset', { email, otp, new_password })).status;
    const wrong = Array.from({ length: 101 }, (_, place) => String(100_000 + place))
      .filter((otp) => otp !== right)
      .slice(0, 100);
    for (const otp of wrong) expect([400, 429]).toContain(await claim(otp));
    expect([400, 429]).toContain(await claim(right));
    expect((await admin.get(`/auth/admin/${applicant.id}`)).body.is_unclaimed).toBe(true);
    const { read } = app.services.db;
    const codes = async () =>
      (
        await read.selectFrom('mails').select('subject').where('recipient', '=', email).execute()
      ).filter(({ subject }) => /code|reset/i.test(subject)).length;
    for (let times = 0; times < 20; times += 1)
      await app.visitor.post('/auth/password-reset-request', { email });
    expect(await codes()).toBeLessThanOrEqual(10);
  });
});
