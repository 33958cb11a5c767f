import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('an admin who is deactivated, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let colleague: Person;
  let program: string;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    colleague = await app.signIn({ role: 'admin' });
    program = (await insertProgram(app.services)).id;
  });
  afterAll(() => app.close());

  /** One undecided and one approved proposal of theirs. */
  const assigned = async () => {
    const leaving = await app.signIn({ role: 'admin' });
    const applicant = await app.signIn();
    const ids: string[] = [];
    for (const decision of ['undecided', 'approved']) {
      const { proposal } = await submit(app.services, applicant, { program_id: program });
      await admin.patch(`/proposals/${proposal.id}/admin`, { assigned_to: leaving.id, decision });
      ids.push(proposal.id);
    }
    return { leaving, ids };
  };
  const assigneesOf = async (ids: string[]) =>
    Promise.all(
      ids.map(async (id) => (await admin.get(`/proposals/${id}/admin`)).body.assigned_to),
    );
  const deactivate = (id: string, more: object = {}) =>
    admin.patch(`/auth/admin/${id}/status`, { is_active: false, ...more });

  test('gives what is undecided to a colleague, and nothing stays assigned to them', async () => {
    const { leaving, ids } = await assigned();
    expect((await deactivate(leaving.id, { assign_to: colleague.id })).status).toBe(200);
    expect(await assigneesOf(ids)).toEqual([colleague.id, null]);
    const { body } = await admin.get(`/audit/?entity=proposal&entity_id=${ids[0]}`);
    expect(body[0].changes).toEqual([
      { field: 'assigned_to', before: leaving.id, after: colleague.id },
    ]);
    const summary = await admin.get(`/proposals/admin/summary?program_id=${program}`);
    const people = summary.body.assigned.map(({ id }: { id: string }) => id);
    expect(people).not.toContain(leaving.id);
  });

  test('leaves it to nobody where nobody is named', async () => {
    const { leaving, ids } = await assigned();
    await deactivate(leaving.id);
    expect(await assigneesOf(ids)).toEqual([null, null]);
  });

  test('gives it to another active admin only', async () => {
    const { leaving, ids } = await assigned();
    const applicant = await app.signIn();
    for (const assign_to of [leaving.id, applicant.id, 'nonsense']) {
      const { status, body } = await deactivate(leaving.id, { assign_to });
      expect([status, Object.keys(body.fields)]).toEqual([422, ['assign_to']]);
    }
    expect(await assigneesOf(ids)).toEqual([leaving.id, leaving.id]);
  });
});
