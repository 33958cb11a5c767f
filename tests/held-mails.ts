/** Mails that wait, for tests of what happens before one is sent: otherwise a race decides. */
import { sql } from 'kysely';
import { DAY_MS } from '#domain/constants.ts';
import type { Services } from '#server/context.ts';

/** From now on, mails about decisions of this installation are due in a day. */
export const holdDecisionMails = (services: Services): Promise<void> =>
  holdMails(services, 'proposals.review:%');

/** The same for mails whose topic is like this; once for an installation. */
export async function holdMails({ db, clock }: Services, topic: string): Promise<void> {
  const later = sql.lit(new Date(clock().getTime() + DAY_MS).toISOString());
  const isHeld = sql`new.topic like ${sql.lit(topic)}`;
  if (db.engine === 'sqlite') {
    await sql`create trigger held_mails after insert on mails when ${isHeld} begin
      update mails set next_try_at = ${later} where id = new.id; end`.execute(db.read);
    return;
  }
  await sql`create function hold_mail() returns trigger language plpgsql as $$
    begin new.next_try_at := ${later}; return new; end $$`.execute(db.read);
  await sql`create trigger held_mails before insert on mails for each row when (${isHeld})
    execute function hold_mail()`.execute(db.read);
}
