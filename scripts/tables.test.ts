import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TABLES_FILE, writeTables } from './tables.ts';

test('the types of the tables are those of a migrated database', async () => {
  if (readFileSync(TABLES_FILE, 'utf8') !== (await writeTables()))
    expect.fail('Run npm run tables: the migrations create other columns than the types say.');
});
