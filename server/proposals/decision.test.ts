import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { holdDecisionMails } from '#tests/held-mails.ts';
import { submit } from '#tests/proposal-forms.ts';

const REASON = 'The market that you describe is too small for this program.';
const DECLINED = { decision: 'declined', decline_reason: REASON };

describe.each(ENGINES)('a decision with three values, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    await holdDecisionMails(app.services);
    admin = await app.signIn({ role: 'admin', first_name: 'Adwoa', last_name: 'Addo' });
    applicant = await app.signIn();
  });
  afterAll(() => app.close());

  const begin = async () => {
    const { proposal } = await submit(app.services, applicant);
    const path = `/proposals/${proposal.id}/admin`;
    const patch = (body: object, options?: object) => admin.patch(path, body, options);
    const mails = () =>
      app.services.db.read
        .selectFrom('mails')
        .select(['text', 'state'])
        .where('topic', '=', `proposals.review:${proposal.id}`)
        .orderBy('created_at')
        .execute();
    return { id: proposal.id as string, path, patch, mails };
  };

  test('decision and approval always agree, whichever is set', async () => {
    const { patch } = await begin();
    const steps: [object, string, boolean][] = [
      [{ decision: 'approved' }, 'approved', true],
      [{ is_approved: false }, 'undecided', false],
      [DECLINED, 'declined', false],
      [{ is_approved: false }, 'declined', false],
      [{ is_approved: true }, 'approved', true],
      [DECLINED, 'declined', false],
      [{ decision: 'undecided' }, 'undecided', false],
    ];
    for (const [body, decision, is_approved] of steps) {
      const { status, body: answer } = await patch(body);
      expect([status, answer.decision, answer.is_approved]).toEqual([200, decision, is_approved]);
      expect(answer.decline_reason).toBe(decision === 'declined' ? REASON : null);
      expect(answer.decided_at === null).toBe(decision === 'undecided');
    }
  });

  test.each<[object, string]>([
    [{ decision: 'declined' }, 'decline_reason'],
    [{ decision: 'declined', decline_reason: '  ' }, 'decline_reason'],
    [{ decision: 'declined', decline_reason: 'Too short' }, 'decline_reason'],
    [{ decision: 'declined', decline_reason: 'x'.repeat(2001) }, 'decline_reason'],
    [{ decline_reason: REASON }, 'decline_reason'],
    [{ decision: 'approved', decline_reason: REASON }, 'decline_reason'],
    [{ decision: 'approved', is_approved: false }, 'is_approved'],
    [{ decision: 'perhaps' }, 'decision'],
    [{ flagged: 'perhaps' }, 'flagged'],
    [{ assigned_to: 'somebody' }, 'assigned_to'],
  ])('%j is refused beside its field', async (body, field) => {
    const { patch } = await begin();
    const { status, body: answer } = await patch(body);
    expect([status, Object.keys(answer.fields)]).toEqual([422, [field]]);
  });

  test('a decline is mailed with its reason', async () => {
    const { id, patch, mails } = await begin();
    await patch(DECLINED);
    const [mail] = await mails();
    expect(mail!.text).toContain(`Reason: ${REASON}`);
    expect(mail!.text).toContain('Status: Declined');
    const { body } = await applicant.get(`/proposals/${id}`);
    expect([body.decision, body.decline_reason]).toEqual(['declined', REASON]);
  });

  test('of a proposal that its owner has deleted meanwhile, it is mailed to nobody', async () => {
    const { id, patch, mails } = await begin();
    await patch(DECLINED);
    expect((await applicant.delete(`/proposals/${id}`)).status).toBe(204);
    expect(await mails()).toEqual([]);
  });

  test('a change of mind before sending is mailed once, in its final state', async () => {
    const { patch, mails } = await begin();
    await patch({ decision: 'approved' });
    await patch(DECLINED);
    const decisionMails = await mails();
    expect(decisionMails).toHaveLength(1);
    expect(decisionMails[0]!.text).toContain('Status: Declined');
  });

  const failToSend = (id: string) => {
    const later = new Date(app.services.clock().getTime() + 60_000);
    return app.services.db.read
      .updateTable('mails')
      .set({ tries: 3, next_try_at: later, last_error: 'ECONNREFUSED' })
      .where('topic', '=', `proposals.review:${id}`)
      .execute();
  };
  const statesToCome = async (id: string) => {
    const rows = await app.services.db.read
      .selectFrom('mails')
      .select('text')
      .where('topic', '=', `proposals.review:${id}`)
      .where('state', '=', 'queued')
      .where('give_up_at', '>', app.services.clock())
      .execute();
    return rows.map(({ text }) => /Status: .*/.exec(text)?.[0]);
  };

  test('what could not be sent in time never arrives after what is newer', async () => {
    const { id, patch, mails } = await begin();
    await patch({ decision: 'approved' });
    await failToSend(id);
    await patch(DECLINED);
    expect(await statesToCome(id)).toEqual(['Status: Declined']);
    expect(await mails(), 'nor is it reported as failed').toHaveLength(1);
  });

  test('what could not be sent in time is told if it is decided once more', async () => {
    const { id, patch } = await begin();
    await patch({ decision: 'approved' });
    await failToSend(id);
    await patch(DECLINED);
    await patch({ decision: 'approved' });
    expect(await statesToCome(id)).toEqual(['Status: Approved']);
  });

  test('what has failed for good is not sent by hand after what is newer', async () => {
    const { id, patch } = await begin();
    await patch({ decision: 'approved' });
    const { id: failed } = await app.services.db.read
      .updateTable('mails')
      .set({ state: 'failed', tries: 9, last_error: '550 no such user' })
      .where('topic', '=', `proposals.review:${id}`)
      .returning('id')
      .executeTakeFirstOrThrow();
    await patch(DECLINED);
    const answer = await admin.post(`/mails/${failed}/retry`);
    expect([answer.status, answer.body.code]).toEqual([409, 'mail_erased']);
  });

  test('revoked after it was sent, the applicant is told that too', async () => {
    const { id, patch, mails } = await begin();
    await patch(DECLINED);
    await app.services.db.read
      .updateTable('mails')
      .set({ state: 'sent', tries: 1 })
      .where('topic', '=', `proposals.review:${id}`)
      .execute();
    await patch({ decision: 'undecided' });
    const queued = (await mails()).filter(({ state }) => state === 'queued');
    expect(queued).toHaveLength(1);
    expect(queued[0]!.text).toContain('Status: Not decided yet (Unapproved)');
  });

  test('an assignee is an active admin, or nobody', async () => {
    const { patch, path } = await begin();
    const inactive = await app.signIn({ role: 'admin', is_active: false });
    for (const id of [applicant.id, inactive.id, crypto.randomUUID()]) {
      const { status, body } = await patch({ assigned_to: id });
      expect([status, body.fields]).toEqual([
        422,
        {
          assigned_to:
            'This person is not an active admin, so no proposal can be assigned to them. Choose somebody else.',
        },
      ]);
    }
    expect((await patch({ assigned_to: admin.id })).body).toMatchObject({
      assigned_to: admin.id,
      assigned_to_name: 'Adwoa Addo',
    });
    expect((await patch({ assigned_to: null })).body).toMatchObject({
      assigned_to: null,
      assigned_to_name: null,
    });
    expect((await admin.get(path)).body.assigned_to).toBeNull();
    expect((await patch({ assigned_to: 'me' })).body.assigned_to).toBe(admin.id);
    expect((await patch({ assigned_to: 'nobody' })).body.assigned_to).toBeNull();
  });

  test('internal fields are in no answer to the applicant, and block none of their changes', async () => {
    const { id, patch, mails } = await begin();
    const { headers, body: before } = await applicant.get(`/proposals/${id}`);
    await patch({ assigned_to: admin.id, flagged: true });
    await admin.post(`/proposals/${id}/notes`, { text: 'Ask for the second sheet.' });
    const after = await applicant.get(`/proposals/${id}`);
    expect(after.body).toEqual(before);
    const listed = (await applicant.get('/proposals/')).body;
    for (const answer of [after.body, ...listed])
      for (const name of ['assigned_to', 'assigned_to_name', 'flagged', 'is_read', 'readers'])
        expect(answer).not.toHaveProperty(name);
    expect(await mails()).toEqual([]);
    expect((await applicant.get('/proposals/?flagged=false&unread=true')).body).toHaveLength(
      listed.length,
    );
    const changed = await applicant.patch(
      `/proposals/${id}`,
      { business_location: 'Ho' },
      { headers: { 'if-match': headers.get('etag')! } },
    );
    expect(changed.status).toBe(200);
  });

  test('of two admins who decide at once, the second is told', async () => {
    const { patch, path } = await begin();
    const options = { headers: { 'if-match': (await admin.get(path)).headers.get('etag')! } };
    const answers = await Promise.all([
      patch({ flagged: true }, options),
      patch({ decision: 'approved' }, options),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('the log has each field before and after', async () => {
    const { id, patch } = await begin();
    await patch({ decision: 'approved', funding_stage: 'SEED', flagged: true });
    const { changes } = await app.services.db.read
      .selectFrom('audit_log')
      .select('changes')
      .where('subject_id', '=', id)
      .where('action', '=', 'proposals.review')
      .executeTakeFirstOrThrow();
    expect(changes).toEqual([
      { field: 'decision', before: 'undecided', after: 'approved' },
      { field: 'is_approved', before: false, after: true },
      { field: 'funding_stage', before: 'PENDING_FUNDING', after: 'SEED' },
      { field: 'flagged', before: false, after: true },
    ]);
  });

  test('reading marks as read for me alone, unlogged, and says who else is reading', async () => {
    const { id, path } = await begin();
    const other = await app.signIn({ role: 'admin', first_name: 'Kofi', last_name: 'Badu' });
    const isUnread = async (person: Person) =>
      (await person.get('/proposals/admin/all?unread=true')).body.some(
        (one: { id: string }) => one.id === id,
      );
    expect([await isUnread(admin), await isUnread(other)]).toEqual([true, true]);
    expect((await other.get(`${path}?peek=true`)).body.is_read).toBe(false);
    expect((await other.ask('HEAD', path)).status).toBe(200);
    expect(await isUnread(other)).toBe(true);
    const { body, headers } = await other.get(path);
    expect([body.is_read, body.readers, headers.get('etag')]).toEqual([true, [], '"1"']);
    expect([await isUnread(admin), await isUnread(other)]).toEqual([true, false]);
    expect((await admin.get(path)).body.readers).toEqual([
      { id: other.id, name: 'Kofi Badu', at: expect.any(String) },
    ]);
    app.pass(61);
    expect((await admin.get(path)).body.readers).toEqual([]);
    expect((await other.post(`${path}/reading`)).body.readers).toEqual([
      { id: admin.id, name: 'Adwoa Addo', at: expect.any(String) },
    ]);
    app.pass(-61);
    expect((await admin.post(`/proposals/${crypto.randomUUID()}/admin/reading`)).status).toBe(404);
  });
});
