/** A submission that is received while an admin deletes its program. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/app.ts';
import { insertProgram } from '#tests/factories.ts';
import { somebodyWaits } from '#tests/servers/lock-waits.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { deleteProgram, lockProgram } from '../programs/store.ts';

const noServer = inject('postgresUrl') === null;

describe.skipIf(noServer)(
  `beside the deletion of its program${noServer ? ' (skipped: no PostgreSQL is installed, and PGlite runs one at a time)' : ''}`,
  () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await createTestApp({ DATABASE_URL: (await createTestDatabase()).url });
    });
    afterAll(() => app.close());

    test('a submission waits for the program before it holds the draft', async () => {
      const person = await app.signIn();
      const { id: programId } = await insertProgram(app.services);
      const fields = { business_name: 'Abla Cocoa', business_location: 'Ho, Volta' };
      expect((await person.put(`/drafts/${programId}`, { fields })).status).toBe(200);
      const document = { size: 1000, sha256: 'a'.repeat(64) };
      const documents = { pitch_deck: document, financials: document };
      const { db } = app.services;
      const submitted = await db.read.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '500ms'`.execute(tx);
        await lockProgram(tx, programId);
        const answer = person.post(`/drafts/${programId}/submit`, { documents });
        await somebodyWaits(db.read);
        await deleteProgram(tx, programId);
        return { answer };
      });
      expect((await submitted.answer).status).toBe(404);
      expect((await person.get('/drafts/')).body).toEqual([]);
    });
  },
);
