/** What others write about a person while that person is erased. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn } from '#tests/engines/engine.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { formOf, storedKeys, submit } from '#tests/proposal-forms.ts';
import { erasePerson } from './erasure-service.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';

const noServer = inject('postgresUrl') === null;
const WAITING_MS = 300_000;

describe.skipIf(noServer)(
  `erased while something is written${noServer ? ' (skipped: no PostgreSQL is installed, and PGlite writes one at a time)' : ''}`,
  () => {
    let app: TestApp;
    let admin: Person;
    beforeAll(async () => {
      app = await createTestAppOn('postgres');
      admin = await app.signIn({ role: 'admin' });
    });
    afterAll(() => app.close());

    /** Those at work on a proposal: a job may wait beside them. */
    const countWaiting = async () => {
      const { rows } = await sql`select from pg_stat_activity as activity
        where wait_event_type = 'Lock' and datname = current_database() and exists (
          select from pg_locks as locks
          where locks.pid = activity.pid and granted and relation = 'proposals'::regclass
        )`.execute(app.services.db.read);
      return rows.length;
    };
    const expectWaiting = (total: number) =>
      expect.poll(countWaiting, { timeout: WAITING_MS, interval: 5 }).toBe(total);

    const expectMailsSent = () =>
      expect
        .poll(
          () =>
            app.services.db.read
              .selectFrom('mails')
              .select('id')
              .where('state', '=', 'queued')
              .execute(),
          { timeout: WAITING_MS },
        )
        .toEqual([]);

    const VERSION = "select from versions where topic = 'proposals' for update";
    const MAILS = 'lock table mails in share row exclusive mode';
    /** `held`: what the others must wait for in the middle of their work. */
    const holdingBack = (held: string, work: () => Promise<void>) =>
      app.services.db.write(async (tx) => {
        await sql.raw(held).execute(tx);
        await work();
      });

    test.each<[string, string, (applicant: Person, id: string) => Promise<{ status: number }>]>([
      [
        'their own change with another document',
        VERSION,
        async (applicant, id) =>
          applicant.patch(
            `/proposals/${id}`,
            formOf({ business_name: 'Soon Gone', pitch_deck: await makePdf({ pages: 3 }) }),
          ),
      ],
      [
        'a decision',
        VERSION,
        (_applicant, id) => admin.patch(`/proposals/${id}/admin`, { decision: 'approved' }),
      ],
      [
        'a confirmation that they ask for again',
        MAILS,
        (applicant, id) => applicant.post(`/proposals/${id}/confirmation`),
      ],
    ])('of %s nothing is left', async (_name, held, write) => {
      const applicant = await app.signIn();
      const { proposal } = await submit(app.services, applicant);
      await expectMailsSent();
      let written: Promise<{ status: number }>;
      let erased: Promise<unknown>;
      await holdingBack(held, async () => {
        written = write(applicant, proposal.id);
        await expectWaiting(1);
        erased = erasePerson(app.services, applicant.email, leaveRounds);
        await expectWaiting(2);
      });
      expect((await written!).status).toBeLessThan(300);
      await erased!;
      const { read } = app.services.db;
      const told = await read
        .selectFrom('audit_log')
        .select(['action', 'changes'])
        .where('subject_id', '=', proposal.id)
        .where('erased', '=', false)
        .execute();
      expect(told).toEqual([]);
      const mails = await read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', applicant.email)
        .execute();
      expect(mails).toEqual([]);
      expect(await storedKeys(app.services, `${applicant.id}/`)).toEqual([]);
    });
  },
);
