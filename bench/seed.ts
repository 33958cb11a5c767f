/**
 * Fills an empty data folder in seconds: one transaction, one prepared statement for each table,
 * indexes last.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { hash } from '@node-rs/argon2';
import { SESSIONS } from '#domain/constants.ts';
import { FUNDING_STAGES } from '#domain/proposals/rules.ts';
import { REGIONS } from '#domain/regions.ts';
import { SECTORS } from '#domain/sectors.ts';
import { applicantColumnsOf } from '#server/accounts/store.ts';
import { openDb } from '#server/db/open.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { toSearchText } from '#server/db/search.ts';
import { SORTED_TEXTS, withSortKeys } from '#server/db/table.ts';
import type { Tables } from '#server/db/tables.ts';
import { hashToken } from '#server/http/guards.ts';
import { markOf } from '#server/text/stored-text.ts';

export const PASSWORD = 'Akwaaba-2026!';
const SIGNED_IN = 8;
export type SeededProduct = {
  adminToken: string;
  applicantToken: string;
  /** Tokens of several people: the document checker serves one person at a time. */
  applicantTokens: string[];
  programIds: string[];
  /** All with `PASSWORD`, whose hash this is. */ emails: string[];
  passwordHash: string;
};

/** Common words are in most texts; each rare one, such as cocoa-17, in a few. */
const COMMON = 'cocoa shea solar clinic school mobile market farm water bridge'.split(' ');
const RARE = 200;
const PROGRAMS = 24;
const START = Date.UTC(2026, 0, 1);

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
/** Spreads neighbours: otherwise every filter would match every n-th row. */
const mix = (index: number): number => Math.imul(index + 1, 2_654_435_761) >>> 7;
const wordAt = (at: number): string =>
  at % 10 === 0 ? `${pick(COMMON, mix(at))}-${mix(at + 1) % RARE}` : pick(COMMON, mix(at));
const sentence = (index: number, length: number): string =>
  Array.from({ length }, (_, word) => wordAt(mix(index * 31 + word))).join(' ');

type Value = string | number | boolean | Date | null;

function toSqlite(value: Value): string | number | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? Number(value) : value;
}

export function insertMany(
  database: DatabaseSync,
  table: keyof Tables,
  rows: Record<string, Value>[],
): void {
  const keyed =
    table in SORTED_TEXTS
      ? rows.map(
          (row) => withSortKeys(table as keyof typeof SORTED_TEXTS, row) as Record<string, Value>,
        )
      : rows;
  const columns = Object.keys(keyed[0]!);
  const statement = database.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  );
  for (const row of keyed) statement.run(...columns.map((column) => toSqlite(row[column]!)));
}

/**
 * Building an index over 100,000 rows at the end costs a fraction of updating nine of them with
 * each row; so does filling the search indexes.
 */
function withoutIndexes(database: DatabaseSync, work: () => void): void {
  const parts = database
    .prepare(
      "select type, name, sql, tbl_name from sqlite_master where type in ('index', 'trigger') and sql is not null",
    )
    .all() as { type: string; name: string; sql: string; tbl_name: string }[];
  for (const { type, name } of parts) database.exec(`drop ${type} ${name}`);
  const searched = parts
    .filter(({ name }) => name.endsWith('_words_insert'))
    .map(({ tbl_name }) => ({ table: tbl_name, before: lastRow(database, tbl_name) }));
  work();
  for (const { table, before } of searched)
    database.exec(
      `insert into ${table}_words (rowid, words) select rowid, ${table === 'proposals' ? "search_text || ' ' || applicant_text" : 'search_text'} from ${table} where rowid > ${before}`,
    );
  for (const { sql } of parts) database.exec(sql);
}

const lastRow = (database: DatabaseSync, table: string): number =>
  (
    database.prepare(`select coalesce(max(rowid), 0) as last from ${table}`).get() as {
      last: number;
    }
  ).last;

function userRow(index: number, role: 'admin' | 'applicant', passwordHash: string) {
  const at = new Date(START + index * 1000);
  const person = {
    email: `person-${index}@example.com`,
    first_name: `${pick(['Ama', 'Kofi', 'Yaa', 'Kwame', 'Esi', 'Kojo'], mix(index))}`,
    last_name: `${pick(['Mensah', 'Boateng', 'Owusu', 'Asante'], mix(index + 7))} ${index}`,
  };
  const rest = {
    phone_number: '0241112222',
    city: 'Kumasi',
    digital_address: 'AK-039-5028',
    region: pick(REGIONS, mix(index)),
    password_hash: passwordHash,
    role,
    is_active: true,
  };
  return {
    id: randomUUID(),
    ...person,
    ...rest,
    search_text: toSearchText(person.first_name, person.last_name, person.email, rest.phone_number),
    created_at: at,
    updated_at: at,
    version: 1,
  };
}

