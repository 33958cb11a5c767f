import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import {
  insertApplication,
  joinAsJudge,
  openRound,
  submitAll,
  type Application,
} from '#tests/judging-world.ts';
import { submit } from '#tests/proposal-forms.ts';
import { announceDue } from '../proposals/decisions.ts';
import { settleWithdrawals } from './withdrawals.ts';

const UNDO_SECONDS = 300;
const REASON = 'They called: they have found another investor.';

describe.each(ENGINES)('withdrawing, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine, { UNDO_SECONDS: String(UNDO_SECONDS) });
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  async function world(isClosed = true, business_name = 'Kente Works') {
    const program = await insertProgram(app.services);
    const owner = await app.signIn({ first_name: 'Ama', last_name: 'Owusu' });
    const { proposal } = await submit(app.services, owner, {
      program_id: program.id,
      business_name,
    });
    if (isClosed) await close(program.id);
    const path = `/proposals/${proposal.id}`;
    return { ...proposal, program: program.id, owner, path } as any;
  }
  const close = (id: string) =>
    app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: days(-2, app.services.clock()) })
      .where('id', '=', id)
      .execute();
  const withdraw = (who: Person, path: string, body: object = {}) =>
    who.post(`${path}/withdrawal`, body);
  const takeBack = (who: Person, path: string, body: object = {}) =>
    who.delete(`${path}/withdrawal`, { body });
  const seen = async (path: string) => (await admin.get(`${path}/admin`)).body;
  const code = async (reply: Promise<{ status: number; body: any }>) => {
    const { status, body } = await reply;
    return [status, body.code];
  };
  /** Nobody is logged out meanwhile. */
  async function passUndo() {
    const expires_at = days(1000);
    await app.services.db.read.updateTable('sessions').set({ expires_at }).execute();
    app.pass(UNDO_SECONDS + 1);
  }
  async function settled() {
    await passUndo();
    await settleWithdrawals(app.services);
  }
  const subjects = async (email: string) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', email)
        .orderBy('created_at')
        .execute()
    ).map(({ subject }) => subject);

  test('its owner withdraws it once editing is locked; from then on nobody touches it', async () => {
    const { owner, path, program, receipt_number } = await world(false);
    expect(await code(withdraw(owner, path))).toEqual([409, 'editing_open']);
    await close(program);
    expect((await seen(path)).withdrawal).toBeNull();
    const { status, body } = await withdraw(owner, path, { reason: ' We have no time. ' });
    expect([status, body.decision, body.locked, body.undo_seconds]).toEqual([
      ...[201, 'undecided', 'withdrawn', UNDO_SECONDS],
    ]);
    expect(body.withdrawal).toEqual({
      at: expect.any(String),
      by: 'applicant',
      reason: 'We have no time.',
    });
    expect(await code(withdraw(admin, path, { reason: REASON }))).toEqual([409, 'withdrawn']);
    for (const change of [{ decision: 'approved' }, { funding_stage: 'SEED' }])
      expect(await code(admin.patch(`${path}/admin`, change))).toEqual([409, 'withdrawn']);
    expect((await admin.patch(`${path}/admin`, { flagged: true, is_approved: false })).status).toBe(
      200,
    );
    const ask = { text: 'More, please.', fields: ['pitch_deck'], due_at: days(3).toISOString() };
    expect(await code(admin.post(`${path}/requests`, ask))).toEqual([409, 'withdrawn']);
    expect(await code(owner.patch(path, { business_name: 'Other' }))).toEqual([409, 'withdrawn']);
    expect(await code(owner.delete(path))).toEqual([409, 'withdrawn']);
    const bulk = { ids: [body.id], change: { decision: 'approved' }, preview: true };
    expect((await admin.post('/proposals/admin/bulk', bulk)).body.refused).toMatchObject([
      { id: body.id, code: 'withdrawn' },
    ]);
    await settled();
    expect((await app.visitor.get(`/receipts/${receipt_number}`)).body.state).toBe('withdrawn');
    expect((await owner.get(path)).body.undo_seconds).toBe(0);
    expect(await code(takeBack(owner, path))).toEqual([409, 'undo_over']);
    expect((await owner.get(`${path}/timeline`)).body.at(-1)).toMatchObject({
      ...{ event: 'withdrawn', sentence: 'You withdrew your proposal.' },
    });
    expect(await subjects(owner.email)).toContain('Your proposal Kente Works has been withdrawn');
    expect(await subjects(admin.email)).toContain('Withdrawn: Kente Works');
    expect((await owner.post(`${path}/messages`, { text: 'Thank you.' })).status).toBe(201);
  });

  test('undone within its seconds, everything is as it was, what was decided included', async () => {
    const { owner, path, receipt_number } = await world();
    await admin.patch(`${path}/admin`, { decision: 'approved', funding_stage: 'SEED' });
    const before = await seen(path);
    const withdrawn = await withdraw(owner, path);
    expect(withdrawn.status).toBe(201);
    expect(await seen(path)).toMatchObject({
      ...{ decision: 'undecided', is_approved: false, decided_by: null },
    });
    const back = await takeBack(owner, path);
    expect([back.status, back.body.withdrawal, back.body.undo_seconds]).toEqual([
      200,
      null,
      undefined,
    ]);
    const {
      updated_at: _,
      changed_since_read: __,
      undo_seconds: waits,
      ...after
    } = await seen(path);
    expect(before).toMatchObject({ ...after, readers: [] });
    expect(waits).toBeGreaterThan(0);
    expect(await code(takeBack(owner, path))).toEqual([409, 'not_withdrawn']);
    await settled();
    expect((await app.visitor.get(`/receipts/${receipt_number}`)).body.state).toBe('complete');
    const events = async (who: Person) =>
      (await who.get(`${path}/timeline`)).body.map(({ event }: { event: string }) => event);
    expect(await events(owner)).not.toContain('withdrawn');
    expect(await events(admin)).toEqual(expect.arrayContaining(['withdrawn', 'reinstated']));
    expect((await subjects(owner.email)).join()).not.toMatch(/withdrawn|again/);
  });

  test('undone, its decision is told as the program announces by then', async () => {
    const told = async (from: string, to: string) => {
      const { owner, path, program } = await world();
      const announce = (announces: string) => admin.patch(`/programs/${program}`, { announces });
      await announce(from);
      await admin.patch(`${path}/admin`, { decision: 'approved' });
      await withdraw(owner, path);
      expect((await announce(to)).status).toBe(200);
      expect((await takeBack(owner, path)).status).toBe(200);
      await settled();
      await announceDue(app.services);
      return (await owner.get(path)).body.decision;
    };
    expect(await told('at_once', 'together')).toBe('undecided');
    expect(await told('together', 'at_once')).toBe('approved');
  });

  test('taken back just before its seconds are carried out, it stays as it is', async () => {
    const { owner, path, receipt_number } = await world();
    await withdraw(owner, path);
    await passUndo();
    const { db } = app.services;
    const write: typeof db.write = async (work) => {
      await takeBack(admin, path, { reason: REASON });
      return db.write(work);
    };
    await settleWithdrawals({ ...app.services, db: { ...db, write } });
    expect((await seen(path)).withdrawal).toBeNull();
    expect((await app.visitor.get(`/receipts/${receipt_number}`)).body.state).toBe('complete');
    expect((await subjects(owner.email)).at(-1)).toBe('Your proposal Kente Works counts again');
  });

  test('an admin withdraws it at any time, with a reason, and takes it back later', async () => {
    const { owner, path, receipt_number } = await world(false);
    const asked = { decision: 'declined', decline_reason: 'Not this time, sorry.' };
    await admin.patch(`${path}/admin`, asked);
    for (const body of [{}, { reason: 'short' }, { reason: 'x'.repeat(2001) }, { reason: 7 }]) {
      const refused = await withdraw(admin, path, body);
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['reason']]);
    }
    const options = { headers: { 'idempotency-key': `withdraw-${engine}` } };
    const first = await admin.post(`${path}/withdrawal`, { reason: REASON }, options);
    const again = await admin.post(`${path}/withdrawal`, { reason: REASON }, options);
    expect([first.status, again.body]).toEqual([201, first.body]);
    await settled();
    expect((await owner.get(path)).body).toMatchObject({
      ...{ decision: 'undecided', decline_reason: null },
      withdrawal: { by: 'firm', reason: REASON },
    });
    expect(await subjects(owner.email)).not.toContain('Decision on Kente Works');
    expect(await code(takeBack(admin, path, { reason: 'no' }))).toEqual([422, 'invalid']);
    expect((await takeBack(admin, path, { reason: REASON })).status).toBe(200);
    expect((await owner.get(path)).body).toMatchObject({ withdrawal: null, decision: 'undecided' });
    expect((await app.visitor.get(`/receipts/${receipt_number}`)).body.state).toBe('complete');
    expect(await subjects(owner.email)).toContain('Your proposal Kente Works counts again');
    const log = (await admin.get(`/audit/?entity_id=${path.split('/').at(-1)}`)).body;
    expect(log.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['proposals.withdraw', 'proposals.reinstate']),
    );
    for (const role of ['viewer', 'editor', 'judge', 'applicant'] as const) {
      const other = await app.signIn({ role });
      expect((await withdraw(other, path)).status).toBe(role === 'applicant' ? 404 : 403);
    }
  });

  test('what the owner was told can’t be withdrawn; an open request is cancelled', async () => {
    const told = await world();
    await admin.patch(`/programs/${told.program}`, { announces: 'together' });
    const asked = await world();
    const due_at = days(3, app.services.clock()).toISOString();
    const ask = { text: 'More, please.', fields: ['pitch_deck'], due_at };
    expect((await admin.post(`${asked.path}/requests`, ask)).status).toBe(201);
    await admin.patch(`${told.path}/admin`, { decision: 'approved' });
    const race = await Promise.all([
      withdraw(told.owner, told.path),
      admin.post(`/programs/${told.program}/announce`, {}),
    ]);
    const decision = (await told.owner.get(told.path)).body.decision;
    const [withdrawn, announced] = race.map(({ status }) => status);
    expect([withdrawn, announced, decision]).toEqual(
      withdrawn === 201 ? [201, 200, 'undecided'] : [409, 200, 'approved'],
    );
    if (withdrawn !== 201)
      expect(await code(withdraw(admin, told.path, { reason: REASON }))).toEqual([409, 'decided']);
    expect((await withdraw(asked.owner, asked.path)).status).toBe(201);
    await settled();
    expect((await asked.owner.get(`${asked.path}/requests`)).body).toMatchObject([
      { state: 'cancelled' },
    ]);
  });

  test('lists, counts, exports and mailings know it as withdrawn', async () => {
    const { owner, path, program, id } = await world();
    await withdraw(owner, path);
    const found = async (query: string) =>
      (await admin.get(`/proposals/admin/all?program_id=${program}${query}`)).body.length;
    expect(await found('')).toBe(1);
    expect(await found('&decision=withdrawn')).toBe(1);
    for (const decision of ['undecided', 'approved', 'declined'])
      expect(await found(`&decision=${decision}`)).toBe(0);
    const { body } = await admin.get(`/proposals/admin/summary?program_id=${program}`);
    expect(body.decision).toEqual({ undecided: 0, approved: 0, declined: 0, withdrawn: 1 });
    expect([body.total, body.unread, body.nobody]).toEqual([1, 0, 0]);
    const csv = await admin.get(`/proposals/admin/export-full.csv?program_id=${program}`);
    const [head, row] = csv.text
      .replace('\ufeff', '')
      .split('\r\n')
      .map((line) => line.split(','));
    expect(row![head!.indexOf('Withdrawn')]).toMatch(/^20/);
    expect(row![head!.indexOf('Decision')]).toBe('undecided');
    const mailing = (filter: object) =>
      admin.post('/mailings/', { filter, subject: 'News', text: 'Hello', preview: true });
    const all = await mailing({ program_id: program });
    expect(all.body.people ?? 0).toBe(0);
    expect((await mailing({ program_id: program, decision: 'withdrawn' })).body.people).toBe(1);
    const data = await owner.get('/auth/me/data');
    expect(data.status).toBe(200);
    expect((await owner.get('/proposals/')).body).toMatchObject([{ id, decision: 'undecided' }]);
  });

  describe('in a round', () => {
    let judges: Person[];
    beforeAll(async () => {
      admin = await app.signIn({ role: 'admin' });
      judges = [];
      for (let count = 0; count < 3; count += 1) judges.push(await joinAsJudge(app, admin));
    });

    async function round(count = 3) {
      const program = await insertProgram(app.services, { deadline_date: days(-2) });
      const applied: Application[] = [];
      for (let index = 0; index < count; index += 1)
        applied.push(await insertApplication(app, program.id));
      const opening = { judges, places: 1, round: { is_final: true } };
      const id = await openRound(app, admin, program.id, opening);
      return { id, applied, programId: program.id, path: `/rounds/${id}` };
    }
    const entryOf = async (path: string, id: string) =>
      (await admin.get(`${path}/entries`)).body.find((one: any) => one.proposal_id === id);

    test('its entry leaves after the seconds, and comes back with it', async () => {
      const { applied, path } = await round();
      const { person, id } = applied[0]!;
      expect((await withdraw(person, `/proposals/${id}`)).status).toBe(201);
      expect((await entryOf(path, id)).state).toBe('in');
      await settled();
      expect(await entryOf(path, id)).toMatchObject({
        ...{ state: 'withdrawn', reason: 'Withdrawn by the applicant' },
      });
      const queue = await judges[0]!.get(`/reviews/?round_id=${path.split('/').at(-1)}`);
      expect(queue.body).toHaveLength(2);
      const back = { state: 'in' };
      expect(await code(admin.patch(`${path}/entries/${id}`, back))).toEqual([409, 'withdrawn']);
      const reason = { reason: REASON };
      expect((await takeBack(admin, `/proposals/${id}`, reason)).status).toBe(200);
      expect(await entryOf(path, id)).toMatchObject({ state: 'in', reason: null, reviews: 3 });
    });

    test('its planned outcome is cleared, the desk hears of the free place, and a seal is final', async () => {
      const { applied, path } = await round(4);
      for (const judge of judges)
        await submitAll(judge, path.split('/').at(-1)!, () => [3, 3, 3, 3]);
      await admin.post(`${path}/close`);
      await admin.put(`${path}/decisions`, { from_ranking: true });
      const chosen = (await admin.get(`${path}/decisions`)).body;
      const first = chosen.find(({ outcome }: any) => outcome === 'selected').proposal_id;
      const { person } = applied.find(({ id }) => id === first)!;
      const race = await Promise.all([
        withdraw(person, `/proposals/${first}`),
        admin.post(`${path}/seal`, {}),
      ]);
      expect(race.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
      if (race[1].status === 200) {
        expect(race[0].body.code).toBe('round_sealed');
        await admin.post(`${path}/unseal`, { reason: 'Somebody wants to withdraw.' });
        await withdraw(person, `/proposals/${first}`);
      }
      expect(await code(admin.post(`${path}/seal`, {}))).toEqual([409, 'withdrawn']);
      const decided = { rows: [{ proposal_id: first, outcome: 'not_selected', reason: REASON }] };
      expect(await code(admin.put(`${path}/decisions`, decided))).toEqual([409, 'withdrawn']);
      await settled();
      expect(await entryOf(path, first)).toMatchObject({ state: 'withdrawn', outcome: null });
      await expect
        .poll(() =>
          app
            .readMails(admin.email)
            .join('\n')
            .replace(/=\r?\n/g, ''),
        )
        .toContain('a place is free');
      await admin.put(`${path}/decisions`, { from_ranking: true });
      expect((await admin.post(`${path}/seal`, {})).status).toBe(200);
      expect(await code(takeBack(admin, `/proposals/${first}`, { reason: REASON }))).toEqual([
        ...[409, 'in_round'],
      ]);
      const other = applied.find(({ id }) => id !== first)!;
      expect(await code(withdraw(other.person, `/proposals/${other.id}`))).toEqual([
        ...[409, 'round_sealed'],
      ]);
    });

    test('an opening leaves it out, and from then on it stays out', async () => {
      const program = await insertProgram(app.services, { deadline_date: days(-2) });
      const gone = await insertApplication(app, program.id);
      await insertApplication(app, program.id);
      await withdraw(gone.person, `/proposals/${gone.id}`);
      const id = await openRound(app, admin, program.id, { judges, places: 1 });
      expect((await admin.get(`/rounds/${id}/entries`)).body).toHaveLength(1);
      expect(await code(takeBack(gone.person, `/proposals/${gone.id}`))).toEqual([409, 'in_round']);
    });

    test('an opening for other regions keeps it from nothing', async () => {
      const program = await insertProgram(app.services, { deadline_date: days(-2) });
      const gone = await insertApplication(app, program.id, { region: 'Volta' });
      await insertApplication(app, program.id, { region: 'Ashanti' });
      await withdraw(gone.person, `/proposals/${gone.id}`);
      const round = { regions: ['Ashanti'] };
      await openRound(app, admin, program.id, { judges, places: 1, round });
      expect((await takeBack(gone.person, `/proposals/${gone.id}`)).status).toBe(200);
    });
  });

  test('a season whose withdrawal can still be taken back is not settled', async () => {
    const { owner, path, id, program } = await world();
    await withdraw(owner, path);
    const preview = async () => {
      const { body } = await admin.post(`/programs/${program}/end`, { title: '', preview: true });
      return body.refused;
    };
    expect(await preview()).toMatchObject([
      { id, reason: 'Its withdrawal can still be taken back.' },
    ]);
    await settled();
    expect(await preview()).toEqual([]);
  });

  test('withdrawn while an admin decides: one after the other, and one mail, which is true', async () => {
    for (const undoSeconds of [0, UNDO_SECONDS])
      for (const isFirst of [true, false]) {
        const { config } = app.services;
        Object.assign(app.services, { config: { ...config, undoSeconds } });
        const name = `Race ${undoSeconds} ${isFirst}`;
        const { owner, path, receipt_number } = await world(true, name);
        const change = { decision: 'declined', decline_reason: 'It does not fit the program.' };
        const decide = () => admin.patch(`${path}/admin`, change);
        const leave = () => withdraw(owner, path);
        const [gone, decided] = isFirst
          ? await Promise.all([leave(), decide()])
          : ((await Promise.all([decide(), leave()])).toReversed() as any);
        // A decision that its owner has not heard of falls with the withdrawal.
        const other = undoSeconds === 0 ? ['decided', undefined] : [undefined, undefined];
        expect([[undefined, 'withdrawn'], other]).toContainEqual([
          ...[gone.body.code, decided.body.code],
        ]);
        const isWithdrawn = gone.status === 201;
        if (isWithdrawn) expect(gone.body.undo_seconds).toBe(undoSeconds);
        Object.assign(app.services, { config });
        await settled();
        await announceDue(app.services);
        const after = await seen(path);
        expect([after.decision, after.withdrawal !== null]).toEqual([
          isWithdrawn ? 'undecided' : 'declined',
          isWithdrawn,
        ]);
        const receipt = (await app.visitor.get(`/receipts/${receipt_number}`)).body;
        expect(receipt.state).toBe(isWithdrawn ? 'withdrawn' : 'complete');
        const news = (await subjects(owner.email)).filter((subject) => subject.includes(name));
        expect(news).toEqual([
          isWithdrawn
            ? `Your proposal ${name} has been withdrawn`
            : expect.not.stringContaining('withdrawn'),
        ]);
        const desk = (await subjects(admin.email)).filter((subject) => subject.includes(name));
        expect(desk).toEqual(isWithdrawn ? [`Withdrawn: ${name}`] : []);
      }
  });
});
