import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { query } from './sql.ts';

/**
 * A new database on a running server; a copy of `template` if one is named. `options` as in "locale
 * 'C'". Returns its URL.
 */
export async function createDatabaseOn(
  serverUrl: string,
  template = 'template1',
  options = '',
): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(serverUrl, `create database ${name} template ${template} ${options}`);
  return withDatabase(serverUrl, name);
}

/**
 * Collations that an installation may have, each as the options with which a database is created.
 * Those unknown to this server are omitted.
 */
export async function findCollations(serverUrl: string): Promise<Record<string, string>> {
  const options: Record<string, string> = { C: "locale_provider libc locale 'C.UTF-8'" };
  const rows = await query(
    serverUrl,
    "select collname, collprovider from pg_collation where collname in ('en_US.utf8', 'en-US-x-icu')",
  );
  for (const { collname, collprovider } of rows) {
    const [name, isIcu] = [String(collname), collprovider === 'i'];
    options[name] = isIcu
      ? `locale_provider icu icu_locale '${name.replace('-x-icu', '')}' locale 'C.UTF-8'`
      : `locale_provider libc locale '${name}'`;
  }
  return options;
}

/** An empty database with a collation other than the server's. */
export const createDatabaseIn = (serverUrl: string, options: string): Promise<string> =>
  createDatabaseOn(serverUrl, 'template0', options);

/**
 * A new database that `migrate` has filled. The work is done once per `name` and copied afterwards,
 * even between test processes: a migrated database then costs a few dozen milliseconds. `migrate`
 * must close its connections before it ends.
 */
export async function createFilledDatabaseOn(
  serverUrl: string,
  name: string,
  migrate: (url: string) => Promise<void>,
): Promise<string> {
  const template = `template_${name}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [
      template,
    ]);
    if (rowCount === 0) {
      const building = await createDatabaseOn(serverUrl);
      await migrate(building);
      await admin.query(
        `alter database ${new URL(building).pathname.slice(1)} rename to ${template}`,
      );
    }
    return await createDatabaseOn(serverUrl, template);
  } finally {
    await admin.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
