import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatMoment, startOfDay } from '#domain/dates.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, fillDraft, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { remindOfDeadlines } from './deadlines.ts';

describe.each(ENGINES)('a deadline that moves, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let writer: Person;
  let program: { id: string; deadline_date: string };

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  beforeEach(async () => {
    const { id } = await insertProgram(app.services, {
      title: 'Trek',
      deadline_date: days(20, app.services.clock()),
    });
    program = (await admin.get(`/programs/${id}`)).body;
    writer = await app.signIn();
    await writer.put(`/drafts/${id}`, { fields: FIELDS });
  });
  afterAll(() => app.close());

  const at = (count: number) => days(count, app.services.clock()).toISOString();
  const move = (to: string, more = {}) =>
    admin.patch(`/programs/${program.id}`, { deadline_date: to, ...more });
  const subjectsOf = async (person: Person): Promise<string[]> =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', person.email)
        .where('topic', 'like', 'drafts.%')
        .execute()
    ).map(({ subject }) => subject);

  test('a preview counts open drafts and waiting submissions, and changes nothing', async () => {
    const sender = await app.signIn();
    const { digests } = await twoDocuments();
    await sender.put(`/drafts/${program.id}`, { fields: FIELDS });
    const sent = await sender.post(`/drafts/${program.id}/submit`, { documents: digests });
    expect(sent.status).toBe(202);
    const preview = await move(at(30), { preview: true });
    expect([preview.status, preview.body]).toEqual([
      200,
      { open_drafts: 1, waiting_submissions: 1, mails: 1 },
    ]);
    const same = await admin.patch(`/programs/${program.id}`, { preview: true });
    expect(same.body.mails).toBe(0);
    expect((await admin.get(`/programs/${program.id}`)).body).toEqual(program);
    expect(await subjectsOf(writer)).toEqual([]);
    await move(at(30));
    expect((await subjectsOf(writer)).length).toBe(1);
    expect(await subjectsOf(sender)).toEqual(
      (await subjectsOf(sender)).filter((subject) => !subject.includes('now closes')),
    );
  });

  test('whoever has a draft is told of the newest deadline, once', async () => {
    const next = at(30);
    const { status, body } = await move(next);
    expect([status, body.deadline_date]).toEqual([200, next]);
    await move(at(40));
    const subjects = await subjectsOf(writer);
    expect(subjects.at(-1)).toMatch(/^Trek now closes on /);
    expect(new Set(subjects).size).toBe(subjects.length);
    await admin.patch(`/programs/${program.id}`, { title: 'Trek', description: 'More' });
    expect(await subjectsOf(writer)).toEqual(subjects);
    await expect.poll(() => app.readMails(writer.email).join()).toContain('has moved from');
  });

  test('whoever has submitted is told of less time to edit', async () => {
    const sender = await app.signIn();
    await fillDraft(app.services, sender, program.id);
    const { body: draft } = await sender.get(`/drafts/${program.id}`);
    const { pitch_deck, financials } = draft.documents;
    const documents = { pitch_deck, financials };
    const sent = await sender.post(`/drafts/${program.id}/submit`, { documents });
    expect(sent.status).toBe(201);
    const subjects = async () =>
      (
        await app.services.db.read
          .selectFrom('mails')
          .select('subject')
          .where('recipient', '=', sender.email)
          .where('topic', 'like', 'proposals.deadline%')
          .execute()
      ).map(({ subject }) => subject);
    // From what was sent: then the text is no longer in its row.
    const expectTold = (lines: string) =>
      expect
        .poll(() =>
          app
            .readMails(sender.email)
            .join('')
            .replace(/=?\r\n/g, ' '),
        )
        .toContain(lines);
    expect((await move(at(30), { preview: true })).body.mails).toBe(1);
    await move(at(30));
    expect(await subjects()).toEqual([]);
    expect((await move(at(10), { preview: true })).body.mails).toBe(2);
    await move(at(10));
    expect(await subjects()).toContain('Less time to edit your proposal for Trek');
    await expectTold(`You can edit it until ${formatMoment(startOfDay(new Date(at(10))))}.`);
    await move(at(-1));
    expect(await subjects()).toContain('Your proposal for Trek can no longer be edited');
    await expectTold('Your proposal stays submitted.');
    expect(await subjectsOf(sender)).toEqual(
      (await subjectsOf(sender)).filter((subject) => !subject.includes('now closes')),
    );
  });

  test('whoever’s account was deactivated is told nothing', async () => {
    const { db } = app.services;
    const account = db.read.updateTable('users').where('id', '=', writer.id);
    await account.set({ is_active: false }).execute();
    expect((await move(at(30), { preview: true })).body.mails).toBe(0);
    await move(at(30));
    expect(await subjectsOf(writer)).toEqual([]);
  });

  test('a program that is closed early says so', async () => {
    await move(at(-1));
    expect(await subjectsOf(writer)).toEqual(['Trek has closed']);
  });

  test('whoever was reminded of the old deadline is reminded of the new one', async () => {
    await move(at(1));
    app.pass(2 * 3600);
    admin = await app.signIn({ role: 'admin' });
    await remindOfDeadlines(app.services);
    const { db } = app.services;
    const reminded = async () =>
      (
        await db.read
          .selectFrom('drafts')
          .select('reminded_at')
          .where('user_id', '=', writer.id)
          .executeTakeFirstOrThrow()
      ).reminded_at;
    expect(await reminded()).not.toBeNull();
    await move(at(30));
    expect(await reminded()).toBeNull();
  });
});
