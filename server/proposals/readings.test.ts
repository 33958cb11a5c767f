import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('what an applicant changes after it was read, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let other: Person;
  let applicant: Person;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    other = await app.signIn({ role: 'admin' });
    applicant = await app.signIn();
  });
  afterAll(() => app.close());

  const listed = async (query: string, person = admin): Promise<string[]> =>
    (await person.get(`/proposals/admin/all?${query}`)).body.map(
      ({ business_name: name }: { business_name: string }) => name,
    );
  const edit = (id: string, fields: object) => applicant.patch(`/proposals/${id}`, fields);
  const seen = async (id: string, query = '', person = admin) => {
    const { body } = await person.get(`/proposals/${id}/admin${query}`);
    return [body.changed_since_read, body.changes_since_read];
  };

  test('is said in list, room and filter, with what changed, until it is read again', async () => {
    const { proposal } = await submit(app.services, applicant, { business_name: 'Ada Salt' });
    const { id } = proposal;
    await edit(id, { business_location: 'Keta' });
    expect(await seen(id)).toEqual([false, []]);
    const { body: before } = await admin.get('/proposals/admin/summary');
    expect([before.changed_since_read, await listed('changed_since_read=true')]).toEqual([0, []]);

    await edit(id, { business_name: 'Ada Sea Salt' });
    await edit(id, { business_location: 'Ada', business_website: 'https://ada.example' });
    expect(await listed('changed_since_read=true')).toEqual(['Ada Sea Salt']);
    expect(await listed('changed_since_read=false')).toEqual([]);
    expect(await listed('changed_since_read=true', other)).toEqual([]);
    const { body: rows } = await admin.get('/proposals/admin/all');
    expect([rows[0].is_read, rows[0].changed_since_read]).toEqual([true, true]);
    expect((await admin.get('/proposals/admin/summary')).body.changed_since_read).toBe(1);

    // Neither a look ahead nor an open room marks what it does not show.
    const fields = ['business_location', 'business_website', 'business_name'];
    expect(await seen(id, '?peek=true')).toEqual([true, fields]);
    await admin.post(`/proposals/${id}/admin/reading`, {});
    expect(await seen(id)).toEqual([true, fields]);
    expect(await seen(id)).toEqual([false, []]);
    expect(await listed('changed_since_read=true')).toEqual([]);
    expect(await seen(id, '', other)).toEqual([false, []]);
  });

  test('a decision is no change of the applicant, and they never see who read what', async () => {
    const { proposal } = await submit(app.services, applicant);
    await admin.get(`/proposals/${proposal.id}/admin`);
    await other.patch(`/proposals/${proposal.id}/admin`, { flagged: true });
    expect(await seen(proposal.id)).toEqual([false, []]);
    const { body } = await applicant.get(`/proposals/${proposal.id}`);
    expect(Object.keys(body).filter((name) => /(^|_)(read|readers|since)(_|$)/.test(name))).toEqual(
      [],
    );
    const { status } = await admin.get('/proposals/admin/all?changed_since_read=perhaps');
    expect(status).toBe(422);
  });
});
