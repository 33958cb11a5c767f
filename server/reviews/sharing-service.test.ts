import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { holdDecisionMails } from '#tests/held-mails.ts';
import { insertProgram } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('sharing proposals on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  let program: string;
  let ids: string[];

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    await holdDecisionMails(app.services);
    admin = await app.signIn({ role: 'admin', region: 'Volta' });
    applicant = await app.signIn({ region: 'Ashanti' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    program = (await insertProgram(app.services)).id;
    ids = [];
    for (const business_name of ['One', 'Two', 'Three'])
      ids.push(await send(applicant, business_name));
  });

  const send = async (person: Person, business_name: string): Promise<string> =>
    (await submit(app.services, person, { business_name, program_id: program })).proposal.id;
  const bulk = (body: object) => admin.post('/proposals/admin/bulk', body);
  const noticed = async () => {
    const mails = await app.services.db.read
      .selectFrom('mails')
      .select('id')
      .where(
        'topic',
        'in',
        ids.map((id) => `proposals.review:${id}`),
      )
      .execute();
    return mails.length;
  };

  test('shares evenly, and nobody gets a proposal from their own region', async () => {
    const other = await app.signIn({ role: 'admin', region: 'Ashanti', first_name: 'Esi' });
    const third = await app.signIn({ role: 'admin', region: 'Volta', first_name: 'Abla' });
    const people = [other.id, admin.id, third.id];
    const spare = { ids, change: { assign_evenly: people, not_own_region: true } };
    const preview = await bulk({ ...spare, preview: true });
    const countsOf = (shares: { count: number }[]) => shares.map(({ count }) => count);
    expect(countsOf(preview.body.shares)).toEqual([0, 2, 1]);
    const even = await bulk({ ids, change: { assign_evenly: people } });
    expect([even.body.changed, countsOf(even.body.shares)]).toEqual([3, [1, 1, 1]]);
    expect((await bulk(spare)).body.shares).toEqual(preview.body.shares);
    const mine = await admin.get(`/proposals/admin/all?program_id=${program}&assigned_to=me`);
    expect(mine.headers.get('x-total-count')).toBe('2');
    const alone = await bulk({
      ids,
      change: { assign_evenly: [other.id], not_own_region: true },
    });
    expect([alone.status, alone.body.refused.length]).toEqual([409, 3]);
    expect(await noticed()).toBe(0);
  });

  test('a colleague hears of what is assigned to them, once an hour at most; oneself does not', async () => {
    const other = await app.signIn({ role: 'admin' });
    const told = () =>
      app.services.db.read
        .selectFrom('mails')
        .select(['recipient', 'subject', 'next_try_at'])
        .where('topic', 'in', [`assigned:${other.id}`, `assigned:${admin.id}`])
        .orderBy('created_at')
        .execute();
    const mail = { recipient: other.email, subject: 'Proposals were assigned to you' };
    await bulk({ ids: [ids[0]], change: { assigned_to: 'me' } });
    expect(await told()).toEqual([]);
    await bulk({ ids, change: { assign_evenly: [other.id, admin.id] } });
    expect(await told()).toMatchObject([mail]);
    const sent_at = app.services.clock();
    await app.services.db.write((tx) =>
      tx
        .updateTable('mails')
        .set({ state: 'sent', sent_at })
        .where('topic', '=', `assigned:${other.id}`)
        .execute(),
    );
    for (const assigned_to of [admin.id, other.id, admin.id, other.id])
      await admin.patch(`/proposals/${ids[1]}/admin`, { assigned_to });
    const mails = await told();
    expect(mails).toMatchObject([mail, mail]);
    expect(mails[1]!.next_try_at.getTime()).toBeGreaterThanOrEqual(sent_at.getTime() + 3600_000);
  });

  test('so many for each: the first ones are given out, the others stay as they are', async () => {
    const far = await app.signIn({ region: 'Oti' });
    for (const business_name of ['Four', 'Five', 'Six']) await send(far, business_name);
    const other = await app.signIn({ role: 'admin', region: 'Ashanti' });
    const input = {
      filter: { program_id: program, sort: 'received_at' },
      change: { assign_evenly: [admin.id, other.id], not_own_region: true, each: 2 },
    };
    const shares = [
      { id: admin.id, count: 2 },
      { id: other.id, count: 2 },
    ];
    const preview = await bulk({ ...input, preview: true });
    expect(preview.body).toMatchObject({
      would_change: 4,
      unchanged: 2,
      left_over: 2,
      refused: [],
      shares,
    });
    const { body } = await bulk({ ...input, expected_total: 6 });
    expect(body).toMatchObject({ changed: 4, unchanged: 2, left_over: 2, refused: [], shares });
    const assigned = async (to: string) =>
      (
        await admin.get(
          `/proposals/admin/all?program_id=${program}&assigned_to=${to}&sort=received_at`,
        )
      ).body.map((one: { business_name: string }) => one.business_name);
    expect(await assigned(admin.id)).toEqual(['One', 'Two']);
    expect(await assigned(other.id)).toEqual(['Four', 'Five']);
    expect(await assigned('nobody')).toEqual(['Three', 'Six']);
  });

  test('whoever is deactivated meanwhile gets nothing, and nobody else either', async () => {
    const leaving = await app.signIn({ role: 'admin', region: 'Oti' });
    const changes = [
      { change: { assigned_to: leaving.id }, field: 'change.assigned_to' },
      { change: { assign_evenly: [admin.id, leaving.id] }, field: 'change.assign_evenly' },
    ];
    for (const { change } of changes)
      expect((await bulk({ ids, change, preview: true })).body.would_change).toBe(3);
    await admin.patch(`/auth/admin/${leaving.id}/status`, { is_active: false });
    for (const { change, field } of changes) {
      const { status, body } = await bulk({ ids, change });
      expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
      expect(body.message).toMatch(/active admin/);
    }
    const { headers } = await admin.get(
      `/proposals/admin/all?program_id=${program}&assigned_to=nobody`,
    );
    expect(headers.get('x-total-count')).toBe('3');
  });
});
