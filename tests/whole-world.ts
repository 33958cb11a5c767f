/** What must hold after every submission: trust I2 and I3. */
import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Services } from '#server/context.ts';
import { storedKeys } from './proposal-forms.ts';

type Table = 'proposals' | 'documents' | 'mails' | 'audit_log' | 'idempotency_keys';

export async function countRows({ db }: Services, table: Table): Promise<number> {
  const { n } = await db.read
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

const COUNTED = sql.raw(
  'program_id, decision, funding_stage, business_sector, is_approved, flagged, is_assigned',
);

/** The kept counts of proposals are what counting returns. */
export async function expectCounted({ db }: Pick<Services, 'db'>): Promise<void> {
  const { rows } = await sql`
    select ${COUNTED}, sum(total) as wrong_by from (
      select ${COUNTED}, total from proposal_counts
      union all
      select program_id, decision, funding_stage, business_sector, is_approved, flagged, assigned_to is not null, -1
      from proposals) as compared
    group by ${COUNTED} having sum(total) <> 0`.execute(db.read);
  expect(rows).toEqual([]);
}

/** Each row has its file, each file its row, staging is empty, and counts are right. */
export async function expectWholeWorld(services: Services): Promise<void> {
  await expectCounted(services);
  const rows = await services.db.read.selectFrom('documents').select('key').execute();
  expect(await storedKeys(services)).toEqual(rows.map(({ key }) => key).sort());
  expect(rows).toHaveLength(2 * (await countRows(services, 'proposals')));
  expect(readdirSync(services.stagingDir)).toEqual([]);
}

/** The same if drafts may have documents: each stored file has its row, each row its file. */
export async function expectAllFiles(services: Services): Promise<void> {
  const { read } = services.db;
  const documents = await read.selectFrom('documents').select('key').execute();
  const inDrafts = await read.selectFrom('draft_documents').select('key').execute();
  expect(await storedKeys(services)).toEqual(
    [...documents, ...inDrafts].map(({ key }) => key).sort(),
  );
}
