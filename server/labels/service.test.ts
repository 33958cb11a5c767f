import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('labels, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  let ids: string[];

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', first_name: 'Adwoa', last_name: 'Addo' });
    applicant = await app.signIn();
    ids = [];
    for (const business_name of ['Asante Cocoa', 'Volta Boats', 'Zongo Bikes'])
      ids.push((await submit(app.services, applicant, { business_name })).proposal.id);
  });
  afterAll(() => app.close());

  const create = async (name: string, colour = 'green') =>
    (await admin.post('/labels/', { name, colour })).body as { id: string };
  const namesOn = async (id: string) => {
    const { body } = await admin.get(`/proposals/${id}/admin`);
    return body.labels.map(({ name }: { name: string }) => name);
  };
  const bulk = (body: object) => admin.post('/proposals/admin/bulk', body);

  test('a label is created, changed and deleted; its name is its own in any case of letters', async () => {
    const { status, body, headers } = await admin.post('/labels/', {
      name: ' Strong Écho ',
      colour: 'blue',
    });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), name: 'Strong Écho', colour: 'blue' },
    ]);
    const path = `/labels/${body.id}`;
    const stale = { headers: { 'if-match': headers.get('etag')! } };
    expect((await admin.patch(path, { colour: 'red' })).body).toEqual({ ...body, colour: 'red' });
    expect((await admin.patch(path, { name: 'Other' }, stale)).status).toBe(412);
    for (const answer of [
      await admin.post('/labels/', { name: 'STRONG ÉCHO', colour: 'grey' }),
      await admin.post('/labels/', { name: 'Strong \u200bÉ\u00adcho', colour: 'grey' }),
      await admin.patch(`/labels/${(await create('Weak')).id}`, { name: 'strong écho' }),
    ])
      expect([answer.status, answer.body.fields]).toEqual([
        422,
        { name: 'There is already a label with this name. Choose another name.' },
      ]);
    const wrong = await admin.post('/labels/', { name: 'x'.repeat(41), colour: 'pink' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['name', 'colour']]);
    const listed = await admin.get('/labels/');
    expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['Strong Écho', 'Weak']);
    for (const { id } of listed.body)
      expect((await admin.delete(`/labels/${id}`)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(404);
  });

  test('of a call that is repeated with its key, one label comes', async () => {
    const send = () =>
      admin.post(
        '/labels/',
        { name: 'Once', colour: 'grey' },
        { headers: { 'idempotency-key': 'l-1' } },
      );
    const [first, again] = [await send(), await send()];
    expect([again.status, again.body]).toEqual([201, first.body]);
    await admin.delete(`/labels/${first.body.id}`);
  });

  test('a proposal carries labels for admins: in its view, its ETag, the list, the filter, the full export', async () => {
    const [call, panel] = [await create('Call them'), await create('Panel B', 'purple')];
    const path = `/proposals/${ids[0]}/admin`;
    const before = await admin.get(path);
    expect(before.body.labels).toEqual([]);
    const pinned = await admin.patch(path, { labels: [panel.id, call.id, call.id] });
    expect(pinned.body.labels.map(({ name }: { name: string }) => name)).toEqual([
      'Call them',
      'Panel B',
    ]);
    expect(pinned.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await admin.patch(path, {})).body.labels).toHaveLength(2);
    const gone = await admin.patch(path, { labels: [crypto.randomUUID()] });
    expect([gone.status, gone.body.fields]).toEqual([
      422,
      { labels: 'One of these labels no longer exists. Choose again.' },
    ]);
    await admin.patch(`/proposals/${ids[1]}/admin`, { labels: [panel.id] });
    const found = async (label: string) =>
      (await admin.get(`/proposals/admin/all?label=${label}&sort=business_name`)).body.map(
        (one: { business_name: string }) => one.business_name,
      );
    expect(await found(call.id)).toEqual(['Asante Cocoa']);
    expect(await found(`${call.id},${panel.id}`)).toEqual(['Asante Cocoa', 'Volta Boats']);
    expect((await admin.get(`/proposals/admin/summary?label=${panel.id}`)).body.total).toBe(2);
    expect((await admin.get('/proposals/admin/all?label=x')).status).toBe(422);
    const { body: csv } = await admin.get('/proposals/admin/export-full.csv');
    expect(String(csv)).toContain('"Call them, Panel B"');
    const own = await applicant.get(`/proposals/${ids[0]}`);
    expect(own.body).not.toHaveProperty('labels');
    expect((await applicant.get('/labels/')).status).toBe(403);
    await admin.patch(`/labels/${call.id}`, { name: 'Call soon' });
    expect(await namesOn(ids[0]!)).toEqual(['Call soon', 'Panel B']);
    const tagged = await admin.get(path);
    await admin.delete(`/labels/${panel.id}`);
    const after = await admin.get(path);
    expect(after.body.labels).toHaveLength(1);
    expect(after.headers.get('etag')).not.toBe(tagged.headers.get('etag'));
    await admin.delete(`/labels/${call.id}`);
  });

  test('many are labelled at once: what would change is said first, and a second time changes nothing', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    await admin.patch(`/proposals/${ids[0]}/admin`, { labels: [one.id] });
    const change = { add_labels: [one.id] };
    expect((await bulk({ ids, change, preview: true })).body).toMatchObject({
      would_change: 2,
      unchanged: 1,
    });
    expect((await bulk({ ids, change })).body).toMatchObject({ changed: 2, unchanged: 1 });
    expect((await bulk({ ids, change })).body).toMatchObject({ changed: 0, unchanged: 3 });
    const swap = { add_labels: [two.id], remove_labels: [one.id], flagged: true };
    expect((await bulk({ ids: ids.slice(1), change: swap })).body).toMatchObject({ changed: 2 });
    expect([await namesOn(ids[0]!), await namesOn(ids[1]!)]).toEqual([['One'], ['Two']]);
    await admin.delete(`/labels/${two.id}`);
    const gone = await bulk({ ids, change: { add_labels: [two.id] } });
    expect([gone.status, gone.body.fields]).toEqual([
      422,
      { 'change.add_labels': 'One of these labels no longer exists. Choose again.' },
    ]);
    await admin.delete(`/labels/${one.id}`);
  });

  test('a label that somebody deletes while a bulk adds it is refused with a sentence', async () => {
    const { id } = await create('Going');
    let adding: ReturnType<typeof bulk> | undefined;
    await app.services.db.write(async (tx) => {
      await tx.deleteFrom('labels').where('id', '=', id).execute();
      adding = bulk({ ids, change: { add_labels: [id] } });
      // Usually it gets as far as waiting for this transaction; the answer is the same.
      await setTimeout(300);
    });
    const { status, body } = await adding!;
    expect([status, body.fields]).toEqual([
      422,
      { 'change.add_labels': 'One of these labels no longer exists. Choose again.' },
    ]);
    expect(await namesOn(ids[0]!)).toEqual([]);
  });

  test('the summary counts each label among what matches, and what waits for an answer', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    await bulk({ ids, change: { add_labels: [one.id] } });
    await bulk({ ids: ids.slice(1), change: { add_labels: [two.id] } });
    await applicant.post(`/proposals/${ids[0]}/messages`, { text: 'Is it there?' });
    const count = async (query: string) => {
      const { label, unread_messages, open_requests } = (
        await admin.get(`/proposals/admin/summary?${query}`)
      ).body;
      const countOf = (wanted: { id: string }) =>
        label.find(({ id }: { id: string }) => id === wanted.id)?.count;
      return [countOf(one), countOf(two), unread_messages, open_requests];
    };
    expect(await count('')).toEqual([3, 2, 1, 0]);
    expect(await count('q=zongo')).toEqual([1, 1, 0, 0]);
    expect(await count('q=asante')).toEqual([1, undefined, 1, 0]);
    expect(await count('has_unread_messages=false')).toEqual([2, 2, 0, 0]);
    for (const { id } of [one, two]) await admin.delete(`/labels/${id}`);
  });

  test('there are fifty at most, however many are created at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 53 }, (_, place) =>
        admin.post('/labels/', { name: `Label ${place}`, colour: 'grey' }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('too_many_labels'));
    expect((await admin.get('/labels/')).body).toHaveLength(50);
  });
});
