/** docs/decisions/0043: kept counts are what counting would return, whoever writes. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram, insertUser, proposalRow } from '#tests/factories.ts';
import { insertManyProposals } from '#tests/many-proposals.ts';
import { expectCounted } from '#tests/whole-world.ts';
import type { ListProposalsQuery } from '#domain/proposals/schema.ts';
import { readVersions } from '../db/versions.ts';
import { mergeCounts, recount } from './count-service.ts';
import { countProposals, findProposalIds, type Filters } from './list-store.ts';

describe.each(ENGINES)('kept counts of proposals on %s', (engine) => {
  let app: TestApp;
  let owner: { id: string };
  let [programId, otherId] = ['', ''];
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    owner = await insertUser(app.services);
    programId = (await insertProgram(app.services)).id;
    otherId = (await insertProgram(app.services)).id;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.services.db.read.deleteFrom('proposals').execute();
  });

  const run = (statement: string) => sql.raw(statement).execute(app.services.db.read);
  const newRow = (seed = {}) =>
    proposalRow(app.services, { user_id: owner.id, program_id: programId, ...seed });
  const insert = (...rows: ReturnType<typeof newRow>[]) =>
    app.services.db.read.insertInto('proposals').values(rows).execute();
  const count = (filters: Filters = {}) => countProposals(app.services.db, 'all', filters);

  test('follow inserts, changes of each field and deletions, of one row and of many', async () => {
    const rows = Array.from({ length: 6 }, () => newRow());
    await insert(rows[0]!);
    await insert(...rows.slice(1));
    expect(await count()).toBe(6);
    const admin = await insertUser(app.services, { role: 'admin' });
    for (const change of [
      `program_id = '${otherId}'`,
      `business_sector = 'Technology'`,
      `funding_stage = 'SEED'`,
      `flagged = true`,
      `assigned_to = '${admin.id}'`,
      // As the release before decisions had three values.
      `is_approved = true`,
      `is_approved = false, decision = 'declined'`,
      `business_name_key = 'x', region = 'Bono'`,
    ]) {
      await run(`update proposals set ${change} where id = '${rows[0]!.id}'`);
      await expectCounted(app.services);
      await run(`update proposals set ${change} where id <> '${rows[1]!.id}'`);
      await expectCounted(app.services);
    }
    const filters: Filters = { program_id: otherId, decision: 'declined', flagged: true };
    expect(await count(filters)).toBe(5);
    expect(await count({ ...filters, assigned_to: { id: null } })).toBe(0);
    expect(await count({ is_approved: false, assigned_to: { id: null } })).toBe(1);
    await run(`delete from proposals where id = '${rows[2]!.id}'`);
    await expectCounted(app.services);
    expect(await count(filters)).toBe(4);
  });

  test('follow what references do: an assignee who goes', async () => {
    const admin = await insertUser(app.services, { role: 'admin' });
    await insert(newRow({ assigned_to: admin.id } as object), newRow());
    expect(await count({ assigned_to: { id: null } })).toBe(1);
    await run(`delete from users where id = '${admin.id}'`);
    expect(await count({ assigned_to: { id: null } })).toBe(2);
    await expectCounted(app.services);
  });

  test('forget what was rolled back, and are right for the writer within its transaction', async () => {
    await insert(newRow());
    const { db } = app.services;
    const undone = db.write(async (tx) => {
      await tx.insertInto('proposals').values([newRow(), newRow()]).execute();
      expect(await countProposals({ ...db, read: tx }, 'all', {})).toBe(3);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await count()).toBe(1);
    await expectCounted(app.services);
  });

  test('stay right while many write and jobs merge and count again', async () => {
    const { db } = app.services;
    const write = async (place: number) => {
      const [row, second] = [newRow(), newRow({ funding_stage: 'SEED' })];
      await db.write((tx) => tx.insertInto('proposals').values([row, second]).execute());
      const flagged = { flagged: place % 2 === 0, program_id: otherId };
      await db.write((tx) =>
        tx.updateTable('proposals').set(flagged).where('id', '=', row.id).execute(),
      );
      if (place % 3 === 0)
        await db.write((tx) => tx.deleteFrom('proposals').where('id', '=', second.id).execute());
    };
    const versions = await readVersions(db.read);
    await Promise.all(
      Array.from({ length: 30 }, async (_, place) => {
        await write(place);
        await Promise.all([mergeCounts(app.services), mergeCounts(app.services)]);
        if (place % 5 === 0) await recount(app.services);
      }),
    );
    expect(await count()).toBe(50);
    await expectCounted(app.services);
    // Nothing had to be corrected.
    expect(await readVersions(db.read)).toEqual(versions);
  });

  test('are merged into one row for each combination, without those that have none', async () => {
    for (let place = 0; place < 3; place += 1) await insert(newRow(), newRow());
    await insert(newRow({ program_id: otherId }));
    await app.services.db.read.deleteFrom('proposals').where('program_id', '=', otherId).execute();
    await mergeCounts(app.services);
    const { rows } = await run('select program_id, total from proposal_counts where total <> 0');
    expect(rows).toEqual([{ program_id: programId, total: 6 }]);
    await expectCounted(app.services);
  });

  test('that are wrong are corrected, and cached lists forgotten', async () => {
    const { db } = app.services;
    await insert(newRow(), newRow());
    const before = await readVersions(db.read);
    await run('update proposal_counts set total = total + 5');
    await insert(newRow({ program_id: otherId }));
    await run(`delete from proposal_counts where program_id = '${otherId}'`);
    await recount(app.services);
    await expectCounted(app.services);
    expect(await count()).toBe(3);
    expect((await readVersions(db.read)).proposals).toBe(before.proposals + 1);
    await recount(app.services);
    expect((await readVersions(db.read)).proposals).toBe(before.proposals + 1);
  });
});

describe.each(ENGINES)('lists that use kept counts, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    await insertManyProposals(app.services, 2600);
  });
  afterAll(() => app.close());

  test.each(['program', '-program', 'deadline_date', '-deadline_date'] as const)(
    'by %s, pages follow each other without gaps',
    async (sort: ListProposalsQuery['sort']) => {
      const { db } = app.services;
      const filters: Filters = { flagged: false };
      const total = await countProposals(db, 'all', filters);
      expect(total).toBe(2600);
      const read = (skip: number, limit: number) =>
        findProposalIds(db, 'all', { ...filters, sort }, { skip, limit, total });
      const all = await read(0, total);
      expect(new Set(all).size).toBe(total);
      // The same without kept counts: the list of all ids, looked up and sorted.
      const looked = { ...filters, ids: all, sort };
      expect(all.slice(0, 2000)).toEqual(
        await findProposalIds(db, 'all', looked, { skip: 0, limit: 2000, total: 2000 }),
      );
      for (const skip of [0, 150, 170, 1295, 1300, 1301, 2400, 2595, 2600])
        expect(await read(skip, 40), `from ${skip}`).toEqual(all.slice(skip, skip + 40));
    },
  );
});
