/** Invalidates everything that is cached, as a write by another process does. */
import { join } from 'node:path';
import pg from 'pg';
import { DATABASE_FILE } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite-dialect.ts';

const FORGET =
  "insert into versions (topic, number) values ('proposals', 1), ('public', 1) on conflict (topic) do update set number = versions.number + 1";

export type Forget = { run(): Promise<unknown>; close(): Promise<unknown> };

export function forgetInFile(dataDir: string): Forget {
  const { database } = openSqlite(join(dataDir, DATABASE_FILE));
  const statement = database.prepare(FORGET);
  return { run: async () => statement.run(), close: async () => database.close() };
}

export async function forgetOnServer(url: string): Promise<Forget> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { run: () => client.query(FORGET), close: () => client.end() };
}
