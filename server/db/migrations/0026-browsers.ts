/**
 * Codes of one browser, browsers known to an account, and e-mail addresses in one spelling of each
 * letter.
 */
import { sql, type Kysely } from 'kysely';

const USER = 'user_id uuid not null references users (id) on delete cascade';

const STATEMENTS = [
  `create table browser_codes (
    ${USER}, purpose text not null, browser text not null,
    code_hash text not null, older_hash text, wrong_tries integer not null,
    created_at timestamptz not null, expires_at timestamptz not null,
    primary key (user_id, purpose, browser))`,
  `create table known_browsers (
    ${USER}, browser text not null, known_at timestamptz not null,
    primary key (user_id, browser))`,
  'create index known_browsers_by_age on known_browsers (known_at)',
];

/** Where a letter is not ASCII, its bytes outnumber its characters. */
const BYTES = { sqlite: 'length(cast(address as blob))', postgres: 'octet_length(address)' };

const PLACES = [
  ['users', 'email'],
  ['enquiries', 'email'],
  ['mails', 'recipient'],
] as const;

/** Of two accounts with one address, the one that is spelled so already keeps it. */
async function composeAddresses(
  db: Kysely<unknown>,
  engine: keyof typeof BYTES,
  [table, column]: (typeof PLACES)[number],
): Promise<void> {
  const found = await sql<{ id: string; address: string }>`
    select id, address from (select id, ${sql.ref(column)} as address from ${sql.table(table)}) as places
    where ${sql.raw(BYTES[engine])} > length(address)`.execute(db);
  for (const { id, address } of found.rows) {
    const composed = address.normalize('NFC');
    if (composed === address) continue;
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${composed} where id = ${id}
      and not exists (select 1 from users where users.email = ${composed} and ${table} = 'users')`.execute(
      db,
    );
  }
}

export async function up(db: Kysely<unknown>, engine: keyof typeof BYTES): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  for (const place of PLACES) await composeAddresses(db, engine, place);
}
