/**
 * `received` of a season that has ended said how many there were of each region; now also how many
 * of them were entered on behalf: `{ received, typed }`. Both were counted until here.
 */
import { sql, type Kysely } from 'kysely';

type Counts = Record<string, number>;

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; received: Counts }>`
    select id, received from programs where received is not null`.execute(db);
  for (const { id, received } of rows) {
    const typed = await sql<{ region: string; total: number | string }>`
      select region, count(*) as total from proposals
      where program_id = ${id} and on_behalf = true group by region`.execute(db);
    const counts: Counts = Object.fromEntries(
      typed.rows.map(({ region, total }) => [region, Number(total)]),
    );
    const kept = JSON.stringify({ received, typed: counts });
    await sql`update programs set received = ${kept} where id = ${id}`.execute(db);
  }
}
