/** Drafts and uploads are begun one at a time, and not without end. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { RATE_LIMITS, HOUR_MS } from '#domain/constants.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { somebodyWaits } from '#tests/servers/lock-waits.ts';
import { createTestDatabase } from '#tests/servers/test-database.ts';
import { createUpload, TUS } from '#tests/tus-uploads.ts';
import { erasePerson } from '../accounts/erasure-service.ts';
import { lockApplicantFacts } from '../proposals/store.ts';
import { findOrInsertDraft } from './store.ts';

const SIZE = 1000;
const save = (person: Person, program: string) =>
  person.put(`/drafts/${program}`, { fields: { business_name: 'Abla Cocoa' } });

const noServer = inject('postgresUrl') === null;

describe.skipIf(noServer)(
  `beside a submission that is settled${noServer ? ' (skipped: no PostgreSQL is installed, and PGlite runs one at a time)' : ''}`,
  () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await createTestApp({ DATABASE_URL: (await createTestDatabase()).url });
    });
    afterAll(() => app.close());

    /** What begins while somebody holds the account, who then takes the draft. */
    const besideSubmission = async <R>(
      person: Person,
      programId: string,
      begin: () => Promise<R>,
    ) => {
      const { db, clock } = app.services;
      return db.read.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '500ms'`.execute(tx);
        await lockApplicantFacts(tx, person.id);
        const answer = begin();
        await somebodyWaits(db.read);
        await findOrInsertDraft(tx, { userId: person.id, programId }, clock());
        return { answer };
      });
    };

    test.each([
      [
        'an upload into a draft',
        save,
        (person: Person, program_id: string) => createUpload(person, { program_id }, SIZE),
        201,
      ],
      [
        'the first upload of a draft',
        undefined,
        (person: Person, program_id: string) => createUpload(person, { program_id }, SIZE),
        201,
      ],
      ['a new draft', undefined, save, 200],
    ])('%s waits for the account before it holds the draft', async (_, prepare, begin, status) => {
      const person = await app.signIn();
      const { id: programId } = await insertProgram(app.services);
      await prepare?.(person, programId);
      const begun = await besideSubmission(person, programId, () => begin(person, programId));
      expect((await begun.answer).status).toBe(status);
    });

    test('erasing its applicant does so too, and erases what was sent meanwhile', async () => {
      const person = await app.signIn();
      const { id: programId } = await insertProgram(app.services);
      await save(person, programId);
      const nothing = async () => undefined;
      const begun = await besideSubmission(person, programId, () =>
        erasePerson(app.services, person.email, { lock: nothing, leave: nothing }),
      );
      expect(await begun.answer).toMatchObject({ drafts: 1 });
    });
  },
);

describe.each(ENGINES)('begun without end, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  /** As if that many had been begun already, the first of them half an hour ago. */
  async function copyTries(most: number): Promise<void> {
    const { read } = app.services.db;
    const one = await read
      .selectFrom('attempts')
      .selectAll()
      .where('bucket', 'like', 'beginning:%')
      .executeTakeFirstOrThrow();
    const at = new Date(one.at.getTime() - HOUR_MS / 2);
    const copies = Array.from({ length: most }, () => ({ ...one, id: crypto.randomUUID(), at }));
    await read.insertInto('attempts').values(copies).execute();
  }

  test('the log does not grow with uploads and drafts that are begun and deleted', async () => {
    const [person, other] = [await app.signIn(), await app.signIn()];
    const { id: program_id } = await insertProgram(app.services);
    expect((await save(person, program_id)).status).toBe(200);
    await copyTries(RATE_LIMITS.beginningsPerHour - 2);
    const created = await createUpload(person, { program_id }, SIZE);
    expect(created.status).toBe(201);
    const refused = await createUpload(person, { program_id, kind: 'financials' }, SIZE);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1700);
    // What is there can still be gone on with, saved and deleted; a refused one leaves nothing.
    expect((await save(person, program_id)).status).toBe(200);
    const { body: draft } = await person.get(`/drafts/${program_id}`);
    expect([draft.documents.pitch_deck.size, draft.documents.financials]).toEqual([SIZE, null]);
    const location = created.headers.get('location')!;
    expect((await person.delete(location, { headers: TUS })).status).toBe(204);
    expect((await person.delete(`/drafts/${program_id}`)).status).toBe(204);
    expect((await save(person, program_id)).status).toBe(429);
    expect((await save(other, program_id)).status).toBe(200);
  });
});
