import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Proposal } from '#domain/proposals/schema.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';

/** Settings for another instance on the database of a running one. */
const databaseOf = ({ services: { config } }: TestApp): Record<string, string> =>
  config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : { DATA_DIR: config.dataDir };

describe.each(ENGINES)('cached lists on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    applicant = await app.signIn({ first_name: 'Araba', last_name: 'Quaye' });
  });
  afterAll(() => app.close());

  /** Asks twice: the second answer is a cached one. */
  const listTwice = async (query = ''): Promise<{ items: Proposal[]; total: number }> => {
    const path = `/proposals/admin/all?limit=10${query}`;
    const [first, second] = [await admin.get(path), await admin.get(path)];
    expect(second.text).toBe(first.text);
    return { items: second.body, total: Number(second.headers.get('x-total-count')) };
  };

  test('a submission, a review, a change and a deletion each show at once', async () => {
    const before = (await listTwice()).total;
    const { proposal } = await submit(app.services, applicant, { business_name: 'Salt Pans' });
    expect(await listTwice()).toMatchObject({
      total: before + 1,
      items: [{ business_name: 'Salt Pans', funding_stage: 'PENDING_FUNDING' }],
    });
    await admin.patch(`/proposals/${proposal.id}/admin`, { funding_stage: 'SEED' });
    expect((await listTwice()).items[0]).toMatchObject({ funding_stage: 'SEED' });
    expect((await listTwice('&funding_stage=SEED')).total).toBe(1);
    await applicant.patch(`/proposals/${proposal.id}`, { business_name: 'Ada Salt Pans' });
    expect((await listTwice()).items[0]).toMatchObject({ business_name: 'Ada Salt Pans' });
    await applicant.delete(`/proposals/${proposal.id}`);
    expect([(await listTwice()).total, (await listTwice('&funding_stage=SEED')).total]).toEqual([
      before,
      0,
    ]);
  });

  test("an applicant's new name and region, and a program's new title, show at once", async () => {
    const program = await insertProgram(app.services, { title: 'Before' });
    const { proposal } = await submit(app.services, applicant, { program_id: program.id });
    await listTwice();
    expect((await listTwice('&region=Bono')).total).toBe(0);
    await applicant.patch('/auth/me', { first_name: 'Ekua', region: 'Bono' });
    expect((await listTwice()).items[0]!.applicant).toMatchObject({
      first_name: 'Ekua',
      last_name: 'Quaye',
    });
    expect((await listTwice('&region=Bono&sort=applicant')).items.map(({ id }) => id)).toEqual([
      proposal.id,
    ]);
    await admin.patch(`/programs/${program.id}`, { title: 'After' });
    expect((await listTwice()).items[0]!.program.title).toBe('After');
  });

  test('what another instance on the same database writes shows at once', async () => {
    const other = await createTestApp(databaseOf(app));
    try {
      const elsewhere = await other.signIn();
      const before = (await listTwice()).total;
      const { proposal } = await submit(other.services, elsewhere, {
        business_name: 'Written Elsewhere',
      });
      const { items, total } = await listTwice();
      expect([total, items[0]!.business_name]).toEqual([before + 1, 'Written Elsewhere']);
      await elsewhere.delete(`/proposals/${proposal.id}`);
      expect((await listTwice()).total).toBe(before);
    } finally {
      await other.close();
    }
  });

  test('without a write, a new day locks editing, and a deadline closes the program', async () => {
    const noon = new Date(`${days(3).toISOString().slice(0, 10)}T12:00:00Z`);
    const program = await insertProgram(app.services, { deadline_date: noon });
    const { proposal } = await submit(app.services, applicant, { program_id: program.id });
    const look = async () => {
      const { token } = await app.signIn({ role: 'admin' });
      const [locked] = (
        await admin.get(`/proposals/admin/all?limit=10&program_id=${program.id}`, { token: token! })
      ).body.map((row: Proposal) => row.locked);
      const isOpen = (await app.visitor.get('/programs/')).body.find(
        ({ id }: { id: string }) => id === program.id,
      ).is_open;
      return [locked, isOpen];
    };
    for (const [at, wanted] of [
      [new Date(noon.getTime() - 12 * 3_600_000 - 5000), [null, true]],
      [new Date(noon.getTime() - 12 * 3_600_000), ['deadline_passed', true]],
      [new Date(noon.getTime() - 5000), ['deadline_passed', true]],
      [noon, ['deadline_passed', false]],
    ] as const) {
      app.setClock(at);
      expect(await look(), at.toISOString()).toEqual(wanted);
      expect(await look(), at.toISOString()).toEqual(wanted);
    }
    app.setClock(new Date());
    expect(proposal.locked).toBeNull();
  });
});