function programRow(index: number) {
  const at = new Date(START + index * 1000);
  const title = `${sentence(index, 3)} ${index}`;
  const description = `<p>${sentence(index, 80)}</p>`;
  const sector = pick(SECTORS, index);
  return {
    id: randomUUID(),
    title,
    description,
    rich_text_mark: markOf('text', description),
    sector,
    deadline_date: new Date(Date.now() + (index + 2) * 86_400_000),
    search_text: toSearchText(title, sector, description),
    created_at: at,
    updated_at: at,
    version: 1,
  };
}

/** Some texts for all rows: creating 100,000 costs more than storing them. */
const TEXTS = Array.from({ length: 2000 }, (_, index) => `<p>${sentence(index, 70)}</p>`);

function proposalRow(
  index: number,
  user: ReturnType<typeof userRow>,
  program: ReturnType<typeof programRow>,
) {
  const at = new Date(START + index * 60_000);
  const isApproved = mix(index + 11) % 5 === 0;
  const words = {
    business_name: `${sentence(index, 3)} ${index}`,
    business_location: pick(['Tamale', 'Kumasi', 'Accra', 'Ho'], mix(index)),
    business_description: pick(TEXTS, mix(index)),
  };
  const filters = {
    business_sector: program.sector,
    ...applicantColumnsOf(user),
    region: pick(REGIONS, mix(index + 3)),
    funding_stage: pick(FUNDING_STAGES, mix(index + 5)),
    is_approved: isApproved,
    decision: isApproved ? 'approved' : 'undecided',
  };
  const search_text = toSearchText(words.business_name, words.business_location);
  return {
    id: randomUUID(),
    user_id: user.id,
    program_id: program.id,
    ...words,
    ...filters,
    business_website: null,
    search_text,
    received_at: at,
    completed_at: at,
    created_at: at,
    updated_at: at,
    version: 1,
  };
}

const documentsOf = (proposal: ReturnType<typeof proposalRow>) =>
  (['pitch_deck', 'financials'] as const).map((kind) => ({
    proposal_id: proposal.id,
    kind,
    key: `${proposal.user_id}/${randomUUID()}.pdf`,
    size: 5_000_000,
    sha256: '0'.repeat(64),
    pages: 12,
    markers: '[]',
    created_at: proposal.created_at,
  }));

function openSession(database: DatabaseSync, userId: string): string {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  insertMany(database, 'sessions', [
    {
      token_hash: hashToken(token),
      user_id: userId,
      created_at: new Date(now),
      expires_at: new Date(now + SESSIONS.lifetimeSeconds * 1000),
    },
  ]);
  return token;
}

async function openEmpty(dataDir: string): Promise<DatabaseSync> {
  const db = await openDb({ dataDir, databaseUrl: undefined });
  await db.close();
  return openSqlite(join(dataDir, 'pitch-trek.sqlite')).database;
}

/** Takes the numbers of proposals and applicants; returns what a client needs to know. */
export async function seed(
  dataDir: string,
  { proposals = 0, users = 20 }: { proposals?: number; users?: number },
): Promise<SeededProduct> {
  const passwordHash = await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const people = Array.from({ length: users }, (_, index) =>
    userRow(index, index === 0 ? 'admin' : 'applicant', passwordHash),
  );
  const programs = Array.from({ length: PROGRAMS }, (_, index) => programRow(index));
  const proposer = (index: number) => people[1 + (mix(index) % (users - 1))]!;
  const database = await openEmpty(dataDir);
  database.exec('pragma synchronous = off; pragma cache_size = -200000; begin immediate');
  withoutIndexes(database, () => {
    insertMany(database, 'users', people);
    insertMany(database, 'programs', programs);
    for (let from = 0; from < proposals; from += 1000) {
      const rows = Array.from({ length: Math.min(1000, proposals - from) }, (_, index) =>
        proposalRow(from + index, proposer(from + index), pick(programs, mix(from + index + 1))),
      );
      insertMany(database, 'proposals', rows);
      insertMany(database, 'documents', rows.flatMap(documentsOf));
    }
  });
  const [adminToken, ...applicantTokens] = people
    .slice(0, 1 + SIGNED_IN)
    .map(({ id }) => openSession(database, id));
  database.exec('commit; pragma wal_checkpoint(truncate)');
  database.close();
  return {
    adminToken: adminToken!,
    applicantToken: applicantTokens[0]!,
    applicantTokens,
    programIds: programs.map(({ id }) => id),
    emails: people.slice(1).map(({ email }) => email),
    passwordHash,
  };
}
