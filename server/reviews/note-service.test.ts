import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('what admins keep, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let other: Person;
  let path: string;
  let proposalId: string;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', first_name: 'Adwoa', last_name: 'Addo' });
    other = await app.signIn({ role: 'admin' });
    const { proposal } = await submit(app.services, await app.signIn());
    proposalId = proposal.id;
    path = `/proposals/${proposalId}/notes`;
  });
  afterAll(() => app.close());

  test('a note is written, changed and deleted by its author, and read by all admins', async () => {
    const text = 'Ask for <b>the second</b> sheet.\nThen decide.';
    const { status, body, headers } = await admin.post(path, { text });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        text,
        author: { id: admin.id, name: 'Adwoa Addo' },
        created_at: expect.any(String),
        updated_at: body.created_at,
      },
    ]);
    const listed = await other.get(path);
    expect([listed.body, listed.headers.get('x-total-count')]).toEqual([[body], '1']);
    const mine = `${path}/${body.id}`;
    for (const answer of [await other.patch(mine, { text: 'No.' }), await other.delete(mine)])
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    const changed = await admin.patch(mine, { text: 'Decide.' });
    expect([changed.status, changed.body.text]).toEqual([200, 'Decide.']);
    const stale = { headers: { 'if-match': headers.get('etag')! } };
    expect((await admin.patch(mine, { text: 'Or not.' }, stale)).status).toBe(412);
    expect((await admin.delete(mine)).status).toBe(204);
    expect((await admin.get(path)).body).toEqual([]);
    expect((await admin.delete(mine)).status).toBe(404);
  });

  test('a note that is sent again with its key is written once', async () => {
    const send = (text: string) =>
      admin.post(path, { text }, { headers: { 'idempotency-key': 'note-1' } });
    const first = await send('Call the bank.');
    const again = await send('Call the bank.');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await admin.get(path)).body).toEqual([first.body]);
    expect((await send('Another text.')).body.code).toBe('idempotency_mismatch');
    await admin.delete(`${path}/${first.body.id}`);
  });

  test('the log says that there was one, and none of its words', async () => {
    const { body } = await admin.post(path, { text: 'Cassava' });
    const { changes } = await app.services.db.read
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'notes.create')
      .where('subject_id', '=', proposalId)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(changes)).not.toContain('Cassava');
    expect(changes).toEqual([
      { field: 'note', before: null, after: body.id },
      {
        field: 'text',
        before: null,
        after: { length: 7, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
    await admin.delete(`${path}/${body.id}`);
  });

  test('the log names the note that was changed', async () => {
    const { body } = await admin.post(path, { text: 'Cassava' });
    await admin.patch(`${path}/${body.id}`, { text: 'Maize' });
    const { changes } = await app.services.db.read
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'notes.update')
      .where('subject_id', '=', proposalId)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    expect(changes).toMatchObject([{ field: 'note', after: body.id }, { field: 'text' }]);
    await admin.delete(`${path}/${body.id}`);
  });

  test('newest first, page by page', async () => {
    for (const text of ['One', 'Two', 'Three']) {
      await admin.post(path, { text });
      app.pass(1);
    }
    const texts = async (query: string) =>
      (await admin.get(`${path}?${query}`)).body.map(({ text }: { text: string }) => text);
    expect(await texts('limit=2')).toEqual(['Three', 'Two']);
    expect(await texts('sort=created_at&skip=1')).toEqual(['Two', 'Three']);
  });

  test('a note has words, and not too many; a proposal that is not there has none', async () => {
    for (const text of ['', ' \u200b', undefined, 'x'.repeat(5001)]) {
      const { status, body } = await admin.post(path, { text });
      expect([status, Object.keys(body.fields)]).toEqual([422, ['text']]);
    }
    expect((await admin.post(path, { text: 'x'.repeat(5000) })).status).toBe(201);
    for (const id of [crypto.randomUUID(), 'nonsense']) {
      expect((await admin.get(`/proposals/${id}/notes`)).status).toBe(404);
      expect((await admin.post(`/proposals/${id}/notes`, { text: 'x' })).status).toBe(404);
    }
  });

  test('templates of reasons are kept by admins', async () => {
    const at = '/proposals/admin/decline-templates';
    const input = { title: 'Too early', text: 'Your business is not yet registered.' };
    const { status, body, headers } = await admin.post(at, input);
    expect([status, body]).toEqual([201, { id: expect.any(String), ...input }]);
    const changed = await other.patch(`${at}/${body.id}`, { title: 'Not registered' });
    expect([changed.status, changed.body.title]).toEqual([200, 'Not registered']);
    expect((await other.get(at)).body).toEqual([changed.body]);
    const one = await admin.get(`${at}/${body.id}`);
    expect([one.body, one.headers.get('etag')]).toEqual([
      changed.body,
      changed.headers.get('etag'),
    ]);
    const stale = { headers: { 'if-match': headers.get('etag')! } };
    expect((await admin.patch(`${at}/${body.id}`, { title: 'Early' }, stale)).status).toBe(412);
    expect((await admin.get(`${at}/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await admin.post(at, { title: '', text: '' })).status).toBe(422);
    expect((await admin.delete(`${at}/${body.id}`)).status).toBe(204);
    expect((await admin.patch(`${at}/${body.id}`, {})).status).toBe(404);
  });

  test('views are saved by name, for me or for all', async () => {
    const at = '/proposals/admin/views';
    const shared = (
      await admin.post(at, { name: 'Waiting', query: '?decision=undecided', is_shared: true })
    ).body;
    const mine = (await admin.post(at, { name: 'Mine', query: 'assigned_to=me' })).body;
    expect(shared).toEqual({
      id: expect.any(String),
      name: 'Waiting',
      query: 'decision=undecided',
      is_shared: true,
      is_mine: true,
    });
    expect((await admin.get(at)).body).toEqual([mine, shared]);
    expect((await other.get(at)).body).toEqual([{ ...shared, is_mine: false }]);
    expect((await other.delete(`${at}/${shared.id}`)).status).toBe(403);
    expect((await other.delete(`${at}/${mine.id}`)).status).toBe(404);
    expect((await admin.post(at, { name: 'Mine' })).status).toBe(409);
    expect((await admin.post(at, { name: ' ' })).status).toBe(422);
    for (const { id } of [mine, shared])
      expect((await admin.delete(`${at}/${id}`)).status).toBe(204);
  });
});
