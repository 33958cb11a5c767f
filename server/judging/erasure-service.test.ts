/** What stays of an applicant who is erased when the results of a round are fixed already. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AT_THE_MACHINE, erasePerson } from '#server/accounts/erasure-service.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { checkRecord } from '#tests/check-record.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram, insertUser } from '#tests/factories.ts';
import {
  insertApplication,
  joinAsJudge,
  openRound,
  rubric,
  submitAll,
} from '#tests/judging-world.ts';
import { audit } from '../audit.ts';
import { leaveRounds } from './erasure-service.ts';
import { settleRounds } from './release-service.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let judges: Person[];
  beforeAll(async () => {
    app = await createTestAppOn(engine, { GRANTS_PREFIX: '360G-firm' });
    admin = await app.signIn({ role: 'admin' });
    judges = [];
    for (let count = 0; count < 3; count += 1) judges.push(await joinAsJudge(app, admin));
  });
  afterAll(() => app.close());

  /** All that the public can read of a round. */
  const readPublic = async (id: string, programId: string) => {
    const file = await app.visitor.get(`/public-record/rounds/${id}/seal.json`);
    const record = await app.visitor.get(`/public-record/${programId}`);
    const grants = await app.visitor.get(`/public-record/${programId}/grants.json`);
    const [round] = record.body.rounds;
    const all = [file.text, record.text, grants.text].join('\n');
    return { file: file.body, round, all };
  };
  let count = 0;
  /** Three are selected; the first has the best score, the others are equal. */
  const sealedWorld = async () => {
    const { id: programId } = await insertProgram(app.services, { deadline_date: days(-1) });
    count += 1;
    const name = `Mangoes of Kumasi ${count}`;
    const applied = [await insertApplication(app, programId, { business_name: name })];
    for (let more = 0; more < 2; more += 1) applied.push(await insertApplication(app, programId));
    const round = { is_final: true };
    const id = await openRound(app, admin, programId, { judges, places: 3, round });
    const entries = (await admin.get(`/rounds/${id}/entries`)).body;
    const best = entries.find((one: any) => one.proposal_id === applied[0]!.id).code;
    for (const judge of judges)
      await submitAll(judge, id, ({ code }) => Array(4).fill(code === best ? 5 : 3));
    const path = `/rounds/${id}`;
    await admin.post(`${path}/close`);
    await admin.put(`${path}/decisions`, { from_ranking: true });
    await admin.put(`${path}/decisions`, {
      rows: applied.map((one) => ({ proposal_id: one.id, amount: 1_000 })),
    });
    const { sha256 } = (await admin.post(`${path}/seal`, {})).body;
    return { id, programId, applied, person: applied[0]!.person, name, path, sha256 };
  };
  const standingsOf = async (path: string) =>
    (await admin.get(`${path}/ranking`)).body.map(
      ({ code, rank, score, is_near, outcome }: Record<string, unknown>) => ({
        ...{ code, rank, score, is_near, outcome },
      }),
    );
  /** What stays of somebody who was first: key, score and rank. */
  const expectNameless = async ({
    id,
    applied,
    programId,
    name,
    sha256,
  }: Awaited<ReturnType<typeof sealedWorld>>) => {
    const { file, round, all } = await readPublic(id, programId);
    expect(all).not.toContain(name);
    expect(file.entries).toMatchObject([
      { rank: 1, outcome: 'selected', business_name: null, region: null },
      { rank: 2, business_name: expect.any(String), region: 'Ashanti' },
      { rank: 3, business_name: expect.any(String), region: 'Ashanti' },
    ]);
    expect(round.selected).toHaveLength(2);
    expect(round.seals).toMatchObject([
      { sha256, withdrawn_at: expect.any(String), reason: expect.stringContaining('account') },
      { withdrawn_at: null, reason: null },
    ]);
    expect(round.seals[1].sha256).not.toBe(sha256);
    expect(await checkRecord(app.url, programId, applied[1]!.receipt)).toMatch(
      /^Screening is what was sealed and in order ; yours: rank [23], /,
    );
    const kept = await app.services.db.read
      .selectFrom('seals')
      .select('bytes')
      .where('round_id', '=', id)
      .execute();
    expect(JSON.stringify(kept)).not.toContain(name);
    const told = await app.services.db.read
      .selectFrom('mails')
      .select('recipient')
      .where('subject', '=', 'The results of Screening were sealed again')
      .where('recipient', 'in', [judges[0]!.email, admin.email])
      .execute();
    return told.map(({ recipient }) => recipient);
  };

  test('neither the log of entries and conflicts nor a mail to the firm keeps the name', async () => {
    const { id, name, applied, person } = await sealedWorld();
    const { clock, db } = app.services;
    const [proposal] = applied;
    const entries = db.read.selectFrom('entries').select('id').where('round_id', '=', id);
    const ofThem = entries.where('proposal_id', '=', proposal!.id);
    const entry = await ofThem.executeTakeFirstOrThrow();
    const acting = { clock, actor: { role: 'visitor' } as const };
    await db.write(async (tx) => {
      const text = { redacted_description: [null, `About ${name}`] };
      await audit(tx, acting, 'entry.update', 'entry', entry.id, text);
      const tie = { proposal_id: proposal!.id, reason: `Works for ${name}` };
      await audit(tx, acting, 'conflict.find', 'conflict', randomUUID(), { after: tie });
    });
    await person.post(`/proposals/${proposal!.id}/messages`, { text: 'Hello' });
    const sent = { state: 'sent', text: '', html: '' } as const;
    await db.read.updateTable('mails').set(sent).where('recipient', '=', admin.email).execute();
    const readAll = async () =>
      JSON.stringify([
        await db.read.selectFrom('audit_log').select(['changes', 'search_text']).execute(),
        await db.read.selectFrom('mails').select(['subject', 'text']).execute(),
      ]);
    expect((await readAll()).split(name).length).toBeGreaterThan(3);
    await erasePerson(app.services, person.email, leaveRounds);
    expect(await readAll()).not.toContain(name);
  });

  test('no table keeps the name of who left a round that is judged', async () => {
    const { read } = app.services.db;
    const { id: programId } = await insertProgram(app.services, { deadline_date: days(-1) });
    const name = 'Zabuvo Weavers';
    const { id: proposal, person } = await insertApplication(app, programId, {
      business_name: name,
    });
    for (let more = 0; more < 2; more += 1) await insertApplication(app, programId);
    const closes_at = days(7).toISOString();
    const { body } = await admin.post('/rounds/', {
      ...{ program_id: programId, name: 'One', places: 1, closes_at, criteria: rubric() },
      judge_ids: judges.map(({ id }) => id),
    });
    const path = `/rounds/${body.id}`;
    const text = `${name} sells cloth.`;
    await admin.patch(`${path}/entries/${proposal}`, { redacted_description: text });
    const { plan_sha256 } = (await admin.post(`${path}/open`, { preview: true })).body;
    expect((await admin.post(`${path}/open`, { plan_sha256 })).status).toBe(200);
    const readAll = async () => {
      const found: string[] = [];
      const tables = (await read.introspection.getTables()).map((table) => table.name);
      // An index of words without the words.
      for (const table of tables.filter((one) => !one.includes('_words'))) {
        const rows = await read
          .selectFrom(table as 'entries')
          .selectAll()
          .execute();
        if (/zabuvo/i.test(JSON.stringify(rows))) found.push(table);
      }
      return found;
    };
    expect(await readAll()).toContain('redactions');
    await erasePerson(app.services, person.email, leaveRounds);
    expect(await readAll()).toEqual([]);
  });

  test('whoever closes the account before a planned release is named by nothing that it publishes', async () => {
    const made = await sealedWorld();
    await admin.post(`${made.path}/release`, { at: days(2).toISOString() });
    const before = await standingsOf(made.path);
    await erasePerson(app.services, made.person.email, leaveRounds);
    expect(await standingsOf(made.path)).toEqual(before);
    expect((await admin.post(`${made.path}/release`, { preview: true })).body).toMatchObject({
      ...{ selected: 2, not_selected: 0, withdrawn: 1, mails: 2 },
    });
    const now = app.services.clock();
    app.setClock(days(3));
    await settleRounds(app.services);
    app.setClock(now);
    expect((await admin.get(made.path)).body.state).toBe('released');
    expect(await expectNameless(made)).toEqual(
      expect.arrayContaining([judges[0]!.email, admin.email]),
    );
  });

  test('whoever closes the account after the release is named no more, and the ranks stay', async () => {
    const made = await sealedWorld();
    await admin.post(`${made.path}/release`, {});
    const before = await standingsOf(made.path);
    expect((await readPublic(made.id, made.programId)).all).toContain(made.name);
    await erasePerson(app.services, made.person.email, leaveRounds);
    await expectNameless(made);
    expect(await standingsOf(made.path)).toEqual(before);
  });

  test('a seal that an admin withdrew forgets the name too, and the next one has neither name nor rank', async () => {
    const made = await sealedWorld();
    await admin.post(`${made.path}/unseal`, { reason: 'A reason was to be written more clearly.' });
    await erasePerson(app.services, made.person.email, leaveRounds);
    expect((await admin.post(`${made.path}/seal`, {})).status).toBe(200);
    expect((await admin.post(`${made.path}/release`, {})).body.state).toBe('released');
    const { file, all } = await readPublic(made.id, made.programId);
    expect(file.entries.map((one: any) => one.outcome)).toEqual([
      ...['selected', 'selected', 'withdrawn'],
    ]);
    expect(all).not.toContain(made.name);
    const kept = await app.services.db.read
      .selectFrom('seals')
      .select('bytes')
      .where('round_id', '=', made.id)
      .execute();
    expect(JSON.stringify(kept)).not.toContain(made.name);
    expect(await checkRecord(app.url, made.programId, made.applied[1]!.receipt)).toMatch(
      /^Screening is what was sealed and in order ; yours: rank [12], /,
    );
  });

  test.runIf(engine === 'postgres')(
    'nobody changes the record of an ended season while an account without an address leaves it',
    async () => {
      const { db, clock } = app.services;
      const { id, programId } = await sealedWorld();
      const kept = JSON.stringify({ conflicts: {}, selected: [] });
      await db.read.updateTable('rounds').set({ kept }).where('id', '=', id).execute();
      const person = await insertUser(app.services);
      const account = db.read.updateTable('users').set({ email: null });
      await account.where('id', '=', person.id).execute();
      await db.read
        .insertInto('receipts')
        .values({
          ...{ number: `PT-${person.id}`, user_id: person.id, program_id: programId },
          ...{ program_title: 'Cocoa', state: 'complete', received_at: clock(), documents: '{}' },
          ...{ content_sha256: '', signature: '', key_id: '' },
        })
        .execute();
      const listFree = () =>
        sql`select id from rounds where id = ${id} for update skip locked`.execute(db.read);
      expect((await listFree()).rows).toHaveLength(1);
      await erasePerson(app.services, person.id, leaveRounds, {
        ...AT_THE_MACHINE,
        begin: async () => expect((await listFree()).rows).toEqual([]),
      });
    },
  );
});
