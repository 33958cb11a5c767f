import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DECISIONS } from '#domain/proposals/decision-rules.ts';
import { FUNDING_STAGES } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import { SECTORS } from '#domain/sectors.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { fetchWorkbook, textsOf } from '#tests/workbooks.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertManyProposals } from '#tests/many-proposals.ts';

const COUNT = 1300;
const REASON = 'The market that you describe is too small for this program.';

type ListRow = Record<string, any>;

describe.each(ENGINES)('filters and counts of the review desk, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let other: Person;
  let listed: ListRow[];

  const ask = async (query: string, person = admin) => {
    const { status, body, headers } = await person.get(`/proposals/admin/all?${query}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { items: body as ListRow[], total: Number(headers.get('x-total-count')) };
  };
  const listAll = async () =>
    (await Promise.all([0, 1000].map((skip) => ask(`skip=${skip}`)))).flatMap(({ items }) => items);

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', first_name: 'Adwoa', last_name: 'Addo' });
    other = await app.signIn({ role: 'admin', first_name: 'Kofi', last_name: 'Badu' });
    await insertManyProposals(app.services, COUNT);
    const seeded = await listAll();
    const change = (ids: ListRow[], fields: object) =>
      admin.post('/proposals/admin/bulk', { ids: ids.map(({ id }) => id), change: fields });
    await change(seeded.slice(0, 300), { decision: 'declined', decline_reason: REASON });
    await change(seeded.slice(100, 200), { assigned_to: admin.id });
    await change(seeded.slice(150, 400), { flagged: true });
    await change(seeded.slice(400, 420), { assigned_to: other.id });
    for (const { id } of seeded.slice(0, 12)) await admin.get(`/proposals/${id}/admin`);
    listed = await listAll();
  });
  afterAll(() => app.close());

  const dayOf = ({ received_at: at }: ListRow): string => at.slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const FILTERS: [query: string, isWanted: (one: ListRow) => boolean][] = [
    ['', () => true],
    ['q=ltd', () => true],
    ['decision=declined', (one) => one.decision === 'declined'],
    ['decision=undecided&is_approved=false', (one) => one.decision === 'undecided'],
    ['decision=approved', (one) => one.is_approved],
    ['assigned_to=me', (one) => one.assigned_to_name === 'Adwoa Addo'],
    ['assigned_to=nobody', (one) => one.assigned_to === null],
    ['flagged=true', (one) => one.flagged],
    ['flagged=false&region=Volta', (one) => !one.flagged && one.region === 'Volta'],
    ['unread=true', (one) => !one.is_read && one.decision === 'undecided'],
    ['unannounced=true', (one) => !one.is_announced],
    ['unannounced=false', (one) => one.is_announced],
    ['unread=false', (one) => one.is_read],
    ['unread=true&decision=declined', (one) => !one.is_read && one.decision === 'declined'],
    ['unread=false&q=palm', (one) => one.is_read && /palm/i.test(one.business_name)],
    [`received_from=${yesterday}`, (one) => dayOf(one) >= yesterday],
    [`received_to=${yesterday}`, (one) => dayOf(one) <= yesterday],
    [
      `received_from=${yesterday}&received_to=${yesterday}&flagged=false`,
      (one) => dayOf(one) === yesterday && !one.flagged,
    ],
    [
      'q=palm&decision=declined&flagged=true',
      (one) => /palm/i.test(one.business_name) && one.decision === 'declined' && one.flagged,
    ],
  ];

  test.each(FILTERS)('?%s lists exactly those, in every order', async (query, isWanted) => {
    const wanted = listed.filter(isWanted).map(({ id }) => id);
    const isAmong = new Set(wanted);
    for (const sort of ['-created_at', 'business_name', 'program']) {
      const found = await ask(`${query}&sort=${sort}`);
      expect(found.total).toBe(wanted.length);
      const ids = new Set<string>(found.items.map(({ id }) => id));
      expect(ids.size).toBe(Math.min(wanted.length, 1000));
      expect([...ids].filter((id) => !isAmong.has(id))).toEqual([]);
    }
    const page = await ask(`${query}&limit=25&skip=5`);
    expect(page.items.map(({ id }) => id)).toEqual(wanted.slice(5, 30));
  });

  test.each(FILTERS)('?%s counts exactly those', async (query, isWanted) => {
    const wanted = listed.filter(isWanted);
    const { status, body } = await admin.get(`/proposals/admin/summary?${query}`);
    const count = (isIt: (one: ListRow) => boolean) => wanted.filter(isIt).length;
    const isUndecided = (one: ListRow) => one.decision === 'undecided';
    const each = (values: readonly string[], field: string) =>
      Object.fromEntries(values.map((value) => [value, count((one) => one[field] === value)]));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: wanted.length,
      status: { approved: count((one) => one.is_approved) },
      decision: each(DECISIONS, 'decision'),
      stage: each(FUNDING_STAGES, 'funding_stage'),
      sector: each(SECTORS, 'business_sector'),
      region: each(REGIONS, 'region'),
      flagged: count((one) => one.flagged),
      // What is decided is not to do, unless it is asked for.
      unread: count(
        (one) => !one.is_read && (/decision=|is_approved=/.test(query) || isUndecided(one)),
      ),
      nobody: count((one) => one.assigned_to === null && isUndecided(one)),
      unannounced: Object.fromEntries(
        DECISIONS.map((decision) => [
          decision,
          count((one) => one.decision === decision && !one.is_announced),
        ]),
      ),
    });
    const days = [...new Set(wanted.map(dayOf))].sort();
    expect(body.day).toEqual(
      days.map((date) => ({ date, count: count((one) => dayOf(one) === date) })),
    );
    expect(new Set(body.program.map(({ title }: ListRow) => title))).toEqual(
      new Set(wanted.map(({ program }) => program.title)),
    );
    for (const program of body.program)
      expect(program.count).toBe(count((one) => one.program.id === program.id));
    for (const decider of body.deciders)
      expect([decider.id, decider.approved, decider.declined]).toEqual([
        admin.id,
        count((one) => one.decided_by === admin.id && one.decision === 'approved'),
        count((one) => one.decided_by === admin.id && one.decision === 'declined'),
      ]);
    for (const person of body.assigned)
      expect([person.email, person.total, person.decided]).toEqual([
        [admin, other].find(({ id }) => id === person.id)?.email,
        count((one) => one.assigned_to === person.id),
        count((one) => one.assigned_to === person.id && one.decision !== 'undecided'),
      ]);
  });

  test('a label of most of them lists exactly those, in every order and beside other filters', async () => {
    const { body: label } = await admin.post('/labels/', { name: 'Most', colour: 'blue' });
    const labelled = listed.slice(50, 1250);
    const change = { add_labels: [label.id] };
    await admin.post('/proposals/admin/bulk', { ids: labelled.map(({ id }) => id), change });
    for (const [query, wanted] of [
      ['', labelled],
      ['&decision=declined', labelled.filter((one) => one.decision === 'declined')],
      ['&has_unread_messages=true', []],
      ['&has_unread_messages=false', labelled],
    ] as const)
      for (const sort of ['-created_at', 'business_name', 'program']) {
        const [first, rest] = [
          await ask(`label=${label.id}${query}&sort=${sort}`),
          await ask(`label=${label.id}${query}&sort=${sort}&skip=1000`),
        ];
        expect(first.total, query + sort).toBe(wanted.length);
        expect(new Set([...first.items, ...rest.items].map(({ id }) => id))).toEqual(
          new Set(wanted.map(({ id }) => id)),
        );
      }
    expect((await ask('has_unread_messages=true')).total).toBe(0);
    await admin.delete(`/labels/${label.id}`);
  });

  test('a span of two days at most is counted by the hour too', async () => {
    const hourOf = ({ received_at: at }: ListRow): string => `${at.slice(0, 13)}:00:00.000Z`;
    const span = `received_from=${yesterday}&received_to=${yesterday}`;
    const ofSpan = listed.filter((one) => dayOf(one) === yesterday);
    const cases: [query: string, wanted: ListRow[]][] = [
      [span, ofSpan],
      [`${span}&unread=false`, ofSpan.filter((one) => one.is_read)],
      [`${span}&unread=true`, ofSpan.filter((one) => !one.is_read && one.decision === 'undecided')],
    ];
    for (const [query, wanted] of cases) {
      const { body } = await admin.get(`/proposals/admin/summary?${query}`);
      const hours = [...new Set(wanted.map(hourOf))].sort();
      expect(body.hour).toEqual(
        hours.map((at) => ({ at, count: wanted.filter((one) => hourOf(one) === at).length })),
      );
    }
    const whole = await admin.get(`/proposals/admin/summary?received_from=2020-01-01`);
    expect(whole.body.hour).toEqual([]);
  });

  test('me and unread are whoever asks', async () => {
    expect((await ask('assigned_to=me', other)).total).toBe(20);
    expect((await ask('assigned_to=me')).total).toBe(100);
    expect((await ask(`assigned_to=${other.id}`)).total).toBe(20);
    expect((await ask('unread=true', other)).total).toBe(
      listed.filter((one) => one.decision === 'undecided').length,
    );
    const before = (await ask('unread=true')).total;
    const [newest] = (await ask('unread=true&limit=1')).items;
    await admin.get(`/proposals/${newest!.id}/admin`);
    expect((await ask('unread=true')).total).toBe(before - 1);
    const { body } = await admin.get('/proposals/admin/summary');
    expect(body.unread).toBe(before - 1);
    const row = (await ask('decision=undecided&limit=50')).items.find(
      ({ id }) => id === newest!.id,
    );
    expect(row).toMatchObject({ is_read: true });
    listed = await listAll();
  });

  test('a change shows in the counts at once', async () => {
    const [unflagged] = (await ask('flagged=false&limit=1')).items;
    const count = async () => (await admin.get('/proposals/admin/summary')).body.flagged;
    const before = await count();
    await admin.patch(`/proposals/${unflagged!.id}/admin`, { flagged: true });
    expect(await count()).toBe(before + 1);
    await admin.patch(`/proposals/${unflagged!.id}/admin`, { flagged: false });
    expect(await count()).toBe(before);
  });

  test.each([
    'decision=perhaps',
    'assigned_to=somebody',
    'flagged=perhaps',
    'unread=2',
    'received_from=yesterday',
    'received_to=2026-02-30',
  ])('?%s is refused', async (query) => {
    for (const path of ['all', 'summary'])
      expect((await admin.get(`/proposals/admin/${path}?${query}`)).status).toBe(422);
  });

  test('whoever decides is counted, not whom it is assigned to', async () => {
    const ofOther = listed
      .filter((one) => one.assigned_to === other.id && one.decision === 'undecided')
      .slice(0, 5);
    const [first] = ofOther;
    const input = { ids: ofOther.map(({ id }) => id), change: { decision: 'approved' } };
    await other.post('/proposals/admin/bulk', input);
    const decidersOf = async (query: string) =>
      (await admin.get(`/proposals/admin/summary?${query}`)).body.deciders.map(
        ({ name, approved, declined }: ListRow) => [name, approved, declined],
      );
    // Assigned to somebody else, decided by the caller.
    await admin.patch(`/proposals/${first!.id}/admin`, { decision: 'undecided' });
    await admin.patch(`/proposals/${first!.id}/admin`, { decision: 'approved' });
    expect(await decidersOf(`assigned_to=${other.id}`)).toEqual([
      ['Adwoa Addo', 1, 0],
      ['Kofi Badu', 4, 0],
    ]);
    expect(await decidersOf('decided_by=me')).toEqual([['Adwoa Addo', 1, 300]]);
    const { items, total } = await ask(`decided_by=${other.id}`);
    expect([total, items[0]!.decided_by_name]).toEqual([4, 'Kofi Badu']);
    const { body } = await admin.get(`/proposals/${first!.id}/admin`);
    expect([body.decided_by, body.decided_by_name]).toEqual([admin.id, 'Adwoa Addo']);
    const decidedBy = `decided_by=${other.id}`;
    const { text } = await admin.get(`/proposals/admin/export-full.csv?${decidedBy}`);
    const [header, ...lines] = text.trim().split('\r\n');
    expect(header).toContain('Decided By');
    expect(lines.filter((line) => line.includes('Kofi Badu'))).toHaveLength(4);
    for (const file of ['export.xlsx', 'export-full.xlsx']) {
      const { sheet } = await fetchWorkbook(app, admin, `/proposals/admin/${file}?${decidedBy}`);
      const [names, ...rows] = textsOf(sheet);
      const deciders = rows.map((cells) => cells[names!.indexOf('Decided By')]);
      expect([file, deciders]).toEqual([file, Array<string>(4).fill('Kofi Badu')]);
    }
    // The short one is the specification's: six columns, and no other.
    const short = await admin.get(`/proposals/admin/export.csv?${decidedBy}`);
    expect(short.text).toMatch(/^Program,Applicant,Sector,Funding Stage,Status,Submitted\r\n/);
    listed = await listAll();
  });

  test('the CSV takes the same filters', async () => {
    const { text } = await admin.get('/proposals/admin/export.csv?decision=declined&unread=false');
    const wanted = listed.filter((one) => one.decision === 'declined' && one.is_read);
    expect(text.split('\r\n')).toHaveLength(wanted.length + 2);
  });
});
