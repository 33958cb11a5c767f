import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNDING_STAGES } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import { REGIONS } from '#domain/regions.ts';
import { SECTORS } from '#domain/sectors.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram, insertUser, programInput } from '#tests/factories.ts';
import { insertManyProposals, insertProposals, proposalAt } from '#tests/many-proposals.ts';
import { submit } from '#tests/proposal-forms.ts';
import { raiseVersion } from '../db/versions.ts';

const COUNT = 2600;

describe.each(ENGINES)('lists of proposals, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let proposals: Proposal[];

  const ask = async (query: string) => {
    const { status, body, headers } = await admin.get(`/proposals/admin/all?${query}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { items: body as Proposal[], total: Number(headers.get('x-total-count')) };
  };
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    await insertManyProposals(app.services, COUNT);
    proposals = [
      ...(await ask('')).items,
      ...(await ask('skip=1000')).items,
      ...(await ask('skip=2000')).items,
    ];
  });
  afterAll(() => app.close());

  test('more than a page of 1,000 are all listed, newest first', async () => {
    expect(new Set(proposals.map(({ id }) => id)).size).toBe(COUNT);
    expect(proposals.map(({ created_at }) => created_at)).toEqual(
      proposals
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    );
    const page = await ask('limit=5000');
    expect([page.items.length, page.total]).toEqual([1000, COUNT]);
    expect((await ask(`skip=${COUNT}`)).items).toEqual([]);
  });

  test('pages beyond the first thousand of those with an answer', async () => {
    const questions = [{ kind: 'yes_no', label: 'Is your business registered?' }];
    const program = await admin.post('/programs/', { ...programInput(), questions });
    const question_id = program.body.questions[0].id;
    const answered = proposals.filter((_, place) => place % 5 > 0);
    for (let from = 0; from < answered.length; from += 200)
      await app.services.db.read
        .insertInto('answered_options')
        .values(
          answered
            .slice(from, from + 200)
            .map(({ id }) => ({ question_id, option: 'true', proposal_id: id })),
        )
        .execute();
    for (const skip of [0, 1000, 1001, answered.length - 1]) {
      const page = await ask(`answer.${question_id}=true&limit=10&skip=${skip}`);
      expect(page.total).toBe(answered.length);
      expect(page.items.map(({ id }) => id)).toEqual(
        answered.slice(skip, skip + 10).map(({ id }) => id),
      );
    }
  });

  test.each([
    ['sector=mining', (p: Proposal) => p.business_sector === SECTORS[1]],
    ['region=Volta', (p: Proposal) => p.region === REGIONS[13]],
    ['funding_stage=pre_seed', (p: Proposal) => p.funding_stage === FUNDING_STAGES[1]],
    ['is_approved=true', (p: Proposal) => p.is_approved],
    [
      'is_approved=false&region=Volta&sector=&funding_stage=',
      (p: Proposal) => !p.is_approved && p.region === 'Volta',
    ],
    [
      'q=KUMÁSI+palm',
      (p: Proposal) => /palm/i.test(p.business_name) && p.business_location.includes('Kumasi'),
    ],
    [
      'q=yard-b+palm&is_approved=true',
      (p: Proposal) =>
        p.program.title === 'Yard-B' && /palm/i.test(p.business_name) && p.is_approved,
    ],
    ['q=yaa', (p: Proposal) => p.applicant.first_name === 'Yaa'],
    ['q=100%25', () => false],
  ])('%s finds exactly those', async (query, isWanted) => {
    const wanted = proposals.filter(isWanted).map(({ id }) => id);
    const page = await ask(query);
    expect([page.total, page.items.map(({ id }) => id)]).toEqual([
      wanted.length,
      wanted.slice(0, 1000),
    ]);
  });

  const keys: Record<string, (p: Proposal) => (string | boolean)[]> = {
    business_name: (p) => [p.business_name],
    business_sector: (p) => [p.business_sector],
    funding_stage: (p) => [p.funding_stage],
    is_approved: (p) => [p.is_approved],
    region: (p) => [p.region],
    program: (p) => [p.program.title, p.program.id],
    deadline_date: (p) => [p.program.deadline_date, p.program.id],
    applicant: (p) => [p.applicant.first_name, p.applicant.last_name, p.applicant.id],
    created_at: () => [],
  };
  const compare = (a: unknown[], b: unknown[]): number => {
    const at = a.findIndex((value, index) => value !== b[index]);
    if (at < 0) return 0;
    return a[at]! < b[at]! ? -1 : 1;
  };

  test.each(Object.keys(keys))(
    'sorting by %s, both ways, filtered or searched or not, gives every page once',
    async (field) => {
      for (const [filter, isWanted] of [
        ['', () => true],
        ['sector=Mining', (p: Proposal) => p.business_sector === 'Mining'],
        ['q=palm', (p: Proposal) => /palm/i.test(p.business_name)],
      ] as const) {
        const keyOf = (p: Proposal) => [...keys[field]!(p), p.created_at, p.id];
        const rising = proposals
          .filter(isWanted)
          .sort((a, b) => compare(keyOf(a), keyOf(b)))
          .map(({ id }) => id);
        for (const [sort, wanted] of [
          [field, rising],
          [`-${field}`, rising.toReversed()],
        ] as const) {
          for (const skip of [0, 95, Math.floor(wanted.length * 0.7), wanted.length - 4]) {
            const { items } = await ask(`${filter}&sort=${sort}&skip=${skip}&limit=10`);
            expect(items.map(({ id }) => id)).toEqual(wanted.slice(skip, skip + 10));
          }
        }
      }
    },
  );

  test("one applicant's, for admins; counted and exported alike", async () => {
    const { id } = proposals[7]!.applicant;
    const wanted = proposals.filter(({ applicant }) => applicant.id === id).map((one) => one.id);
    const { items, total } = await ask(`applicant_id=${id}`);
    expect(items.map((one) => one.id)).toEqual(wanted.slice(0, 1000));
    expect(total).toBe(wanted.length);
    const matching = proposals.filter(({ applicant, business_name }) =>
      Boolean(applicant.id === id && /palm/i.test(business_name)),
    );
    expect((await ask(`applicant_id=${id}&q=palm`)).total).toBe(matching.length);
    const { body } = await admin.get(`/proposals/admin/summary?applicant_id=${id}`);
    expect(body.total).toBe(wanted.length);
    expect((await ask(`applicant_id=${randomUUID()}`)).total).toBe(0);
    expect((await admin.get('/proposals/admin/all?applicant_id=x')).status).toBe(422);
  });

  test('sorting by receipt is sorting by creation', async () => {
    for (const way of ['', '-'])
      expect(await ask(`sort=${way}received_at&skip=3&limit=10`)).toEqual(
        await ask(`sort=${way}created_at&skip=3&limit=10`),
      );
  });

  test('invalid values are refused, unknown parameters ignored', async () => {
    for (const query of [
      'sector=Fishing',
      'region=Mars',
      'funding_stage=X',
      'is_approved=x',
      'program_id=1',
      'sort=password',
      'skip=-1',
      'limit=x',
    ])
      expect((await admin.get(`/proposals/admin/all?${query}`)).status).toBe(422);
    expect((await ask(`colour=red&limit=1&program_id=${randomUUID()}`)).total).toBe(0);
    expect((await ask('colour=red&limit=1')).total).toBe(COUNT);
  });

  test('the CSV contains all matches, and no cell runs as a formula', async () => {
    const applicant = await app.signIn({ first_name: '=1+1', last_name: '"Quote", Ltd' });
    const { proposal } = await submit(app.services, applicant);
    const whole = await fetch(`${app.url}/api/v1/proposals/admin/export.csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(whole.headers.get('content-disposition')).toBe('attachment; filename="proposals.csv"');
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString().slice(1).split('\r\n');
    expect(lines[0]).toBe('Program,Applicant,Sector,Funding Stage,Status,Submitted');
    expect(lines[1]).toBe(
      `${proposal.program.title},"'=1+1 ""Quote"", Ltd",Agriculture,Pending Funding,Unapproved,${proposal.created_at.slice(0, 10)}`,
    );
    expect(lines).toHaveLength(COUNT + 3);
    const volta = (await admin.get('/proposals/admin/export.csv?region=Volta&q=palm')).text.split(
      '\r\n',
    );
    expect(volta).toHaveLength(
      proposals.filter((p) => p.region === 'Volta' && /palm/i.test(p.business_name)).length + 2,
    );
    expect((await ask('limit=1')).total).toBe(COUNT + 1);
    await applicant.delete(`/proposals/${proposal.id}`);
    expect((await ask('limit=1')).total).toBe(COUNT);
  });

  test('owners page through their own proposals only', async () => {
    const applicant = await app.signIn();
    const names = ['Alpha', 'Beta', 'Gamma'];
    for (const business_name of names) await submit(app.services, applicant, { business_name });
    const { body, headers } = await applicant.get('/proposals?sort=business_name&skip=1&limit=1');
    expect([headers.get('x-total-count'), body.map((p: Proposal) => p.business_name)]).toEqual([
      '3',
      ['Beta'],
    ]);
    expect((await applicant.get('/proposals?q=gamma')).body).toHaveLength(1);
    expect((await applicant.get('/proposals')).body.map((p: Proposal) => p.business_name)).toEqual(
      names.toReversed(),
    );
  });
});

