import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/engines/engine.ts';
import { startQuestions, type QuestionsWorld } from '#tests/questions.ts';
import { fetchWorkbook, cellsOf } from '#tests/workbooks.ts';
import { hashPassword } from '../accounts/passwords.ts';

describe.each(ENGINES)('answers of many proposals on %s', (engine) => {
  let world: QuestionsWorld;
  beforeAll(async () => {
    world = await startQuestions(engine);
  });
  afterAll(() => world.app.close());

  test('lists, counts, bulk changes and exports filter by yes, no and options', async () => {
    const { admin, ask, named, sent } = world;
    const { program, ids } = await ask();
    const yes = await sent(program.id, named(ids, [true, 'BN-1', ['Shea', 'Cocoa'], 3]));
    const no = await sent(program.id, named(ids, [false, undefined, ['Cocoa']]));
    const found = async (at: number, value: string) => {
      const query = `answer.${ids[at]}=${value}`;
      const list = await admin.get(`/proposals/admin/all?${query}`);
      const summary = await admin.get(`/proposals/admin/summary?${query}`);
      expect(summary.body.total).toBe(list.body.length);
      return list.body.map(({ id }: any) => id).sort();
    };
    expect(await found(0, 'true')).toEqual([yes.id]);
    expect(await found(2, 'Shea')).toEqual([yes.id]);
    expect(await found(2, 'Cocoa')).toEqual([yes.id, no.id].sort());
    expect(await found(2, 'Cashew')).toEqual([]);
    for (const query of [`answer.${ids[3]}=3`, `answer.${ids[2]}=Maize`, 'answer.x=true']) {
      const { status, body } = await admin.get(`/proposals/admin/all?${query}`);
      expect([status, Object.keys(body.fields)]).toEqual([422, [query.split('=')[0]]]);
    }
    const within = async (query: string) =>
      (await admin.get(`/proposals/admin/all?${query}`)).body.map(({ id }: any) => id);
    const three = `answer.${ids[3]}`;
    expect(await within(`${three}.from=3&${three}.to=3`)).toEqual([yes.id]);
    expect(await within(`${three}.from=2.5`)).toEqual([yes.id]);
    expect(await within(`${three}.to=2.5`)).toEqual([]);
    // As a number: 10 is more than 3.
    expect(await within(`${three}.to=10&answer.${ids[0]}=true`)).toEqual([yes.id]);
    for (const query of [`${three}.from=many`, `answer.${ids[2]}.to=3`]) {
      const { status, body } = await admin.get(`/proposals/admin/all?${query}`);
      expect([status, Object.keys(body.fields)]).toEqual([422, [query.split('=')[0]]]);
    }
    const bulk = { filter: { [`answer.${ids[0]}`]: 'false' }, change: { flagged: true } };
    const changed = await admin.post('/proposals/admin/bulk', { ...bulk, preview: true });
    expect(changed.body.would_change).toBe(1);
    const path = '/proposals/admin/export-full.csv';
    const one = await admin.get(`${path}?program_id=${program.id}&answer.${ids[0]}=true`);
    const [head, line] = one.text.trim().split('\r\n');
    expect(head).toContain('Registration number,Which crops?');
    expect(line).toContain('yes,BN-1,Cocoa; Shea,3,,');
    const all = await admin.get(path);
    expect(all.text.split('\r\n')[0]).toMatch(/,Answers$/);
    expect(all.text).toContain('Registration number: BN-1\n');
    const since = `answer.${ids[4]}`;
    const [early, late] = [
      await sent(program.id, named(ids, [true, 'BN-2', ['Cashew'], 20, '2019-12-31'])),
      await sent(program.id, named(ids, [true, 'BN-3', ['Cashew'], 100, '2020-02-29'])),
    ];
    expect(await within(`${since}.from=2020-01-01`)).toEqual([late.id]);
    expect(await within(`${since}.to=2019-12-31&${since}.from=2019-12-31`)).toEqual([early.id]);
    const day = await admin.get(`/proposals/admin/all?${since}.from=2020-02-30`);
    expect([day.status, Object.keys(day.body.fields)]).toEqual([422, [`${since}.from`]]);
    // Whoever has not answered is last, either way.
    const sorted = (sort: string) => within(`program_id=${program.id}&sort=${sort}`);
    expect(await sorted(three)).toEqual([yes.id, early.id, late.id, no.id]);
    expect(await sorted(`-${three}`)).toEqual([late.id, early.id, yes.id, no.id]);
    expect((await sorted(since)).slice(0, 2)).toEqual([early.id, late.id]);
    expect((await sorted(`-${since}`)).slice(0, 2)).toEqual([late.id, early.id]);
    expect(await within(`program_id=${program.id}&sort=-${three}&limit=1&skip=1`)).toEqual([
      early.id,
    ]);
    for (const sort of [`answer.${ids[2]}`, 'answer.x', `-answer.${randomUUID()}`]) {
      const { status, body } = await admin.get(`/proposals/admin/all?sort=${sort}`);
      expect([status, Object.keys(body.fields)]).toEqual([422, ['sort']]);
    }
  });

  test('what is filtered follows edits and deletions, of proposals and of people', async () => {
    const { app, admin, applicant, ask, named, sent, send } = world;
    const { program, ids } = await ask();
    const of = (answers: unknown[]) => named(ids, answers);
    const first = await sent(program.id, of([false, undefined, ['Shea', 'Cocoa']]));
    const second = await sent(program.id, of([false, undefined, ['Shea']]));
    const password = 'Akwaaba-2026!';
    const person = await app.signIn({ password_hash: await hashPassword(password, '127.0.0.1') });
    await send(program.id, of([false, undefined, ['Shea']]), person);
    const total = async (query: string) => {
      const { headers } = await admin.get(`/proposals/admin/all?${query}`);
      return Number(headers.get('x-total-count'));
    };
    const shea = `answer.${ids[2]}=Shea`;
    for (const more of [
      '',
      `&answer.${ids[0]}=false`,
      `&program_id=${program.id}`,
      '&sort=program',
    ])
      expect([more, await total(shea + more)]).toEqual([more, 3]);
    expect(await total(`${shea}&q=${first.receipt_number}`)).toBe(1);
    expect(await total(`${shea}&program_id=${randomUUID()}`)).toBe(0);
    const edited = await applicant.patch(`/proposals/${second.id}`, {
      answers: { [ids[2]!]: ['Cocoa'] },
    });
    expect(edited.status).toBe(200);
    expect([await total(shea), await total(`answer.${ids[2]}=Cocoa`)]).toEqual([2, 2]);
    await applicant.delete(`/proposals/${first.id}`);
    expect([await total(shea), await total(`answer.${ids[2]}=Cocoa`)]).toEqual([1, 1]);
    expect((await person.delete('/auth/me', { body: { password } })).status).toBe(204);
    // Rows that are free again are taken by proposals that have answered nothing of the kind.
    await sent(program.id, of([false]));
    await sent(program.id, of([false]));
    expect([await total(shea), await total(`answer.${ids[0]}=false`)]).toEqual([0, 3]);
  });

  test('a workbook has a column for each question of the program, retired ones too', async () => {
    const { app, admin, ask, named, sent } = world;
    const { program, ids } = await ask();
    await sent(program.id, named(ids, [true, '=BN-1', ['Shea', 'Cocoa'], 3, '2020-02-29']));
    await admin.patch(`/programs/${program.id}`, { questions: program.questions.slice(0, 4) });
    const rowOf = async (query: string) => {
      const path = `/proposals/admin/export-full.xlsx${query}`;
      const [names, cells] = cellsOf((await fetchWorkbook(app, admin, path)).sheet);
      return Object.fromEntries(names!.map((name, at) => [name, cells![at]]));
    };
    expect(await rowOf(`?program_id=${program.id}`)).toMatchObject({
      'Is your business registered?': 'yes',
      'Registration number': '=BN-1',
      'Which crops?': 'Cocoa; Shea',
      'How many people work there?': 3,
      'Since when?': { day: '2020-02-29' },
    });
    const { Answers } = await rowOf(`?answer.${ids[0]}=true&program_id=&sort=-created_at`);
    expect(Answers).toContain('Registration number: =BN-1\n');
  });

  test('exports keep negative numbers, and part options that hold commas', async () => {
    const { app, admin, ask, named, sent } = world;
    const { program, ids } = await ask([
      { kind: 'number', label: 'Profit of last year' },
      { kind: 'short_text', label: 'Profit in words' },
      { kind: 'choices', label: 'Audited?', options: ['Yes, fully', 'No; later', 'Partly'] },
    ]);
    const options = ['Yes, fully', 'No; later', 'Partly'];
    await sent(program.id, named(ids, [-12_000.5, '-12000.5', options]));
    const query = `?program_id=${program.id}`;
    const csv = await admin.get(`/proposals/admin/export-full.csv${query}`);
    expect(csv.text).toContain(',-12000.5,-12000.5,"“Yes, fully”; “No; later”; Partly"');
    const path = `/proposals/admin/export-full.xlsx${query}`;
    const [, cells] = cellsOf((await fetchWorkbook(app, admin, path)).sheet);
    expect(cells!.slice(-3)).toEqual([-12_000.5, '-12000.5', '“Yes, fully”; “No; later”; Partly']);
  });

  test('a draft starts from an earlier proposal, with both documents and fitting answers', async () => {
    const { app, applicant, ask, named, sent } = world;
    const { program, ids } = await ask();
    const earlier = await sent(program.id, named(ids, [true, 'BN-1', ['Shea', 'Cocoa'], 3]));
    const next = await ask([
      { kind: 'choices', label: 'Which crops?', options: ['Cocoa', 'Maize'] },
      { kind: 'short_text', label: 'Registration number' },
      { kind: 'long_text', label: 'How many people work there?' },
    ]);
    const path = `/drafts/${next.program.id}/from/${earlier.id}`;
    const { status, body } = await applicant.post(path);
    expect(status).toBe(201);
    expect(body.fields.business_name).toBe(earlier.business_name);
    expect(body.answers).toEqual({ [next.ids[0]!]: ['Cocoa'], [next.ids[1]!]: 'BN-1' });
    const { pitch_deck, financials } = body.documents;
    expect([pitch_deck.state, financials.state]).toEqual(['ready', 'ready']);
    await applicant.put(`/drafts/${next.program.id}`, { fields: { business_name: 'Other' } });
    const again = await applicant.post(path);
    expect([again.status, again.body.fields.business_name]).toEqual([200, 'Other']);
    const documents = { pitch_deck, financials };
    const submitted = await applicant.post(`/drafts/${next.program.id}/submit`, { documents });
    expect(submitted.status).toBe(201);
    const stranger = await app.signIn();
    expect((await stranger.post(path)).status).toBe(404);
    expect((await applicant.delete(`/proposals/${earlier.id}`)).status).toBe(204);
    const link = await applicant.get(`/proposals/${submitted.body.id}/documents/pitch_deck`);
    expect((await fetch(new URL(link.body.url, app.url))).status).toBe(200);
  });
});
