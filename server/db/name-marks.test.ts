/** docs/decisions/0044: pages by name are the same with marks as without, whoever writes. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListProposalsQuery } from '#domain/proposals/schema.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertManyProposals } from '#tests/many-proposals.ts';
import { mergeCounts, recount } from '../proposals/count-service.ts';
import { findProposalIds } from '../proposals/list-store.ts';
import { passMarked, setMarks } from './name-marks.ts';

const TOTAL = 6000;
const PAGES = [0, 1990, 2000, 2500, 2990, 3000, 3001, 3500, 4200, 5990];
const SORTS = ['business_name', '-business_name', 'applicant', '-applicant'] as const;

describe.each(ENGINES)('pages by name on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    await insertManyProposals(app.services, TOTAL);
  });
  afterAll(() => app.close());

  const run = (statement: string) => sql.raw(statement).execute(app.services.db.read);
  const read = (sort: ListProposalsQuery['sort'], skip: number, limit: number, total: number) =>
    findProposalIds(app.services.db, 'all', { sort }, { skip, limit, total });

  async function expectPages(total: number): Promise<void> {
    for (const sort of SORTS) {
      const all = await read(sort, 0, total, total);
      expect(new Set(all).size).toBe(total);
      for (const skip of PAGES)
        expect(await read(sort, skip, 10, total), `${sort} from ${skip}`).toEqual(
          all.slice(skip, skip + 10),
        );
    }
  }

  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from proposals`.execute(
      app.services.db.read,
    );
    return rows[0]!.n;
  };

  const passed = async (sort: string, isBackwards = false) => {
    const query = { table: 'proposals', sort } as const;
    const part = { offset: 2500, size: 10, isBackwards };
    return 2500 - (await passMarked(app.services.db, query, part)).left.offset;
  };

  test('are the same before there are marks, with them, and after changes', async () => {
    expect(await passed('business_name')).toBe(0);
    await expectPages(TOTAL);
    await mergeCounts(app.services);
    for (const sort of SORTS)
      for (const isBackwards of [false, true])
        expect((await passed(sort, isBackwards)) > 1000, sort).toBe(engine === 'postgres');
    await expectPages(TOTAL);
    await run(`update proposals set business_name_key = 'a' || business_name_key
      where funding_stage = 'SEED'`);
    await run(`update proposals set applicant_first_name_key = 'zo' where region = 'Ashanti'`);
    await expectPages(TOTAL);
    await run(`delete from proposals where business_name_key like 'gold%'`);
    expect(await count()).toBeLessThan(TOTAL);
    await expectPages(await count());
    await setMarks(app.services.db, true);
    await expectPages(await count());
  });

  test('many of the same name are passed together or not at all', async () => {
    await run(`update proposals set business_name_key = 'same' where business_name_key > 'f'`);
    await setMarks(app.services.db, true);
    await expectPages(await count());
  });

  test.runIf(engine === 'postgres')('marks that are wrong are set anew once a day', async () => {
    await run('update proposal_marks set total = total + 7');
    await recount(app.services);
    const wrong = await run(`select sort from proposal_marks group by sort
      having sum(total) <> (select count(*) from proposals)`);
    expect(wrong.rows).toEqual([]);
  });

  test.runIf(engine === 'postgres')('stay right while many write and marks are set', async () => {
    const { db } = app.services;
    await Promise.all(
      Array.from({ length: 20 }, async (_, place) => {
        await db.write((tx) =>
          sql`update proposals set business_name_key = ${`m${place}`} where id in
            (select id from proposals order by id limit 20 offset ${place * 30})`.execute(tx),
        );
        await setMarks(db, true);
      }),
    );
    const total = await count();
    await expectPages(total);
    const { rows } = await sql<{ total: number }>`
      select sum(total)::int as total from proposal_marks group by sort`.execute(db.read);
    expect(rows).toEqual([{ total }, { total }]);
    await run('truncate proposals cascade');
    expect((await run('select 1 from proposal_marks')).rows).toEqual([]);
  });
});
