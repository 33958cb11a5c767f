import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { walkApplicantCalls } from '#tests/applicant-walk.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram, programInput } from '#tests/factories.ts';
import { holdDecisionMails } from '#tests/held-mails.ts';
import { submit } from '#tests/proposal-forms.ts';
import { announceDue } from '../proposals/decisions.ts';
import { announcePlanned } from './announcing.ts';

const REASON = 'The numbers do not add up yet.';
const LATER_DAYS = 5;

describe.each(ENGINES)('announcing together, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine, { UNDO_SECONDS: '300' });
    admin = await app.signIn({ role: 'admin' });
    await holdDecisionMails(app.services);
  });
  afterAll(() => app.close());

  const { now } = Date;
  const later = (dayCount = LATER_DAYS) => days(dayCount, new Date(now())).toISOString();

  /** A program that announces together, with proposals of one applicant; closed unless said so. */
  async function world({ count = 3, isClosed = true } = {}) {
    const program = await insertProgram(app.services);
    const applicant = await app.signIn();
    const ids: string[] = [];
    for (let place = 0; place < count; place += 1) {
      const fields = { program_id: program.id, business_name: `Kente ${place}` };
      ids.push((await submit(app.services, applicant, fields)).proposal.id);
    }
    await admin.patch(`/programs/${program.id}`, { announces: 'together' });
    if (isClosed) await close(program.id);
    return { id: program.id, path: `/programs/${program.id}`, applicant, ids };
  }

  const close = (id: string) =>
    app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: days(-2) })
      .where('id', '=', id)
      .execute();
  const decide = (id: string, change: object) => admin.patch(`/proposals/${id}/admin`, change);
  const approve = (id: string) => decide(id, { decision: 'approved' });
  const decline = (id: string) => decide(id, { decision: 'declined', decline_reason: REASON });
  const announce = (path: string, body: object = {}) => admin.post(`${path}/announce`, body);
  const mailsTo = async ({ email }: Person) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select(['subject', 'topic'])
        .where('recipient', '=', email)
        .where('topic', 'like', 'proposals.review:%')
        .execute()
    ).length;

  /** What was queued for them has gone out: their data say so. */
  const confirmed = ({ email }: Person) =>
    expect
      .poll(
        () =>
          app.services.db.read
            .selectFrom('mails')
            .select('id')
            .where('recipient', '=', email)
            .where('state', '!=', 'sent')
            .execute(),
        { timeout: 300_000 },
      )
      .toEqual([]);

  test('every call of the applicant answers the same before and after a decision', async () => {
    const { id, path, applicant, ids } = await world();
    const [first, second, third] = ids as [string, string, string];
    for (const one of ids) await admin.get(`/proposals/${one}/admin`);
    await confirmed(applicant);
    const before = await walkApplicantCalls(applicant, id, first);
    expect(before.length).toBeGreaterThan(40);
    expect(before.filter(({ status }) => status === 200).length).toBeGreaterThan(15);
    expect(await walkApplicantCalls(applicant, id, first)).toEqual(before);
    expect((await approve(first)).body.decision).toBe('approved');
    await decide(first, { funding_stage: 'SEED', flagged: true });
    await decline(second);
    const change = { funding_stage: 'PRE_SEED' };
    await admin.post('/proposals/admin/bulk', { ids: [third], change });
    app.pass(400);
    app.services.notifyAnnouncements();
    expect(await walkApplicantCalls(applicant, id, first)).toEqual(before);
    expect(await mailsTo(applicant)).toBe(0);

    const { body: seen } = await admin.get(`/proposals/${first}/admin`);
    expect(seen).toMatchObject({
      ...{ decision: 'approved', is_approved: true, funding_stage: 'SEED' },
      ...{ is_announced: false, undo_seconds: 0 },
    });
    const { body: sums } = await admin.get(`/proposals/admin/summary?program_id=${id}`);
    expect(sums.decision).toEqual({ undecided: 1, approved: 1, declined: 1, withdrawn: 0 });
    const preview = await announce(path, { preview: true });
    expect(preview.body).toEqual({ approved: 1, declined: 1, undecided: 1, mails: 3 });
    expect(await walkApplicantCalls(applicant, id, first)).toEqual(before);

    const told = await announce(path);
    expect([told.status, told.body]).toEqual([200, { ...preview.body, announce_at: null }]);
    expect((await applicant.get(`/proposals/${first}`)).body).toMatchObject({
      ...{ decision: 'approved', funding_stage: 'SEED', locked: 'proposal_approved' },
    });
    expect((await applicant.get(`/proposals/${second}`)).body.decline_reason).toBe(REASON);
    expect((await applicant.get(`/proposals/${third}`)).body.funding_stage).toBe('PRE_SEED');
    expect(await mailsTo(applicant)).toBe(3);
    const { body: timeline } = await applicant.get(`/proposals/${first}/timeline`);
    expect(timeline.slice(-2).map(({ event }: { event: string }) => event)).toEqual([
      'approved',
      'stage_changed',
    ]);
    const { body: log } = await admin.get(`/proposals/${first}/timeline`);
    expect(log.at(-1)).toMatchObject({ event: 'announced' });
    expect((await admin.get(`/proposals/${first}/admin`)).body.is_announced).toBe(true);
  });

  test('every difference becomes visible at the next one: stages, and what was taken back', async () => {
    const { path, applicant, ids } = await world({ count: 1 });
    const own = async () => (await applicant.get(`/proposals/${ids[0]}`)).body;
    await approve(ids[0]!);
    await announce(path);
    expect((await own()).decision).toBe('approved');
    await decide(ids[0]!, { decision: 'undecided', funding_stage: 'SEED' });
    expect(await own()).toMatchObject({ decision: 'approved', funding_stage: 'PENDING_FUNDING' });
    expect((await announce(path, { preview: true })).body).toEqual({
      ...{ approved: 0, declined: 0, undecided: 1, mails: 1 },
    });
    const etag = (await applicant.get(`/proposals/${ids[0]}`)).headers.get('etag');
    await announce(path);
    expect(await own()).toMatchObject({ decision: 'undecided', funding_stage: 'SEED' });
    expect((await applicant.get(`/proposals/${ids[0]}`)).headers.get('etag')).not.toBe(etag);
    expect((await announce(path)).body).toMatchObject({ mails: 0 });
  });

  test('nothing is decided while its owner can still edit it; stages and flags may be', async () => {
    const { ids } = await world({ count: 2, isClosed: false });
    for (const change of [
      { is_approved: true },
      { decision: 'declined', decline_reason: REASON },
    ]) {
      const { status, body } = await decide(ids[0]!, change);
      expect([status, body.code]).toEqual([409, 'still_editable']);
    }
    expect((await decide(ids[0]!, { funding_stage: 'SEED', flagged: true })).status).toBe(200);
    const bulk = await admin.post('/proposals/admin/bulk', {
      ids,
      change: { decision: 'approved' },
      preview: true,
    });
    expect(bulk.body).toMatchObject({ would_change: 0, refused: ids.map((id) => ({ id })) });
  });

  test('a switch takes in what is about to be announced, and waits for what is not', async () => {
    const { id, path, applicant, ids } = await world({ count: 1 });
    expect((await admin.get(path)).body).toMatchObject({
      announces: 'together',
      announce_at: null,
    });
    expect(Object.keys((await applicant.get(path)).body)).not.toContain('announces');
    expect((await admin.patch(path, { announces: 'at_once' })).status).toBe(200);
    expect((await announce(path)).body.code).toBe('announces_at_once');
    expect((await admin.delete(`${path}/announce`)).body.code).toBe('announces_at_once');
    expect((await approve(ids[0]!)).body.undo_seconds).toBeGreaterThan(0);
    await admin.patch(path, { announces: 'together' });
    app.pass(400);
    expect((await admin.get(`/proposals/${ids[0]}/admin`)).body.undo_seconds).toBe(0);
    // One that was decided at the same moment does not know of the switch.
    const { db, clock } = app.services;
    const own = db.read.updateTable('proposals').where('id', '=', ids[0]!);
    await own.set({ announce_at: clock() }).execute();
    await announceDue(app.services);
    expect((await applicant.get(`/proposals/${ids[0]}`)).body.decision).toBe('undecided');
    const refused = await admin.patch(path, { announces: 'at_once' });
    expect([refused.status, refused.body.code]).toEqual([409, 'unannounced']);
    await announce(path);
    expect((await admin.patch(path, { announces: 'at_once' })).status).toBe(200);
    expect((await admin.patch(path, { announces: 'never' })).status).toBe(422);
    await admin.patch(path, { announces: 'together' });
    await admin.post('/rounds/', { program_id: id, name: 'Screening' });
    for (const body of [{}, { preview: true }, { at: later() }])
      expect((await announce(path, body)).body.code).toBe('has_rounds');
  });

  test('a planned one goes out at its moment, once, also when that passed unseen', async () => {
    const { path, applicant, ids } = await world({ count: 1 });
    await approve(ids[0]!);
    expect((await admin.delete(`${path}/announce`)).body.code).toBe('not_planned');
    expect((await announce(path, { at: later(61) })).body.fields).toEqual({
      at: 'Choose a time within the next 60 days.',
    });
    expect((await announce(path, { at: 'soon' })).status).toBe(422);
    const at = later();
    const planned = await announce(path, { at: later(2) });
    expect([planned.status, planned.body.mails]).toEqual([200, 1]);
    const tagFor = async (who: Pick<Person, 'get'>) => (await who.get(path)).headers.get('etag');
    const [etag, publicTag, ownTag] = [
      await tagFor(admin),
      await tagFor(app.visitor),
      await tagFor(applicant),
    ];
    expect((await announce(path, { at })).body.announce_at).toBe(at);
    expect(await tagFor(admin)).not.toBe(etag);
    // A plan is the firm's own business: nothing tells of it.
    expect([await tagFor(app.visitor), await tagFor(applicant)]).toEqual([publicTag, ownTag]);
    expect((await admin.patch(path, { title: 'Another title' })).status).toBe(200);
    expect(await tagFor(app.visitor)).not.toBe(publicTag);
    expect((await admin.delete(`${path}/announce`)).status).toBe(204);
    expect((await admin.get(path)).body.announce_at).toBeNull();
    await announce(path, { at });
    await announcePlanned(app.services);
    expect(await mailsTo(applicant)).toBe(0);
    app.pass(LATER_DAYS * 86_400);
    await Promise.all([announcePlanned(app.services), announcePlanned(app.services)]);
    expect(await mailsTo(applicant)).toBe(1);
    const planner = admin.id;
    admin = await app.signIn({ role: 'admin' });
    const program = path.split('/').at(-1);
    const log = await admin.get(`/audit/?entity_id=${program}&action=programs.announce`);
    expect(log.body).toMatchObject([{ actor: { id: planner }, planned: true }]);
    expect((await admin.get(path)).body.announce_at).toBeNull();
    expect((await admin.get(`/proposals/${ids[0]}/admin`)).body.is_announced).toBe(true);
  });

  test('two admins who announce at once tell everybody once; a repeated key does nothing', async () => {
    const { path, applicant, ids } = await world({ count: 2 });
    await Promise.all(ids.map(approve));
    const other = await app.signIn({ role: 'admin' });
    const both = await Promise.all([announce(path), other.post(`${path}/announce`, {})]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await mailsTo(applicant)).toBe(2);
    await decide(ids[0]!, { funding_stage: 'SEED' });
    const options = { headers: { 'idempotency-key': `announce-${engine}` } };
    const first = await admin.post(`${path}/announce`, {}, options);
    await decide(ids[0]!, { funding_stage: 'PRE_SEED' });
    const again = await admin.post(`${path}/announce`, {}, options);
    expect(again.body).toEqual(first.body);
    expect((await admin.get(`/proposals/${ids[0]}/admin`)).body.is_announced).toBe(false);
  });

  test('a new program says how it announces; only admins announce', async () => {
    const { body } = await admin.post('/programs/', {
      ...programInput(),
      announces: 'together',
    });
    expect(body).toMatchObject({ announces: 'together', announce_at: null });
    const path = `/programs/${body.id}/announce`;
    for (const role of ['applicant', 'editor', 'viewer'] as const)
      expect((await (await app.signIn({ role })).post(path, {})).status).toBe(403);
    expect((await admin.post(`/programs/${crypto.randomUUID()}/announce`, {})).status).toBe(404);
    expect((await admin.post(path, { preview: true })).body).toEqual({
      ...{ approved: 0, declined: 0, undecided: 0, mails: 0 },
    });
  });
});
