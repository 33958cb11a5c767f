/** What editors and viewers may do, and what they may not: contract §12. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram, registration } from '#tests/factories.ts';
import { joinAsJudge } from '#tests/judging-world.ts';
import { submit } from '#tests/proposal-forms.ts';

const CONTACTS = ['email', 'phone_number', 'digital_address', 'city'];

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let editor: Person;
  let viewer: Person;
  let applicant: Person;
  let proposal: any;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    editor = await app.signIn({ role: 'editor' });
    viewer = await app.signIn({ role: 'viewer' });
    applicant = await app.signIn({ first_name: 'Abena', last_name: 'Quaye', city: 'Tamale' });
    ({ proposal } = await submit(app.services, applicant, { business_name: 'Shea Works' }));
  });
  afterAll(() => app.close());

  const create = (role?: string) => {
    const { confirm_password: _, ...input } = registration({ password: 'Akwaaba-Trombone-7!' });
    return admin.post('/auth/admin/create', { ...input, ...(role && { role }) });
  };

  test('an admin creates them, and hears which roles there are', async () => {
    for (const [role, title] of [
      ['EDITOR', 'an editor'],
      ['viewer', 'a viewer'],
      [undefined, 'an admin'],
    ] as const) {
      const { status, body } = await create(role);
      expect([status, body.role]).toEqual([201, role?.toUpperCase() ?? 'ADMIN']);
      await expect
        .poll(() => app.readMails(body.email).join())
        .toContain(`You are now ${title} at`);
    }
    for (const role of ['APPLICANT', 'JUDGE', 'ROOT'])
      expect((await create(role)).body.fields).toEqual({
        role: 'The role is ADMIN, EDITOR or VIEWER.',
      });
  });

  test('they stand in the list of users, which their role filters', async () => {
    const { body } = await admin.get('/auth/admin/users?role=editor');
    expect(body.map(({ id }: any) => id)).toContain(editor.id);
    expect(new Set(body.map(({ role }: any) => role))).toEqual(new Set(['EDITOR']));
    expect((await viewer.get('/auth/me')).body.role).toBe('viewer');
  });

  test('a judge is one in the list and alone, and says what became of the invitation', async () => {
    const sent = { email: 'kwesi@judges.example', first_name: 'Kwesi', last_name: 'Appiah' };
    const { body: invited } = await admin.post('/judges/', sent);
    const judge = await joinAsJudge(app, admin);
    const { body } = await admin.get('/auth/admin/users?role=JUDGE');
    expect(body.map(({ id, role, judge_state }: any) => [id, role, judge_state])).toEqual([
      [judge.id, 'JUDGE', 'accepted'],
      [invited.id, 'JUDGE', 'invited'],
    ]);
    expect((await admin.get(`/auth/admin/${invited.id}`)).body.judge_state).toBe('invited');
    expect((await admin.get(`/auth/admin/${editor.id}`)).body).not.toHaveProperty('judge_state');
  });

  test('a role changes between all of them, from the next call of an open session on', async () => {
    const person = await app.signIn();
    const asked = () => person.get('/proposals/admin/all').then(({ status }) => status);
    for (const [role, status] of [
      ['VIEWER', 200],
      ['EDITOR', 403],
      ['ADMIN', 200],
      ['APPLICANT', 403],
    ] as const) {
      const changed = await admin.patch(`/auth/admin/${person.id}/role`, { role });
      expect([changed.status, changed.body.role, await asked()]).toEqual([200, role, status]);
    }
  });

  test('they can be deactivated, but nobody is the last admin by them', async () => {
    const person = await app.signIn({ role: 'editor' });
    const status = (is_active: boolean) =>
      admin.patch(`/auth/admin/${person.id}/status`, { is_active });
    expect((await status(false)).status).toBe(200);
    expect((await person.get('/auth/me')).status).toBe(401);
    expect((await status(true)).status).toBe(200);
    expect((await editor.delete('/auth/me', { body: { password: 'x' } })).status).toBe(409);
    expect((await viewer.delete('/auth/me', { body: { password: 'x' } })).status).toBe(409);
  });

  test('whoever stops being an admin is assigned to nothing any more', async () => {
    const colleague = await app.signIn({ role: 'admin' });
    await admin.patch(`/proposals/${proposal.id}/admin`, { assigned_to: colleague.id });
    await admin.patch(`/auth/admin/${colleague.id}/role`, { role: 'VIEWER' });
    expect((await admin.get(`/proposals/${proposal.id}/admin`)).body.assigned_to).toBeNull();
  });

  test('an editor changes the texts of a program, and nothing else of it', async () => {
    const program = await insertProgram(app.services, { title: 'Old title' });
    const change = { title: 'New title', deadline_date: '2031-01-01T12:00:00Z', sector: 'Mining' };
    const { status, body } = await editor.patch(`/programs/${program.id}`, change);
    expect([status, body.title]).toEqual([200, 'New title']);
    const before = await app.visitor.get(`/programs/${program.id}`);
    expect([before.body.deadline_date, before.body.sector]).toEqual([
      program.deadline_date.toISOString(),
      program.sector,
    ]);
    const preview = await editor.patch(`/programs/${program.id}`, { title: 'X', preview: true });
    // It says nothing of anybody's drafts.
    expect([preview.status, preview.body]).toEqual([200, {}]);
    expect((await app.visitor.get(`/programs/${program.id}`)).body.title).toBe('New title');
  });

  test('an editor sees drafts of posts and testimonials that wait; a viewer what a visitor sees', async () => {
    const sent = await app.visitor.post('/testimonials/', {
      first_name: 'Ama',
      last_name: 'Boateng',
      position: 'Founder',
      message: 'It helped us a lot.',
    });
    expect(sent.status).toBe(201);
    const seen = async (person: Person) =>
      (await person.get('/testimonials/')).body.map(({ id }: any) => id);
    expect(await seen(editor)).toContain(sent.body.id);
    expect(await seen(viewer)).not.toContain(sent.body.id);
  });

  test('a viewer sees proposals without how to reach anybody', async () => {
    const one = await viewer.get(`/proposals/${proposal.id}/admin`);
    const list = await viewer.get('/proposals/admin/all');
    expect([one.status, list.status]).toEqual([200, 200]);
    for (const { applicant: person } of [one.body, ...list.body]) {
      expect(person.first_name).toBeTruthy();
      for (const field of CONTACTS) expect(person).not.toHaveProperty(field);
    }
    await admin.patch(`/proposals/${proposal.id}/admin`, { assigned_to: admin.id });
    const summary = await viewer.get('/proposals/admin/summary');
    expect(summary.body.assigned.map(({ id }: any) => id)).toContain(admin.id);
    expect(one.text + list.text + summary.text).not.toContain('@');
    expect(one.body.decision).toBe('undecided');
    const view = await viewer.get(`/proposals/${proposal.id}/documents/pitch_deck/view`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(view.status).toBe(200);
  });

  test('no search of a viewer goes by how to reach somebody', async () => {
    const phone = (await applicant.get('/auth/me')).body.phone_number;
    const find = async (person: Person, q: string) => {
      const query = `q=${encodeURIComponent(q)}`;
      const list = await person.get(`/proposals/admin/all?${query}`);
      const { body } = await person.get(`/proposals/admin/summary?${query}`);
      expect(body.total).toBe(Number(list.headers.get('x-total-count')));
      return list.body.some(({ id }: any) => id === proposal.id);
    };
    for (const q of [applicant.email, applicant.email.split('@')[0]!, phone]) {
      expect([q, await find(admin, q)]).toEqual([q, true]);
      expect([q, await find(viewer, q)]).toEqual([q, false]);
    }
    expect(await find(viewer, 'tamale'), 'their city').toBe(false);
    for (const q of ['shea', 'abena', 'Quaye', proposal.program.title, proposal.receipt_number])
      expect([q, await find(viewer, q)]).toEqual([q, true]);
  });

  test('a viewer hears nothing of a same phone', async () => {
    const { phone_number } = (await applicant.get('/auth/me')).body;
    const other = await app.signIn({ phone_number });
    const twin = (await submit(app.services, other, { business_name: 'Gold Coast Boats' }))
      .proposal;
    const reasons = async (person: Person) =>
      (await person.get(`/proposals/${twin.id}/similar`)).body.map(({ reason }: any) => reason);
    expect(await reasons(admin)).toContain('same_phone');
    expect(await reasons(viewer)).not.toContain('same_phone');
  });

  test('the reading of a viewer marks nothing and stands in no timeline', async () => {
    const fresh = (await submit(app.services, applicant, { business_name: 'Unread Ltd' })).proposal;
    await viewer.get(`/proposals/${fresh.id}/admin`);
    expect((await viewer.get(`/proposals/${fresh.id}/admin`)).body.is_read).toBe(false);
    const timeline = await viewer.get(`/proposals/${fresh.id}/timeline`);
    expect(timeline.status).toBe(200);
    expect(timeline.body.map(({ event }: any) => event)).toEqual(['received']);
    expect((await viewer.post(`/proposals/${fresh.id}/admin/reading`)).status).toBe(403);
  });
});
