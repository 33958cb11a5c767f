import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { readAuditLog } from '#tests/audit-log.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';
import { remindOfDeadlines } from '../drafts/deadlines.ts';
import { PERSONAL } from '../accounts/own-data-store.ts';
import { erasePerson } from '../accounts/erasure-service.ts';
import { deleteExpiredDrafts } from '../drafts/drafts.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';

const REASON = 'The power was out in Tamale.';

describe.each(ENGINES)('extensions, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  let programId: string;
  let path: string;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  beforeEach(async () => {
    // The clock has moved on.
    admin = await app.signIn({ role: 'admin' });
    applicant = await app.signIn({ first_name: 'Ama', last_name: 'Owusu' });
    await begin(-1);
  });
  afterAll(() => app.close());

  const at = (count: number) => days(count, app.services.clock());
  /** Nobody is logged out meanwhile. */
  async function pass(seconds: number) {
    const expires_at = at(1000);
    await app.services.db.read.updateTable('sessions').set({ expires_at }).execute();
    app.pass(seconds);
  }
  async function begin(count: number) {
    programId = (await insertProgram(app.services, { deadline_date: at(count) })).id;
    path = `/programs/${programId}/extensions`;
  }
  const extend = (until: Date, changes = {}) =>
    admin.post(path, {
      email: applicant.email,
      until: until.toISOString(),
      reason: REASON,
      ...changes,
    });
  const mails = async (like: string) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', applicant.email)
        .where('subject', 'like', like)
        .execute()
    ).length;

  test('one applicant submits and edits after the deadline, and nobody else', async () => {
    const until = at(2);
    const late = submit(app.services, applicant, { program_id: programId });
    await expect(late).rejects.toThrow('deadline_passed');
    const made = await extend(until, { email: applicant.email.toUpperCase() });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        user_id: applicant.id,
        email: applicant.email,
        first_name: 'Ama',
        last_name: 'Owusu',
        until: until.toISOString(),
        reason: REASON,
        created_at: expect.any(String),
        created_by: expect.any(String),
      },
    ]);
    expect((await admin.get(path)).body).toEqual([made.body]);
    expect(await mails('You have until %')).toBe(1);

    const extended = { extended_until: until.toISOString() };
    const program = await applicant.get(`/programs/${programId}`);
    expect(program.body).toMatchObject({ ...extended, is_open: true });
    const others = await app.visitor.get(`/programs/${programId}`);
    expect(others.body.is_open).toBe(false);
    expect(others.body.extended_until).toBeUndefined();
    expect(program.headers.get('etag')).not.toBe(others.headers.get('etag'));
    const open = (await applicant.get('/programs/?open=true')).body;
    expect(open.find(({ id }: { id: string }) => id === programId)).toMatchObject(extended);
    const idsFor = async (person: Person) =>
      (await person.get('/programs/?open=true')).body.map(({ id }: { id: string }) => id);
    expect(await idsFor(app.visitor)).not.toContain(programId);
    expect(await idsFor(admin)).not.toContain(programId);
    const extendedFor = async (person: Person) =>
      (await person.get('/programs/?extended=true')).body.map(({ id }: { id: string }) => id);
    expect(await extendedFor(applicant)).toEqual([programId]);
    for (const person of [app.visitor, admin]) expect(await extendedFor(person)).toEqual([]);
    const rest = await applicant.get('/programs/?extended=false');
    expect(rest.body.map(({ id }: { id: string }) => id)).not.toContain(programId);
    expect((await applicant.get('/programs/?extended=perhaps')).status).toBe(422);

    const draft = await applicant.put(`/drafts/${programId}`, { fields: { business_name: 'A' } });
    expect([draft.status, draft.body.extended_until]).toEqual([200, until.toISOString()]);
    const { proposal } = await submit(app.services, applicant, { program_id: programId });
    expect(proposal).toMatchObject({ ...extended, locked: null });
    expect((await admin.get(`/proposals/${proposal.id}/admin`)).body).toMatchObject(extended);
    const edit = await applicant.patch(`/proposals/${proposal.id}`, { business_location: 'Wa' });
    expect(edit.status).toBe(200);
    const other = await app.signIn();
    await expect(submit(app.services, other, { program_id: programId })).rejects.toThrow('409');

    // Editing locks at 00:00 of the later deadline's day.
    await pass(2 * 86_400 - 60);
    const locked = await applicant.patch(`/proposals/${proposal.id}`, { business_location: 'Ho' });
    expect([locked.status, locked.body.code]).toEqual([409, 'deadline_passed']);
  });

  test('withdrawing undoes nothing that was submitted; both are in the history', async () => {
    const { body } = await extend(at(3));
    const { proposal, etag } = await submit(app.services, applicant, { program_id: programId });
    expect((await admin.delete(`${path}/${body.id}`)).status).toBe(204);
    expect((await admin.delete(`${path}/${body.id}`)).status).toBe(404);
    const after = await applicant.get(`/proposals/${proposal.id}`);
    expect(after.body).toMatchObject({ extended_until: null, locked: 'deadline_passed' });
    expect(after.headers.get('etag')).not.toBe(etag);
    expect(await mails('Your extension for %')).toBe(1);
    const sentences = (await applicant.get(`/proposals/${proposal.id}/timeline`)).body
      .filter(({ event }: { event: string }) => event === 'extended')
      .map(({ sentence }: { sentence: string }) => sentence);
    expect(sentences).toEqual([
      expect.stringMatching(/^The deadline was extended for you until .+ GMT\.$/),
      'The extension of the deadline for you was withdrawn.',
    ]);
    const actions = (await readAuditLog(() => admin).entriesOf(applicant.id)).map(
      ({ action }: { action: string }) => action,
    );
    expect(actions).toEqual(expect.arrayContaining(['extensions.create', 'extensions.delete']));
  });

  test('a second one takes the place of the first, and a deadline that moves later counts', async () => {
    await begin(1);
    const first = await extend(at(2));
    const second = await extend(at(5));
    expect((await admin.get(path)).body).toEqual([second.body]);
    expect((await admin.delete(`${path}/${first.body.id}`)).status).toBe(404);
    await applicant.put(`/drafts/${programId}`, { fields: { business_name: 'A' } });
    const move = (count: number, preview = false) =>
      admin.patch(`/programs/${programId}`, { deadline_date: at(count).toISOString(), preview });
    expect((await move(3, true)).body.mails).toBe(0);
    await move(3);
    expect(await mails('%now closes on%')).toBe(0);
    expect((await move(9, true)).body.mails).toBe(1);
    await move(9);
    expect(await mails('%now closes on%')).toBe(1);
    const draft = await applicant.get(`/drafts/${programId}`);
    expect(draft.body.extended_until).toBeNull();
    await pass(7 * 86_400);
    await submit(app.services, applicant, { program_id: programId });
  });

  test('reminders and the end of drafts follow the later instant', async () => {
    await begin(1);
    await extend(at(6));
    await applicant.put(`/drafts/${programId}`, { fields: { business_name: 'A' } });
    await pass(2 * 3600);
    await remindOfDeadlines(app.services);
    expect(await mails('%closes on%')).toBe(0);
    await pass(4 * 86_400);
    await remindOfDeadlines(app.services);
    expect(await mails('%closes on%')).toBe(1);
    await pass(28 * 86_400);
    await deleteExpiredDrafts(app.services);
    expect((await applicant.get(`/drafts/${programId}`)).status).toBe(200);
    await pass(5 * 86_400);
    await deleteExpiredDrafts(app.services);
    expect((await applicant.get(`/drafts/${programId}`)).status).toBe(404);
  });

  test('what does not fit is refused by field; a repeated key answers the same', async () => {
    await begin(1);
    const fields = async (until: Date, changes = {}) => {
      const { status, body } = await extend(until, changes);
      expect(status).toBe(422);
      return Object.keys(body.fields).sort();
    };
    expect(await fields(at(2), { email: 'nobody@example.com' })).toEqual(['email']);
    expect(await fields(at(2), { email: admin.email })).toEqual(['email']);
    expect(await fields(at(0.5))).toEqual(['until']);
    expect(await fields(at(-1))).toEqual(['until']);
    expect(await fields(at(31.5))).toEqual(['until']);
    expect(await fields(at(2), { until: 'soon', reason: 'short' })).toEqual(['reason', 'until']);
    expect(await fields(at(2), { reason: 'x'.repeat(501) })).toEqual(['reason']);
    expect((await admin.get('/programs/nothing/extensions')).status).toBe(404);
    expect((await applicant.get(path)).status).toBe(403);
    const once = { headers: { 'idempotency-key': 'e-1' } };
    const sent = { email: applicant.email, until: at(2).toISOString(), reason: REASON };
    const first = await admin.post(path, sent, once);
    expect((await admin.post(path, sent, once)).body).toEqual(first.body);
    expect(await mails('You have until %')).toBe(1);
  });

  test('a person’s own data holds it, and closing the account deletes it', async () => {
    await extend(at(2));
    const rows = [];
    const owner = { id: applicant.id, email: applicant.email };
    for await (const row of PERSONAL.extensions.read(app.services.db.read, owner)) rows.push(row);
    expect(rows).toMatchObject([{ program_id: programId, reason: REASON }]);
    await erasePerson(app.services, applicant.email, leaveRounds);
    expect((await admin.get(path)).body).toEqual([]);
  });
});
