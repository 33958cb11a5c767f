/** What must hold after every submission: trust I2 and I3. */
import { readdirSync } from 'node:fs';
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

/** Each row has its file, each file its row, and staging is empty. */
export async function expectWholeWorld(services: Services): Promise<void> {
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
