/**
 * Seasons end (contract §13.5). `delete_told_at`: when people were told of the deletion, 30 days
 * before it; `deleting_at`: when it began, `deleted_at`: when it was done.
 *
 * `received`, of a program, by region, and `kept`, of a round: what the public record would lose
 * with the proposals, as it stood at the end. `archive_parts`: laid out at the end; `proposals` are
 * pairs of id and receipt number, and part 1 has none of them: it is the data.
 */
import { sql, type Kysely } from 'kysely';

const STATEMENTS = [
  'alter table programs add column ended_at timestamptz',
  'alter table programs add column retention_months integer',
  'alter table programs add column delete_at timestamptz',
  'alter table programs add column delete_told_at timestamptz',
  'alter table programs add column deleting_at timestamptz',
  'alter table programs add column deleted_at timestamptz',
  'alter table programs add column received jsonb',
  'alter table rounds add column kept jsonb',
  `create table archive_parts (
    program_id uuid not null references programs (id) on delete cascade,
    part integer not null, proposals jsonb not null, bytes bigint not null,
    fetched_at timestamptz, primary key (program_id, part))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
