import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { holdMails } from '#tests/held-mails.ts';
import { insertApplication, joinAsJudge, openRound, submitAll } from '#tests/judging-world.ts';
import { submit } from '#tests/proposal-forms.ts';
import { PERSONAL } from '../accounts/own-data-store.ts';
import { sendPlanned } from './sending-service.ts';
import { settleMailings } from './service.ts';

const WORDS = {
  subject: 'About {business_name}',
  text: 'Hello {first_name},\n\n{program} closes on {deadline}: {link}',
};

describe.each(ENGINES)('mailings, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let program: { id: string; title: string };
  let people: Person[];
  let ids: string[];
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', first_name: 'Adwoa', last_name: 'Addo' });
    program = await insertProgram(app.services, { deadline_date: days(30), title: 'Shea' });
    people = [];
    ids = [];
    for (const first_name of ['Abena', 'Kofi', 'Yaw', 'Esi']) {
      const person = await app.signIn({ first_name });
      people.push(person);
      const sent = { program_id: program.id, business_name: `${first_name} Ltd` };
      ids.push((await submit(app.services, person, sent)).proposal.id);
    }
    const second = { program_id: program.id, business_name: 'Abena Second' };
    ids.push((await submit(app.services, people[0]!, second)).proposal.id);
    await holdMails(app.services, 'mailings:%');
  });
  afterAll(() => app.close());

  const create = (body: object, options = {}) =>
    admin.post('/mailings/', { ...WORDS, filter: { program_id: program.id }, ...body }, options);
  const mails = async (id: string) =>
    app.services.db.read
      .selectFrom('mails')
      .select(['recipient', 'subject', 'text', 'state'])
      .where('topic', '=', `mailings:${id}`)
      .orderBy('recipient')
      .execute();
  const setState = (id: string, email: string, state: 'sent' | 'failed') =>
    app.services.db.read
      .updateTable('mails')
      .set({ state, text: '', html: '' })
      .where('topic', '=', `mailings:${id}`)
      .where('recipient', '=', email)
      .execute();
  const later = (dayCount: number) => days(dayCount, app.services.clock()).toISOString();

  test('a preview names who gets what, each person once, and sends nothing', async () => {
    const { status, body } = await create({ preview: true });
    expect([status, body.people, body.excluded, body.samples.length]).toEqual([200, 4, [], 3]);
    const own = body.samples.find(({ email }: { email: string }) => email === people[0]!.email);
    expect(own).toMatchObject({ name: 'Abena Mensah', subject: 'About Abena Second' });
    expect(own.text).toMatch(/^Hello Abena,\n\nShea closes on .* GMT: http/);
    expect(own.text).toContain(`/dashboard/applicant/view-proposal/${ids[4]}`);
    expect((await admin.get('/mailings/')).body).toEqual([]);
    const byIds = await create({ filter: undefined, ids: [ids[1], ids[2]], preview: true });
    expect(byIds.body.people).toBe(2);
    const nobody = { filter: undefined, ids: [crypto.randomUUID()] };
    expect((await create({ ...nobody, preview: true })).body).toEqual({
      ...{ people: 0, samples: [], excluded: [] },
    });
    const refused = await create(nobody);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Nobody would get this mailing. Choose other people.',
    ]);
  });

  test('it is queued for everybody, once for a key, and counted; it can be stopped midway', async () => {
    const options = { headers: { 'idempotency-key': 'mailing-1' } };
    const [first, again] = [await create({}, options), await create({}, options)];
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect(first.body).toMatchObject({ people: 4, state: 'sending', created_by: 'Adwoa Addo' });
    const { id } = first.body;
    const queued = await mails(id);
    expect(queued).toHaveLength(4);
    const kofi = queued.find(({ recipient }) => recipient === people[1]!.email)!;
    expect(kofi.subject).toBe('About Kofi Ltd');
    expect(kofi.text).toContain(
      'You’re receiving this email because you applied for Shea, or started an application.',
    );
    await setState(id, people[1]!.email, 'sent');
    await setState(id, people[2]!.email, 'failed');
    const path = `/mailings/${id}`;
    const counted = { queued: 2, sent: 1, failed: 1, state: 'sending' };
    expect((await admin.get(path)).body).toMatchObject(counted);
    expect((await admin.get('/mailings/')).body[0]).toMatchObject({
      ...{ id, to: 'Proposals by program “Shea”', ...counted },
    });
    expect((await admin.delete(path)).status).toBe(204);
    expect(await mails(id)).toHaveLength(2);
    expect((await admin.get(path)).body).toMatchObject({
      ...{ queued: 0, sent: 1, failed: 1, state: 'cancelled', to: 'Proposals by program “Shea”' },
    });
    const states = async () => {
      const { body, headers } = await admin.get(`${path}/people`);
      expect(headers.get('x-total-count')).toBe('4');
      return new Map(body.map(({ email, state }: any) => [email, state]));
    };
    const wanted = new Map(
      people.map(({ email }, at) => [email, ['stopped', 'sent', 'failed', 'stopped'][at]]),
    );
    expect(await states()).toEqual(wanted);
    // It stays when the mails are gone.
    await settleMailings(app.services);
    await app.services.db.read.deleteFrom('mails').where('topic', '=', `mailings:${id}`).execute();
    expect(await states()).toEqual(wanted);
    expect((await admin.get(path)).body).toMatchObject({ queued: 0, sent: 1, failed: 1 });
    expect((await admin.delete(path)).status).toBe(409);
    expect((await admin.get(`/audit/?entity_id=${id}`)).body[0].action).toBe('mailings.cancel');
  });

  test('what was on its way when it was stopped counts as sent once it has arrived', async () => {
    const { id } = (await create({})).body;
    const soon = new Date(app.services.clock().getTime() + 5_000);
    await app.services.db.read
      .updateTable('mails')
      .set({ tries: 1, next_try_at: soon })
      .where('topic', '=', `mailings:${id}`)
      .where('recipient', 'in', [people[0]!.email, people[1]!.email])
      .execute();
    await admin.delete(`/mailings/${id}`);
    const counts = { state: 'cancelled', sent: 0, failed: 0, queued: 2 };
    expect((await admin.get(`/mailings/${id}`)).body).toMatchObject(counts);
    for (const { email } of people.slice(0, 2)) await setState(id, email, 'sent');
    const arrived = { ...counts, queued: 0, sent: 2 };
    expect((await admin.get(`/mailings/${id}`)).body).toMatchObject(arrived);
    expect((await admin.get('/mailings/')).body[0]).toMatchObject(arrived);
  });

  test('blanks in braces mean nothing; receipt, stage and amount are of proposals', async () => {
    const text = 'Dear { first_name },\n\n{receipt_number}: {stage}, {amount}';
    const { body } = await create({ text, ids: [ids[1]], filter: undefined, preview: true });
    expect(body.samples[0].text).toMatch(/^Dear Kofi,\n\nNPT-[\w-]{19}: Pending Funding, –$/);
    const doubled = await create({ text: 'Dear {{first_name}}' });
    expect(doubled.status).toBe(422);
    expect(doubled.body.fields.text).toContain('There is no placeholder {{first_name}}.');
    const drafts = await create({ text, filter: undefined, drafts_of: program.id });
    expect([drafts.status, drafts.body.fields.text]).toEqual([
      422,
      'A draft has no {receipt_number}. Leave it out, or write to people who have submitted.',
    ]);
  });

  test('an amount is named once its round is released, and not before', async () => {
    const judges = [await joinAsJudge(app, admin)];
    const { id: programId } = await insertProgram(app.services, { deadline_date: days(-1) });
    const { id } = await insertApplication(app, programId);
    const round = await openRound(app, admin, programId, {
      ...{ judges, places: 1, round: { is_final: true, reviews_per_proposal: 1 } },
    });
    await submitAll(judges[0]!, round, () => [4, 4, 4, 4]);
    await admin.post(`/rounds/${round}/close`);
    const rows = [{ proposal_id: id, outcome: 'selected', amount: 50_000 }];
    expect((await admin.put(`/rounds/${round}/decisions`, { rows })).status).toBe(200);
    const sample = async () => {
      const asked = { text: 'You get {amount}.', ids: [id], filter: undefined, preview: true };
      return (await create(asked)).body.samples[0].text;
    };
    expect(await sample()).toContain('You get –.');
    await admin.post(`/rounds/${round}/seal`, {});
    expect((await admin.post(`/rounds/${round}/release`, {})).status).toBe(200);
    expect(await sample()).toContain('You get GHS 50,000.');
  });

  test('a planned one is in nobody’s own data before it goes out', async () => {
    const planned = await create({ subject: 'Planned secret', send_at: later(1) });
    const owner = { id: people[1]!.id, email: people[1]!.email };
    const subjects = async () => {
      const found: unknown[] = [];
      for await (const row of PERSONAL.mailings.read(app.services.db.read, owner))
        found.push((row as { subject: string }).subject);
      return found;
    };
    expect(await subjects()).not.toContain('Planned secret');
    await app.services.db.read
      .updateTable('mailings')
      .set({ state: 'sent' })
      .where('id', '=', planned.body.id)
      .execute();
    expect(await subjects()).toContain('Planned secret');
    await app.services.db.read.deleteFrom('mailings').where('id', '=', planned.body.id).execute();
  });

  test('one whose mails have gone out is sent, and its counts outlive them', async () => {
    const { body } = await create({});
    for (const { email } of people) await setState(body.id, email, 'sent');
    const sent = { state: 'sent', queued: 0, sent: 4, failed: 0 };
    expect((await admin.get(`/mailings/${body.id}`)).body).toMatchObject(sent);
    await settleMailings(app.services);
    await app.services.db.read
      .deleteFrom('mails')
      .where('topic', '=', `mailings:${body.id}`)
      .execute();
    expect((await admin.get(`/mailings/${body.id}`)).body).toMatchObject(sent);
    expect((await admin.delete(`/mailings/${body.id}`)).status).toBe(409);
  });

  test('a planned one goes out at its moment, once, without whoever has gone since', async () => {
    expect((await create({ send_at: later(31) })).body.fields).toEqual({
      send_at: 'Choose a time within the next 30 days.',
    });
    const { body } = await create({ send_at: later(1) });
    const cancelled = await create({ send_at: later(1) });
    expect(body).toMatchObject({ state: 'planned', people: 4, queued: 0 });
    expect((await admin.delete(`/mailings/${cancelled.body.id}`)).status).toBe(204);
    await sendPlanned(app.services);
    expect(await mails(body.id)).toEqual([]);
    await app.services.db.read
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', people[3]!.id)
      .execute();
    app.pass(86_401);
    await Promise.all([sendPlanned(app.services), sendPlanned(app.services)]);
    expect(await mails(body.id)).toHaveLength(3);
    expect(await mails(cancelled.body.id)).toEqual([]);
    admin = await app.signIn({ role: 'admin' });
    const again = await create({ preview: true });
    expect(again.body).toMatchObject({
      people: 3,
      excluded: [{ reason: 'The account is not active.', count: 1 }],
    });
  });

  test('it goes to those with an unfinished draft, with a link to the form', async () => {
    const other = await insertProgram(app.services, { title: 'Cocoa' });
    const drafter = await app.signIn({ first_name: 'Afia' });
    await drafter.put(`/drafts/${other.id}`, { fields: { business_name: 'Afia Farms' } });
    const to = { filter: undefined, drafts_of: other.id };
    const { body } = await create({ ...to, preview: true });
    expect([body.people, body.samples[0].subject]).toEqual([1, 'About Afia Farms']);
    expect(body.samples[0].text).toContain(`/dashboard/applicant/submit?programId=${other.id}`);
    const gone = await create({ ...to, drafts_of: crypto.randomUUID() });
    expect([gone.status, Object.keys(gone.body.fields)]).toEqual([422, ['drafts_of']]);
  });

  test('whom it goes to is counted: one chosen proposal, or several', async () => {
    const toldOf = async (chosen: string[]) => {
      const { body } = await create({ filter: undefined, ids: chosen, send_at: later(20) });
      return (await admin.get(`/mailings/${body.id}`)).body.to;
    };
    expect(await toldOf([ids[0]!])).toBe('1 chosen proposal');
    expect(await toldOf(ids.slice(0, 2))).toBe('2 chosen proposals');
  });

  test('refuses what is missing, too long, unclear, or names what nobody knows', async () => {
    const wrong = await create({ subject: ' ', text: 'Dear {surname}' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['subject', 'text']]);
    expect(wrong.body.fields.text).toContain('There is no placeholder {surname}.');
    expect((await create({ subject: 'x'.repeat(201) })).status).toBe(422);
    expect((await create({ text: 'x'.repeat(10_001) })).status).toBe(422);
    expect((await create({ ids: [ids[0]] })).status).toBe(422);
    expect((await create({ filter: undefined })).status).toBe(422);
    expect((await admin.get(`/mailings/${crypto.randomUUID()}`)).status).toBe(404);
    for (const role of ['applicant', 'editor', 'viewer'] as const)
      expect((await (await app.signIn({ role })).post('/mailings/', WORDS)).status).toBe(403);
  });
});
