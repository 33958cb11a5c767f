import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { holdDecisionMails } from '#tests/held-mails.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';

const REASON = 'The market that you describe is too small for this program.';

describe.each(ENGINES)('a preview names whom a bulk change concerns, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let other: Person;
  let program: { id: string; title: string };
  let ids: string[];

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    await holdDecisionMails(app.services);
    admin = await app.signIn({ role: 'admin', first_name: 'Esi', last_name: 'Owusu' });
    other = await app.signIn({ role: 'admin', first_name: 'Kofi', last_name: 'Asante' });
    const applicant = await app.signIn({ first_name: 'Ama', last_name: 'Mensah' });
    program = await insertProgram(app.services);
    ids = [];
    for (let number = 1; number <= 12; number += 1) {
      const business_name = `Business ${String(number).padStart(2, '0')}`;
      const sent = { business_name, program_id: program.id };
      ids.push((await submit(app.services, applicant, sent)).proposal.id);
    }
    await other.patch(`/proposals/${ids[0]}/admin`, { is_approved: true, assigned_to: other.id });
    await other.patch(`/proposals/${ids[1]}/admin`, { assigned_to: admin.id });
    await admin.get(`/proposals/${ids[2]}/admin`);
  });
  afterAll(() => app.close());

  const preview = async (change: object, more: object = {}) =>
    (await admin.post('/proposals/admin/bulk', { ids, change, preview: true, ...more })).body;
  const decline = { decision: 'declined', decline_reason: REASON };

  test('the first ten by name, with their state, and how many are in which', async () => {
    const { would_change, standing, people } = await preview(decline);
    expect([would_change, standing]).toEqual([
      12,
      { undecided: 11, approved: 1, declined: 0, unread: 11, assigned_to_others: 1 },
    ]);
    expect(people).toHaveLength(10);
    expect(people[0]).toEqual({
      id: ids[0],
      business_name: 'Business 01',
      applicant: 'Ama Mensah',
      decision: 'approved',
      funding_stage: 'PENDING_FUNDING',
      is_unread: true,
      assignee: 'Kofi Asante',
    });
    expect(people[2]).toMatchObject({ business_name: 'Business 03', is_unread: false });
  });

  test('all of them on demand', async () => {
    const { people } = await preview(decline, { all_names: true });
    expect(people.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test('each kind of mail with its text: a correction is one of its own', async () => {
    const { mails } = await preview(decline);
    expect(mails.map(({ count }: { count: number }) => count)).toEqual([11, 1]);
    expect(mails[0].kind).toBe('decision');
    expect(mails[0].subject).toBe('Decision on Business 02');
    expect(mails[0].text).toContain(`Reason: ${REASON}`);
    expect(mails[1].subject).toBe('Correction about Business 01');
    expect(mails[1].text).toContain('This is a correction.');
  });

  test('a stage mails everybody, and says so', async () => {
    const { mails } = await preview({ funding_stage: 'SEED' });
    expect(mails.map(({ count }: { count: number }) => count)).toEqual([11, 1]);
    expect(mails[0].text).toContain('Funding stage: Seed');
  });

  test('what is announced together has its mail too, for later', async () => {
    const { id } = await insertProgram(app.services);
    const applicant = await app.signIn({ first_name: 'Yaw' });
    const { proposal } = await submit(app.services, applicant, { program_id: id });
    await admin.patch(`/programs/${id}`, { announces: 'together' });
    await app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: days(-2) })
      .where('id', '=', id)
      .execute();
    const approve = { decision: 'approved', mail_text: 'Well done, {first_name}.' };
    const ask = (change: object) => preview(change, { ids: [proposal.id] });
    const { mails } = await ask(approve);
    expect(mails).toMatchObject([{ count: 1, waits: true }]);
    expect(mails[0].text).toContain('Well done, Yaw.');
    await admin.patch(`/proposals/${proposal.id}/admin`, approve);
    expect((await ask({ flagged: true })).mails).toEqual([]);
    const again = await ask({ mail_text: 'See you in {program}.' });
    expect(again.mails[0].text).toContain('See you in ');
    expect((await preview(decline)).mails[0].waits).toBe(false);
  });

  test('what applicants do not hear of mails nobody', async () => {
    const { would_change, mails } = await preview({ flagged: true });
    expect([would_change, mails]).toEqual([12, []]);
  });

  test('nothing of it is part of the change itself', async () => {
    const change = { flagged: true };
    const { body } = await admin.post('/proposals/admin/bulk', { ids: ids.slice(3), change });
    expect(body).toEqual({ changed: 9, unchanged: 0, refused: [] });
  });
});
