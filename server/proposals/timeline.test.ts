import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeReceived } from '#domain/proposals/timeline.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('the timeline, on %s', (engine) => {
  let app: TestApp;
  let ama: Person;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    app.holdClock();
    ama = await app.signIn({ first_name: 'Ama', last_name: 'Mensah' });
    admin = await app.signIn({ role: 'admin', first_name: 'Hidden', last_name: 'Reviewer' });
  });
  afterAll(() => app.close());

  const read = async (person: Person, id: string) =>
    (await person.get(`/proposals/${id}/timeline`)).body as any[];
  const sentencesOf = (events: any[]) => events.map(({ event, sentence }) => [event, sentence]);
  /** Writes a log entry past the services. */
  const log = (proposalId: string, action: string, changes: object[]) =>
    app.services.db.read
      .insertInto('audit_log')
      .values({
        id: randomUUID(),
        at: app.services.clock(),
        actor_id: admin.id,
        action,
        subject: 'proposal',
        subject_id: proposalId,
        changes: JSON.stringify(changes),
      })
      .execute();

  test('tells the history of a proposal, oldest first, in plain words', async () => {
    const { proposal } = await submit(app.services, ama);
    await ama.patch(`/proposals/${proposal.id}`, {
      business_name: 'Other',
      business_website: 'other.example.com',
    });
    await admin.patch(`/proposals/${proposal.id}/admin`, { funding_stage: 'SEED' });
    await admin.patch(`/proposals/${proposal.id}/admin`, { is_approved: true });
    await admin.patch(`/proposals/${proposal.id}/admin`, { is_approved: false });
    const answer = await ama.get(`/proposals/${proposal.id}/timeline`);
    expect(answer.status).toBe(200);
    expect(sentencesOf(answer.body)).toEqual([
      ['received', describeReceived(true)],
      ['edited', 'You changed the business name and the website.'],
      ['stage_changed', 'The funding stage was changed from Pending Funding to Seed.'],
      ['approved', 'Your proposal was approved.'],
      ['undecided', 'The decision was reversed. Your proposal is not decided yet.'],
    ]);
    expect(answer.body[0].at).toBe(proposal.received_at);
    const instants = answer.body.map(({ at }: any) => at);
    expect(instants).toEqual([...instants].sort());
    expect(Object.keys(answer.body[2]).sort()).toEqual(['at', 'event', 'sentence']);
    expect(answer.text).not.toMatch(/Hidden|Reviewer/);
  });

  test('tells admins who did it', async () => {
    const { proposal } = await submit(app.services, ama);
    await ama.patch(`/proposals/${proposal.id}`, { business_location: 'Wa' });
    await admin.patch(`/proposals/${proposal.id}/admin`, { is_approved: true });
    const events = await read(admin, proposal.id);
    const owner = { id: ama.id, name: 'Ama Mensah' };
    expect(events.map(({ event, actor }) => [event, actor])).toEqual([
      ['received', owner],
      ['edited', owner],
      ['approved', { id: admin.id, name: 'Hidden Reviewer' }],
    ]);
    expect(events[1].sentence).toBe('The applicant changed the business location.');
  });

  test('names the receipt, and when the last document arrived', async () => {
    const { proposal } = await submit(app.services, ama);
    const completedAt = new Date(Date.parse(proposal.received_at) + 600_000);
    await app.services.db.read
      .updateTable('proposals')
      .set({ completed_at: completedAt })
      .where('id', '=', proposal.id)
      .execute();
    const events = await read(ama, proposal.id);
    expect(sentencesOf(events)).toEqual([
      ['received', 'We received your proposal.'],
      ['completed', 'The last document arrived, so your proposal is complete.'],
    ]);
    expect(events[1].at).toBe(completedAt.toISOString());
  });

  test('reads entries that are lists of fields: a decline has its reason', async () => {
    const { proposal } = await submit(app.services, ama);
    const field = (name: string, before: unknown, after: unknown) => ({
      field: name,
      before,
      after,
    });
    await log(proposal.id, 'proposals.submit', [field('business_name', null, 'First')]);
    await log(proposal.id, 'proposals.update', [
      field('financials', 'a', 'b'),
      field('pitch_deck', 'a', 'b'),
      field('business_name', 'A', 'B'),
    ]);
    await log(proposal.id, 'proposals.review', [
      field('decision', 'undecided', 'declined'),
      field('decline_reason', null, 'The market is not shown.'),
    ]);
    await log(proposal.id, 'proposals.review', [
      field('decision', 'declined', 'approved'),
      field('is_approved', false, true),
    ]);
    await log(proposal.id, 'proposals.review', [field('decision', 'approved', 'undecided')]);
    expect(sentencesOf(await read(admin, proposal.id)).slice(1)).toEqual([
      ['edited', 'The applicant changed the business name, the pitch deck and the financials.'],
      ['declined', 'The proposal was declined. Reason: The market is not shown.'],
      ['approved', 'The proposal was approved.'],
      ['undecided', 'The decision was reversed. The proposal is not decided yet.'],
    ]);
  });

  test('never mentions assignments, flags and notes', async () => {
    const { proposal } = await submit(app.services, ama);
    await log(proposal.id, 'proposals.review', [
      { field: 'assigned_to', before: null, after: admin.id },
      { field: 'flagged', before: false, after: true },
    ]);
    await log(proposal.id, 'notes.add', [{ field: 'text', before: null, after: 'Hm.' }]);
    await log(proposal.id, 'odd', []);
    for (const person of [ama, admin])
      expect(sentencesOf(await read(person, proposal.id))).toEqual([
        ['received', describeReceived(person === ama)],
      ]);
  });

  test('is 404 for others, like a missing proposal', async () => {
    const { proposal } = await submit(app.services, ama);
    const stranger = await app.signIn();
    const missing = await stranger.get(`/proposals/${randomUUID()}/timeline`);
    expect(missing.status).toBe(404);
    const foreign = await stranger.get(`/proposals/${proposal.id}/timeline`);
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    expect((await admin.get('/proposals/nonsense/timeline')).status).toBe(404);
    expect((await app.visitor.get(`/proposals/${proposal.id}/timeline`)).status).toBe(401);
  });
});
