import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppIn, WORLDS } from '#tests/engines/world.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { makePdf, makePdfWithJavaScript } from '#tests/pdf-samples.ts';
import { submissionTo, submit } from '#tests/proposal-forms.ts';
import { countRows, expectWholeWorld } from '#tests/whole-world.ts';

describe.each(WORLDS)('submitting, on %s', (world) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;

  beforeAll(async () => {
    app = await createTestAppIn(world);
    applicant = await app.signIn({ region: 'Volta' });
    programId = (await insertProgram(app.services, { sector: 'Mining' })).id;
  });
  afterAll(() => app.close());

  const count = (table: Parameters<typeof countRows>[1]) => countRows(app.services, table);
  afterEach(() => expectWholeWorld(app.services));

  test('an applicant submits: decisive fields are set by the server, and both files are stored as they were sent', async () => {
    const pitchDeck = await makePdf({ pages: 3 });
    const form = await submissionTo(programId, {
      pitch_deck: pitchDeck,
      business_sector: 'Technology',
      funding_stage: 'SERIES_C',
      is_approved: 'true',
      region: 'Ahafo',
      user_id: 'x',
    });
    const { status, body, headers } = await applicant.post('/proposals/', form);
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    expect(body).toMatchObject({
      funding_stage: 'PENDING_FUNDING',
      is_approved: false,
      business_sector: 'Mining',
      region: 'Volta',
      business_website: 'https://asante.example.com',
      locked: null,
      applicant: { id: applicant.id },
    });
    expect(body.documents.pitch_deck).toEqual({
      key: body.document_urls.pitch_deck,
      file_name: 'asante-cocoa-ltd-pitch-deck.pdf',
      size: pitchDeck.length,
      pages: 3,
    });
    expect(body.document_urls.pitch_deck).toMatch(new RegExp(`^${applicant.id}/[^/]+$`));
    const link = await applicant.get(`/proposals/${body.id}/documents/pitch_deck`);
    const file = Buffer.from(await (await fetch(link.body.url)).arrayBuffer());
    expect(createHash('sha256').update(file).digest('hex')).toBe(
      createHash('sha256').update(pitchDeck).digest('hex'),
    );
    expect((await applicant.get(`/proposals/${body.id}`)).body).toEqual(body);
  });

  test('a copy of the answers is mailed', async () => {
    const [before, audits] = [await count('mails'), await count('audit_log')];
    await submit(app.services, applicant, {
      business_name: 'Copied Words Ltd',
      business_description: '<p>Shea &amp; more</p>',
    });
    const mail = await app.services.db.read
      .selectFrom('mails')
      .select(['subject', 'recipient'])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(await count('mails')).toBe(before + 1);
    expect(await count('audit_log')).toBe(audits + 1);
    expect(mail).toMatchObject({
      recipient: applicant.email,
      subject: expect.stringMatching(/^Your proposal for .* has been received$/),
    });
  });

  test('a script in the description is never returned; scripts in a PDF are marked for admins only', async () => {
    const { proposal } = await submit(app.services, applicant, {
      business_description: '<p onclick="x()">Hi<script>alert(1)</script></p>',
      financials: await makePdfWithJavaScript(),
    });
    expect(proposal.business_description).toBe('<p>Hi</p>');
    expect(proposal.documents.financials).not.toHaveProperty('markers');
    const admin = await app.signIn({ role: 'admin' });
    const ofAdmin = (await admin.get(`/proposals/${proposal.id}/admin`)).body;
    expect(ofAdmin.documents.financials.markers).toEqual(['javascript']);
    expect(ofAdmin.documents.pitch_deck.markers).toEqual([]);
    expect(ofAdmin.applicant.email).toBe(applicant.email);
  });

  test('the first byte counts: a deadline that passes while the upload runs does not', async () => {
    const program = await insertProgram(app.services, {
      deadline_date: new Date(app.services.clock().getTime() + 60_000),
    });
    const { files } = app.services;
    app.services.files = {
      ...files,
      put: async (...stored) => {
        app.pass(120);
        return files.put(...stored);
      },
    };
    const during = await applicant.post('/proposals/', await submissionTo(program.id));
    app.services.files = files;
    const after = await applicant.post('/proposals/', await submissionTo(program.id));
    app.pass(-240);
    expect([during.status, after.status]).toEqual([201, 409]);
  });

  describe('an Idempotency-Key', () => {
    const send = async (person: Person, key: string, fields = {}, program = programId) =>
      person.post(
        '/proposals/',
        await submissionTo(program, { pitch_deck: pitchDeck, financials: pitchDeck, ...fields }),
        { headers: { 'idempotency-key': key } },
      );
    let pitchDeck: Buffer;
    beforeAll(async () => void (pitchDeck = await makePdf()));

    test('two concurrent submissions become one proposal', async () => {
      const before = await count('proposals');
      const replies = await Promise.all([1, 2, 3, 4].map(() => send(applicant, 'twice')));
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
      expect(await count('proposals')).toBe(before + 1);
    });

    test('a retry gets the first answer, although the deadline has passed and the proposal has changed since', async () => {
      const program = await insertProgram(app.services, {
        deadline_date: days(3, app.services.clock()),
      });
      const mails = await count('mails');
      const first = await send(applicant, 'retry', {}, program.id);
      await applicant.patch(`/proposals/${first.body.id}`, { business_name: 'Renamed' });
      await app.services.db.read
        .updateTable('programs')
        .set({ deadline_date: days(-1) })
        .where('id', '=', program.id)
        .execute();
      const repeated = await send(applicant, 'retry', {}, program.id);
      expect([repeated.status, repeated.headers.get('etag'), repeated.text]).toEqual([
        201,
        '"1"',
        first.text,
      ]);
      // One of the submission, one of the edit, none of the retry.
      expect(await count('mails')).toBe(mails + 2);
    });

    test('different content under the same key is refused', async () => {
      await send(applicant, 'other');
      const changed = await send(applicant, 'other', { business_name: 'Other' });
      expect([changed.status, changed.body.code]).toEqual([422, 'idempotency_mismatch']);
      expect(
        (await send(applicant, 'other', { pitch_deck: await makePdf({ pages: 4 }) })).status,
      ).toBe(422);
    });

    test('a key belongs to its user, and a refusal does not use it up', async () => {
      const stranger = await app.signIn();
      const mine = await send(applicant, 'shared');
      const theirs = await send(stranger, 'shared');
      expect(theirs.body.id).not.toBe(mine.body.id);
      expect((await send(applicant, 'fresh', { pitch_deck: Buffer.from('x') })).status).toBe(415);
      expect((await send(applicant, 'fresh')).status).toBe(201);
    });

    test('a commit whose answer was lost keeps its files, and the retry gets the one proposal', async () => {
      const { db } = app.services;
      const losing = (work: Parameters<typeof db.write>[0]) =>
        db.write(work).then(() => Promise.reject(new Error('Connection terminated unexpectedly')));
      app.services.db = { ...db, write: losing as typeof db.write };
      const lost = await send(applicant, 'lost');
      app.services.db = db;
      const before = await count('proposals');
      const retried = await send(applicant, 'lost');
      expect([lost.status, retried.status, await count('proposals')]).toEqual([503, 201, before]);
    });

    test('a second request waits ten seconds for the first, then is told to try again', async () => {
      const [release, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = app.services.db.write(async (tx) => {
        await tx
          .insertInto('idempotency_keys')
          .values({
            scope: applicant.id,
            call: 'POST /proposals/',
            key: 'held',
            fingerprint: 'x',
            status: null,
            answer: null,
            created_at: new Date(),
          })
          .execute();
        release.resolve();
        await first.promise;
        throw new Error('crashed');
      });
      await release.promise;
      // On a single connection, nothing else could be read meanwhile.
      const sending = app.services.db.engine === 'postgres' ? send(applicant, 'held') : undefined;
      const reply = await sending;
      first.resolve();
      await holder.catch(() => undefined);
      if (reply)
        expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
          409,
          'in_progress',
          '1',
        ]);
      expect((await send(applicant, 'held')).status).toBe(201);
    });

    test('it is honoured for a day', async () => {
      const first = await send(applicant, 'day');
      await app.services.db.read
        .updateTable('idempotency_keys')
        .set({ created_at: days(-1.01) })
        .where('key', '=', 'day')
        .execute();
      expect((await send(applicant, 'day')).body.id).not.toBe(first.body.id);
    });
  });
});