const MATCHES = 10_004;
const BATCH = 500;

/** Each has "ltd" in its name. */
describe.each(ENGINES)('far pages of a common word, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;

  const ask = async (query: string) => {
    const { status, body, headers } = await admin.get(`/proposals/admin/all?q=ltd&${query}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    const names = (body as { business_name: string }[]).map((row) => row.business_name);
    return { names, total: Number(headers.get('x-total-count')) };
  };

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    const [program, user] = [await insertProgram(app.services), await insertUser(app.services)];
    for (let from = 0; from < MATCHES; from += BATCH)
      await insertProposals(
        app.services,
        Array.from({ length: Math.min(BATCH, MATCHES - from) }, (_, place) =>
          proposalAt(from + place, [program], [user], new Date((from + place) * 60_000)),
        ),
      );
  });
  afterAll(() => app.close());

  test.each(['created_at', '-deadline_date'])(
    'by %s, they follow each other to the last match, with the total',
    async (sort) => {
      const whole: string[] = [];
      for (let skip = 0; skip < MATCHES; skip += 1000)
        whole.push(...(await ask(`sort=${sort}&limit=1000&skip=${skip}`)).names);
      expect(new Set(whole).size).toBe(MATCHES);
      for (const skip of [9985, 9990, 9991, 9994, 10_000, 10_003, 10_004, 20_000])
        expect(await ask(`sort=${sort}&limit=10&skip=${skip}`), `from ${skip}`).toEqual({
          names: whole.slice(skip, skip + 10),
          total: 10_001,
        });
    },
  );

  test('exactly 10,000 and fewer are counted', async () => {
    const deleteFour = async () => {
      const { names } = await ask('sort=created_at&limit=4');
      await app.services.db.write(async (tx) => {
        await tx.deleteFrom('proposals').where('business_name', 'in', names).execute();
        await raiseVersion(tx, 'proposals');
      });
    };
    await deleteFour();
    const totals = async () => {
      const skips = [0, 9989, 9990, 9999, 10_000];
      return Promise.all(skips.map(async (skip) => (await ask(`limit=10&skip=${skip}`)).total));
    };
    expect(await totals()).toEqual(Array(5).fill(10_000));
    await deleteFour();
    expect(await totals()).toEqual(Array(5).fill(9996));
  });
});
