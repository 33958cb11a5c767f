import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { holdDecisionMails } from '#tests/held-mails.ts';
import { insertProgram } from '#tests/factories.ts';
import { insertManyProposals } from '#tests/many-proposals.ts';
import { submit } from '#tests/proposal-forms.ts';

const REASON = 'The market that you describe is too small for this program.';

describe.each(ENGINES)('a bulk change on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  let program: string;
  let ids: string[];

  beforeAll(async () => {
    app = await createTestAppOn(engine);
    await holdDecisionMails(app.services);
    admin = await app.signIn({ role: 'admin', region: 'Volta' });
    applicant = await app.signIn({ region: 'Ashanti' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    program = (await insertProgram(app.services)).id;
    ids = [];
    for (const business_name of ['One', 'Two', 'Three'])
      ids.push(
        (await submit(app.services, applicant, { business_name, program_id: program })).proposal.id,
      );
  });

  const bulk = (body: object, key?: string) =>
    admin.post('/proposals/admin/bulk', body, {
      headers: key ? { 'idempotency-key': key } : {},
    });
  const decisions = async () => {
    const { body } = await admin.get(
      `/proposals/admin/all?program_id=${program}&sort=business_name`,
    );
    return body.map(({ decision }: { decision: string }) => decision);
  };
  const traces = async () => {
    const { read } = app.services.db;
    const audited = await read
      .selectFrom('audit_log')
      .select('subject_id')
      .where('action', '=', 'proposals.review')
      .where('subject_id', 'in', ids)
      .execute();
    const mails = await read
      .selectFrom('mails')
      .select('next_try_at')
      .where(
        'topic',
        'in',
        ids.map((id) => `proposals.review:${id}`),
      )
      .execute();
    return { audited: audited.length, mails: mails.length };
  };

  test('a preview says what would change and changes nothing', async () => {
    await admin.patch(`/proposals/${ids[0]}/admin`, { flagged: true });
    const { status, body } = await bulk({
      filter: { program_id: program },
      change: { flagged: true },
      preview: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ would_change: 2, unchanged: 1, refused: [] });
    expect(
      (await admin.get(`/proposals/admin/all?program_id=${program}&flagged=true`)).body,
    ).toHaveLength(1);
  });

  test('declines all that match, each with its own entry in the log and its own mail', async () => {
    const { status, body } = await bulk({
      filter: { program_id: program, decision: 'undecided' },
      change: { decision: 'declined', decline_reason: REASON },
      expected_total: 3,
    });
    expect([status, body]).toEqual([200, { changed: 3, unchanged: 0, refused: [] }]);
    expect(await decisions()).toEqual(['declined', 'declined', 'declined']);
    expect(await traces()).toEqual({ audited: 3, mails: 3 });
    expect((await applicant.get(`/proposals/${ids[1]}`)).body).toMatchObject({
      decision: 'declined',
      decline_reason: REASON,
      is_approved: false,
    });
    expect((await admin.get(`/proposals/${ids[1]}/admin`)).headers.get('etag')).toBe('"2"');
  });

  test('approval, stage, assignee and flag change together', async () => {
    const change = {
      is_approved: true,
      funding_stage: 'SEED',
      assigned_to: admin.id,
      flagged: true,
    };
    expect((await bulk({ ids, change })).body.changed).toBe(3);
    const again = { ...change, assigned_to: 'me' };
    expect((await bulk({ ids, change: again })).body).toMatchObject({ changed: 0, unchanged: 3 });
    expect((await admin.get(`/proposals/${ids[2]}/admin`)).body).toMatchObject({
      ...change,
      decision: 'approved',
    });
    expect(await traces()).toEqual({ audited: 3, mails: 3 });
  });

  test('another number than was prepared is refused, and nothing changes', async () => {
    const { status, body } = await bulk({
      filter: { program_id: program },
      change: { decision: 'approved' },
      expected_total: 4,
    });
    expect([status, body.code]).toEqual([409, 'changed_meanwhile']);
    expect(body.message).toContain('Nothing was changed.');
    expect(await decisions()).toEqual(['undecided', 'undecided', 'undecided']);
  });

  test('rows that refuse make the whole refused, unless they are skipped', async () => {
    const missingId = randomUUID();
    const body = { ids: [...ids, missingId, 'nonsense'], change: { flagged: true } };
    const refused = [
      { id: missingId, reason: 'Proposal not found.' },
      { id: 'nonsense', reason: 'Proposal not found.' },
    ];
    const whole = await bulk(body);
    expect([whole.status, whole.body.code, whole.body.refused]).toEqual([
      409,
      'some_refused',
      refused,
    ]);
    expect(await traces()).toMatchObject({ audited: 0 });
    const skipping = await bulk({ ...body, skip_refused: true });
    expect([skipping.status, skipping.body]).toEqual([200, { changed: 3, unchanged: 0, refused }]);
  });

  test('another reason is for those that are declined', async () => {
    await bulk({ ids: [ids[0]], change: { decision: 'declined', decline_reason: REASON } });
    const { body } = await bulk({
      ids,
      change: { decline_reason: `${REASON} Please try again.` },
      preview: true,
    });
    expect([body.would_change, body.refused.length]).toEqual([1, 2]);
  });

  test('the same key does it once', async () => {
    const key = randomUUID();
    const body = { ids, change: { decision: 'approved' } };
    const [first, second] = [await bulk(body, key), await bulk(body, key)];
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(first.body.changed).toBe(3);
    expect((await bulk({ ids, change: { flagged: true } }, key)).body.code).toBe(
      'idempotency_mismatch',
    );
    expect(await traces()).toEqual({ audited: 3, mails: 3 });
  });

  test.each<[string, () => object, string]>([
    ['neither ids nor filter', () => ({ change: { flagged: true } }), 'ids'],
    ['both', () => ({ ids, filter: {}, change: { flagged: true } }), 'ids'],
    ['no change', () => ({ ids, change: {} }), 'change'],
    ['change missing', () => ({ ids }), 'change'],
    [
      'a decline without a reason',
      () => ({ ids, change: { decision: 'declined' } }),
      'change.decline_reason',
    ],
    [
      'a short reason',
      () => ({ ids, change: { decision: 'declined', decline_reason: 'No.' } }),
      'change.decline_reason',
    ],
    [
      'an applicant as the assignee',
      () => ({ ids, change: { assigned_to: applicant.id } }),
      'change.assigned_to',
    ],
    [
      'an applicant among the assignees',
      () => ({ ids, change: { assign_evenly: [admin.id, applicant.id] } }),
      'change.assign_evenly',
    ],
    [
      'a number for nobody',
      () => ({ ids, change: { flagged: true, each: 40 } }),
      'change.assign_evenly',
    ],
    [
      'a number of each below one',
      () => ({ ids, change: { assign_evenly: [admin.id], each: 0 } }),
      'change.each',
    ],
    [
      'a filter that does not fit',
      () => ({ filter: { region: 'Mars' }, change: { flagged: true } }),
      'filter.region',
    ],
    ['an id that is no text', () => ({ ids: [ids[0], 7], change: { flagged: true } }), 'ids'],
    [
      'an assignee that is no id',
      () => ({ ids, change: { assign_evenly: [admin.id, 'Esi'] } }),
      'change.assign_evenly',
    ],
    [
      'more than 2,000 ids',
      () => ({ ids: Array.from({ length: 2001 }, () => randomUUID()), change: { flagged: true } }),
      'ids',
    ],
  ])('%s is refused beside its field', async (_name, make, field) => {
    const { status, body } = await bulk(make());
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
  });

  test('2,000 at once, and more are refused', async () => {
    const manyApp = await createTestAppOn(engine);
    await insertManyProposals(manyApp.services, 2100);
    const chief = await manyApp.signIn({ role: 'admin' });
    const whole = await chief.post('/proposals/admin/bulk', {
      filter: {},
      change: { flagged: true },
    });
    expect([whole.status, whole.body.fields.filter]).toEqual([
      422,
      'One bulk change can take 2,000 proposals at most, and 2,100 match. Choose fewer.',
    ]);
    const pages = [
      await chief.get('/proposals/admin/all?limit=1000'),
      await chief.get('/proposals/admin/all?limit=1000&skip=1000'),
    ];
    const chosen = pages.flatMap(({ body }) => body.map(({ id }: { id: string }) => id));
    const declined = await chief.post('/proposals/admin/bulk', {
      ids: chosen,
      change: { decision: 'declined', decline_reason: REASON },
    });
    expect([chosen.length, declined.body.changed]).toEqual([2000, 2000]);
    await manyApp.close();
  });
});
