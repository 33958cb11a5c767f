import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { submit } from '#tests/proposal-forms.ts';

const REASON = 'The market that you describe is too small for this program.';
const DECLINED = { decision: 'declined', decline_reason: REASON };
const OPEN = { decision: 'undecided', decline_reason: null, decided_by: null };
const UNDO_SECONDS = 300;

describe.each(ENGINES)('the undo of a bulk run on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let colleague: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine, { UNDO_SECONDS: String(UNDO_SECONDS) });
    app.holdClock();
    admin = await app.signIn({ role: 'admin' });
    colleague = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const submitTwo = async () => {
    const { id: one } = (await submit(app.services, await app.signIn())).proposal;
    const { id: two } = (await submit(app.services, await app.signIn())).proposal;
    return [one, two] as [string, string];
  };
  const bulk = async (ids: string[], change: object) =>
    (await admin.post('/proposals/admin/bulk', { ids, change })).body;
  const undo = (run: string) => colleague.post(`/proposals/admin/bulk/${run}/undo`, {});
  const desk = async (id: string) => (await admin.get(`/proposals/${id}/admin`)).body;
  const auditsOf = async (id: string) =>
    (
      await app.services.db.read
        .selectFrom('audit_log')
        .select('actor_id')
        .where('action', '=', 'proposals.review')
        .where('subject_id', '=', id)
        .orderBy('at')
        .execute()
    ).map(({ actor_id: by }) => by);
  const passUndo = async () => {
    app.pass(UNDO_SECONDS + 1);
    app.services.notifyAnnouncements();
    const waiting = () =>
      app.services.db.read
        .selectFrom('proposals')
        .select('id')
        .where('announce_at', 'is not', null)
        .execute();
    await expect.poll(waiting).toEqual([]);
  };
  const told = (id: string) =>
    app.services.db.read
      .selectFrom('announcements')
      .select('decision')
      .where('proposal_id', '=', id)
      .execute();

  test('brings each back to what it was, audited, and nobody hears of either', async () => {
    const [one, two] = await submitTwo();
    await bulk([one], { ...DECLINED, funding_stage: 'SEED' });
    await passUndo();
    app.pass(60);
    const before = [await desk(one), await desk(two)];
    const run = await bulk([one, two], { decision: 'approved', flagged: true });
    expect(run).toMatchObject({ changed: 2, undo_seconds: UNDO_SECONDS, waiting: 2 });
    const undone = await undo(run.run_id);
    expect([undone.status, undone.body]).toEqual([200, { changed: 2 }]);
    const state = ({ decision, decline_reason, funding_stage, decided_at, decided_by }: never) => ({
      ...{ decision, decline_reason, funding_stage, decided_at, decided_by },
    });
    const after = [await desk(one), await desk(two)];
    expect(after.map((body) => state(body as never))).toEqual(
      before.map((body) => state(body as never)),
    );
    expect(after.map(({ flagged, undo_seconds: left }) => [flagged, left])).toEqual([
      [true, 0],
      [true, 0],
    ]);
    expect(await auditsOf(two)).toEqual([admin.id, colleague.id]);
    await passUndo();
    expect([await told(one), await told(two)]).toEqual([[{ decision: 'declined' }], []]);
    expect((await undo(run.run_id)).body.code).toBe('undo_over');
  });

  test('brings back a decision that was waiting itself, with its own words', async () => {
    const [one] = await submitTwo();
    const approval = { decision: 'approved', mail_text: 'We look forward to meeting you.' };
    await admin.patch(`/proposals/${one}/admin`, approval);
    const run = await bulk([one], DECLINED);
    expect((await undo(run.run_id)).status).toBe(200);
    expect(await desk(one)).toMatchObject({ decision: 'approved', decided_by: admin.id });
    const text = app.services.db.read.selectFrom('proposals').select('mail_text');
    expect(await text.where('id', '=', one).executeTakeFirst()).toEqual({
      mail_text: approval.mail_text,
    });
  });

  test('takes words away that the run has added', async () => {
    const [one] = await submitTwo();
    await admin.patch(`/proposals/${one}/admin`, { decision: 'approved' });
    const mail_text = 'We look forward to meeting you.';
    const run = await bulk([one], { decision: 'approved', funding_stage: 'SEED', mail_text });
    expect((await undo(run.run_id)).status).toBe(200);
    const text = app.services.db.read.selectFrom('proposals').select('mail_text');
    expect(await text.where('id', '=', one).executeTakeFirst()).toEqual({ mail_text: null });
  });

  test('asked for again with the same key, says again what it did', async () => {
    const [one] = await submitTwo();
    const { run_id: run } = await bulk([one], DECLINED);
    const again = () =>
      colleague.post(
        `/proposals/admin/bulk/${run}/undo`,
        {},
        { headers: { 'idempotency-key': `undo of ${run}` } },
      );
    expect((await again()).body).toEqual({ changed: 1 });
    await bulk([one], DECLINED);
    expect((await again()).body).toEqual({ changed: 1 });
    expect(await desk(one)).toMatchObject(DECLINED);
  });

  test('counts those whose applicants will hear of it, and no others', async () => {
    const [one, two] = await submitTwo();
    await admin.patch(`/proposals/${one}/admin`, DECLINED);
    const change = { decision: 'undecided', flagged: true };
    expect(await bulk([one, two], change)).toEqual({ changed: 2, unchanged: 0, refused: [] });
    const stage = { funding_stage: 'SEED', flagged: false };
    expect(await bulk([one, two], stage)).toMatchObject({ changed: 2, waiting: 2 });
  });

  test('leaves what somebody has decided since', async () => {
    const [one, two] = await submitTwo();
    const run = await bulk([one, two], DECLINED);
    await colleague.patch(`/proposals/${one}/admin`, { decision: 'approved' });
    await colleague.patch(`/proposals/${two}/admin`, { flagged: true });
    expect((await undo(run.run_id)).body).toEqual({ changed: 1 });
    expect(await desk(one)).toMatchObject({ decision: 'approved', decided_by: colleague.id });
    expect(await desk(two)).toMatchObject({ ...OPEN, flagged: true });
  });

  test('of two runs, the later one; the earlier one can no longer be undone', async () => {
    const [one] = await submitTwo();
    const first = await bulk([one], DECLINED);
    const second = await bulk([one], { funding_stage: 'SEED' });
    expect((await undo(first.run_id)).body.code).toBe('undo_over');
    expect((await undo(second.run_id)).body).toEqual({ changed: 1 });
    expect(await desk(one)).toMatchObject({ ...DECLINED, funding_stage: 'PENDING_FUNDING' });
  });

  test('is over when the seconds are, even before the mails have gone out', async () => {
    const [one] = await submitTwo();
    const run = await bulk([one], DECLINED);
    app.pass(UNDO_SECONDS);
    expect((await undo(run.run_id)).status).toBe(409);
    await passUndo();
    expect((await undo(run.run_id)).body.code).toBe('undo_over');
    expect(await desk(one)).toMatchObject(DECLINED);
  });

  test('is not offered where nobody hears of it, and refused for what was no run', async () => {
    const [one] = await submitTwo();
    const answer = await bulk([one], { flagged: true });
    expect(answer).toEqual({ changed: 1, unchanged: 0, refused: [] });
    for (const run of [randomUUID(), 'nonsense'])
      expect((await undo(run)).body.code).toBe('undo_over');
    const applicant = await app.signIn();
    expect((await applicant.post(`/proposals/admin/bulk/${randomUUID()}/undo`, {})).status).toBe(
      403,
    );
  });
});
