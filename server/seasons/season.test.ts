/** A season from its end to the deletion of what is not approved. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { erasePerson } from '#server/accounts/erasure-service.ts';
import { purgeRows } from '#server/jobs/housekeeping.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';
import type { Person } from '#tests/app.ts';
import { createTestAppIn, WORLDS, type AppInWorld } from '#tests/engines/world.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { joinAsJudge, openRound, submitAll } from '#tests/judging-world.ts';
import { forgetSeasons, tellOfDeletions } from './deletion.ts';
import { deletionAheadForAdmins } from './mails.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { storedKeys, submissionTo, submit } from '#tests/proposal-forms.ts';
import { readZip } from '#tests/zip-files.ts';

const DAY = 86_400;
const REASON = 'The board wants to look at these once more.';

test.each([
  [0, 'No part of its archive has been'],
  [1, 'Only 1 of 3 parts of its archive has been'],
  [2, 'Only 2 of 3 parts of its archive have been'],
])('with %i parts fetched: %s downloaded', (fetched, words) => {
  const facts = { program: 'Trek', proposals: 2, deleteAt: new Date(), fetched, parts: 3 };
  expect(deletionAheadForAdmins(facts, 'https://trek.example').text).toContain(words);
});

describe.each(WORLDS)('a season, on %s', (world) => {
  let app: AppInWorld;
  let admin: Person;
  let programId: string;
  let title: string;
  let path: string;
  beforeAll(async () => {
    app = await createTestAppIn(world);
  });
  beforeEach(async () => {
    admin = await app.signIn({ role: 'admin' });
    const program = await insertProgram(app.services, { deadline_date: at(2) });
    ({ id: programId, title } = program);
    path = `/programs/${programId}`;
  });
  afterAll(() => app.close());

  const at = (count: number) => days(count, app.services.clock());
  const { read } = { read: () => app.services.db.read };
  /** Nobody is logged out meanwhile. */
  async function pass(count: number) {
    await read()
      .updateTable('sessions')
      .set({ expires_at: at(5000) })
      .execute();
    app.pass(count * DAY);
  }
  const send = async (business_name: string, owner?: Person) => {
    const person = owner ?? (await app.signIn());
    const sent = await submit(app.services, person, { business_name, program_id: programId });
    return { person, ...sent.proposal } as any;
  };
  /** On paper, in time; typed in after the deadline. */
  const enter = async (business_name: string) => {
    const person = await app.signIn();
    const form = await submissionTo(programId, {
      ...{ business_name, applicant_id: person.id, received_at: at(-2).toISOString() },
      ...{ reason: REASON, evidence: await makePdf() },
    });
    return { person, ...(await admin.post('/proposals/admin/on-behalf', form)).body };
  };
  const decide = (id: string, decision: string) =>
    admin.patch(`/proposals/${id}/admin`, {
      decision,
      ...(decision === 'declined' && { decline_reason: 'It does not fit the program.' }),
    });
  const end = (body: object = {}) => admin.post(`${path}/end`, { title, ...body });
  const mailsTo = async (email: string) =>
    (
      await read()
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', email)
        .orderBy('created_at')
        .execute()
    ).map(({ subject }) => subject);
  const refusal = ({ status, body }: { status: number; body: any }) => [status, body.code];
  const unzip = async (part: number) => {
    const answer = await fetch(`${app.url}/api/v1${path}/archive/${part}.zip`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const files = readZip(Buffer.from(await answer.arrayBuffer()));
    return { files, manifest: JSON.parse(files.get('manifest.json')!.toString()) };
  };

  test('ends once everything is settled, takes nothing more, and can be taken back', async () => {
    expect(refusal(await end())).toEqual([409, 'program_open']);
    const [one, two] = [await send('Shea of Tamale'), await send('Cocoa of Kumasi')];
    const owner = one.person as Person;
    await pass(3);
    const preview = await end({ preview: true, retention_months: 6 });
    expect(preview.body).toMatchObject({
      ...{ proposals: 2, approved: 0, people: 2, without_address: 0, documents: 4 },
      refused: [
        { id: one.id, reason: 'It is not decided yet.', name: 'Shea of Tamale' },
        { id: two.id },
      ],
    });
    expect(preview.body.bytes).toBeGreaterThan(1000);
    await decide(one.id, 'approved');
    const asked = await admin.post(`/proposals/${two.id}/requests`, {
      ...{ text: 'Which year is this?', fields: ['financials'], due_at: at(5) },
    });
    const refused = await end();
    expect(refusal(refused)).toEqual([409, 'not_settled']);
    expect(refused.body.refused.map((row: any) => row.id)).toEqual([two.id, asked.body.id]);
    await decide(two.id, 'declined');
    // Of what was asked for there is a version too, of the same files.
    expect((await end({ preview: true })).body).toMatchObject({ documents: 4, refused: [] });
    expect(await end({ title: 'Another' })).toMatchObject({
      status: 422,
      body: { fields: { title: expect.stringContaining('title') } },
    });
    for (const retention_months of [2, 121, 6.5, 'six'])
      expect((await end({ retention_months })).body.fields).toHaveProperty('retention_months');
    for (const person of [owner, app.visitor])
      expect((await person.post(`${path}/end`, { title })).status).toBe(
        person === owner ? 403 : 401,
      );

    const ended = await end({ retention_months: 6 });
    expect(ended.status).toBe(200);
    expect(ended.body).toMatchObject({ retention_months: 6, deleted_at: null });
    const { ended_at, delete_at } = ended.body;
    expect(new Date(delete_at).getUTCMonth()).toBe((new Date(ended_at).getUTCMonth() + 6) % 12);
    expect(refusal(await end())).toEqual([409, 'program_ended']);
    const seen = (await owner.get(path)).body;
    expect(seen).toMatchObject({ ended_at });
    expect(seen).not.toHaveProperty('delete_at');
    expect((await owner.get(`/proposals/${one.id}`)).body.delete_at).toBeNull();
    expect((await two.person.get('/proposals/')).body).toMatchObject([{ delete_at }]);
    expect(await mailsTo(owner.email)).toContain(`The season of ${title} has ended`);

    const stage = await admin.patch(`/proposals/${one.id}/admin`, { funding_stage: 'SEED' });
    expect(stage.status).toBe(200);
    const refusals = [
      await decide(two.id, 'approved'),
      await admin.post('/rounds/', { program_id: programId, name: 'Late' }),
      await admin.post(`/proposals/${two.id}/requests`, {
        ...{ text: 'Once more?', fields: ['financials'], due_at: at(5) },
      }),
      await admin.post(`${path}/extensions`, {
        ...{ email: owner.email, until: at(5).toISOString(), reason: REASON },
      }),
      await admin.patch(path, { deadline_date: at(9).toISOString() }),
      await admin.delete(path),
    ];
    for (const answer of refusals) expect(refusal(answer)).toEqual([409, 'program_ended']);
    const change = { decision: 'approved' };
    const bulk = await admin.post('/proposals/admin/bulk', { ids: [two.id], change });
    expect(bulk.body.refused).toMatchObject([{ id: two.id, reason: /has ended/ }]);
    expect((await admin.patch(path, { title: `${title}!` })).status).toBe(200);

    const without = await admin.delete(`${path}/end`, { body: { reason: 'No' } });
    expect(without.body.fields).toHaveProperty('reason');
    const back = await admin.delete(`${path}/end`, { body: { reason: REASON } });
    expect(back.body).toMatchObject({ ended_at: null, delete_at: null, retention_months: null });
    const again = await admin.delete(`${path}/end`, { body: { reason: REASON } });
    expect(refusal(again)).toEqual([409, 'program_not_ended']);
    expect((await mailsTo(owner.email)).at(-1)).toBe(`The season of ${title}! goes on`);
    expect(refusal(await admin.get(`${path}/archive`))).toEqual([409, 'program_not_ended']);
    expect((await decide(two.id, 'approved')).status).toBe(200);
    const { body: log } = await admin.get(`/audit/?entity_id=${programId}&action=programs.resume`);
    expect(log[0].changes).toContainEqual({ field: 'reason', before: null, after: REASON });
  });

  test('its archive is whole, part by part, and says what is missing', async () => {
    const [one, two] = [await send('Shea of Tamale'), await send('Cocoa of Kumasi')];
    await pass(3);
    await admin.post(`/proposals/${one.id}/notes`, { text: 'A note: =1+1' });
    // More than are read at once, several of the same instant.
    const notes = Array.from({ length: 230 }, (_, place) => ({
      ...{ id: randomUUID(), proposal_id: one.id, author_id: admin.id, text: `Note ${place}` },
      version: 1,
      ...{ created_at: at(1 + (place >> 5)), updated_at: at(1) },
    }));
    await read().insertInto('proposal_notes').values(notes).execute();
    const instants = new Map<string, number>(
      notes.map(({ id, created_at }) => [id, created_at.getTime()]),
    );
    await decide(one.id, 'approved');
    await decide(two.id, 'declined');
    await end();
    const { parts } = (await admin.get(`${path}/archive`)).body;
    expect(parts).toEqual([
      { part: 1, proposals: 0, bytes: expect.any(Number) },
      { part: 2, proposals: 2, bytes: expect.any(Number) },
    ]);
    expect(parts[0].bytes).toBeGreaterThan(2000);

    const data = await unzip(1);
    expect(JSON.parse(data.files.get('data/proposals.json')!.toString())).toMatchObject([
      { business_name: 'Shea of Tamale', decision: 'approved' },
      { business_name: 'Cocoa of Kumasi', email: two.person.email },
    ]);
    const noted = data.files.get('data/notes.csv')!.toString();
    expect(noted).toContain('A note: =1+1');
    expect(noted.trimEnd().split('\n')).toHaveLength(232);
    const kept = JSON.parse(data.files.get('data/notes.json')!.toString()).map(
      (row: any) => row.id,
    );
    const inOrder = [...instants.keys()].sort(
      (a, b) => instants.get(a)! - instants.get(b)! || (a < b ? -1 : 1),
    );
    expect(kept.filter((id: string) => instants.has(id))).toEqual(inOrder);
    expect(kept).toHaveLength(231);
    expect(data.files.get('data/audit.json')!.toString()).toContain('programs.end');
    expect(data.manifest).toMatchObject({ part: 1, missing: [] });
    for (const { path: name, bytes, sha256 } of data.manifest.files) {
      const file = data.files.get(name)!;
      expect([file.length, createHash('sha256').update(file).digest('hex')]).toEqual([
        bytes,
        sha256,
      ]);
    }

    rmSync(app.fileOf(two.document_urls.financials));
    await erasePerson(app.services, one.person.email, leaveRounds);
    const documents = await unzip(2);
    const folder = `documents/${two.receipt_number}`;
    expect([...documents.files.keys()]).toEqual([`${folder}/pitch_deck.pdf`, 'manifest.json']);
    expect(documents.manifest.missing).toEqual([
      {
        path: `documents/${one.receipt_number}`,
        reason: 'The proposal has been deleted.',
      },
      { path: `${folder}/financials.pdf`, reason: 'The file is not there.' },
    ]);
    expect((await admin.get(`${path}/archive/3.zip`)).status).toBe(404);
    expect((await admin.get(`${path}/archive/x.zip`)).status).toBe(404);
    const link = (await admin.get(`${path}/archive/2.zip?as=link`)).body.url;
    const linked = await fetch(link);
    expect(readZip(Buffer.from(await linked.arrayBuffer())).has('manifest.json')).toBe(true);
    const log = await admin.get(`/audit/?entity_id=${programId}&action=programs.archive`);
    expect(log.body).toHaveLength(3);
  });

  test('is deleted on its day, 30 days after the mails; what is approved and the record stay', async () => {
    const judges = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
    const sent = [await send('Shea of Tamale'), await send('Cocoa of Kumasi')];
    const other = await submit(app.services, sent[1].person, { business_name: 'Elsewhere' });
    await sent[1].person.post(`/proposals/${sent[1].id}/messages`, { text: 'A private matter' });
    await pass(3);
    sent.push(await enter('Gone'));
    const roundId = await openRound(app, admin, programId, {
      ...{ judges, places: 2, round: { reviews_per_proposal: 2 } },
    });
    await admin.post(`/rounds/${roundId}/conflicts`, {
      ...{
        judge_id: judges[0]!.id,
        proposal_id: sent[2].id,
        kind: 'family',
        reason: 'A cousin of the judge.',
      },
    });
    const codes = new Map(
      (await admin.get(`/rounds/${roundId}/entries`)).body.map((row: any) => [
        row.code,
        row.business_name,
      ]),
    );
    for (const judge of judges)
      await submitAll(judge, roundId, ({ code }) =>
        Array(4).fill(codes.get(code) === 'Gone' ? 2 : 5),
      );
    for (const step of ['close', 'decisions', 'seal', 'release'])
      await (step === 'decisions'
        ? admin.put(`/rounds/${roundId}/decisions`, { from_ranking: true })
        : admin.post(`/rounds/${roundId}/${step}`, {}));
    await admin.patch(`/proposals/${sent[0].id}/admin`, {
      ...{ decision: 'approved', correction_reason: 'The board has confirmed this one.' },
    });
    await admin.patch(`/proposals/${sent[1].id}/admin`, {
      ...{ decision: 'declined', decline_reason: 'The board chose others.' },
      correction_reason: 'The board chose others.',
    });
    const open = await end({ retention_months: 3 });
    expect(open.body.refused ?? open.status).toBe(200);
    const record = async () => {
      const { generated_at: _, ...rest } = (await app.visitor.get(`/public-record/${programId}`))
        .body;
      return rest;
    };
    const before = await record();
    expect([before.received, before.on_behalf]).toEqual([3, null]);
    expect(before.rounds[0].conflicts.recorded).toBe(1);
    expect(before.rounds[0].selected).toHaveLength(2);

    await pass(50);
    await purgeRows(app.services);
    expect(await mailsTo(sent[1].person.email)).not.toContainEqual(
      expect.stringContaining('We will delete'),
    );
    // Nothing ran until after the day: it is put off.
    await pass(60);
    await purgeRows(app.services);
    const told = (await admin.get(path)).body;
    expect(new Date(told.delete_at).getTime()).toBeGreaterThan(at(29).getTime());
    const mails = await mailsTo(sent[1].person.email);
    expect(mails.filter((subject) => subject.startsWith('We will delete'))).toHaveLength(1);
    expect(await mailsTo(sent[0].person.email)).not.toContainEqual(
      expect.stringContaining('We will delete'),
    );
    expect(await mailsTo(admin.email)).toContainEqual(
      expect.stringMatching(/^2 proposals of .* will be deleted on/),
    );
    await pass(29);
    await purgeRows(app.services);
    expect((await admin.get(`/proposals/${sent[2].id}/admin`)).status).toBe(200);

    await pass(2);
    await purgeRows(app.services);
    expect((await admin.get(path)).body.deleted_at).not.toBeNull();
    const back = await admin.delete(`${path}/end`, { body: { reason: REASON } });
    expect(refusal(back)).toEqual([409, 'season_deleted']);
    expect((await admin.get(`/proposals/${sent[0].id}/admin`)).status).toBe(200);
    for (const { id } of sent.slice(1))
      expect((await admin.get(`/proposals/${id}/admin`)).status).toBe(404);
    const rows = await read().selectFrom('documents').select('key').execute();
    const known = new Set(rows.map(({ key }) => key));
    const kept = await storedKeys(app.services, `${sent[1].person.id}/`);
    expect(kept.toSorted()).toEqual(Object.values(other.proposal.document_urls).toSorted());
    expect(
      (await storedKeys(app.services, `${sent[0].person.id}/`)).every((key) => known.has(key)),
    ).toBe(true);
    expect(await storedKeys(app.services, `${sent[2].person.id}/`)).toEqual([]);
    const receipt = await app.visitor.get(`/receipts/${sent[1].receipt_number}`);
    expect(receipt.body.state).toBe('complete');
    expect(await record()).toEqual(before);
    const reviews = await read()
      .selectFrom('judge_reviews')
      .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
      .select(['scores', 'strength', 'proposal_id'])
      .where('judge_reviews.round_id', '=', roundId)
      .execute();
    expect(reviews.filter(({ proposal_id }) => proposal_id === null)).toMatchObject(
      Array.from({ length: 4 }, () => ({ scores: {}, strength: '' })),
    );
    expect(reviews.filter(({ proposal_id }) => proposal_id)).toHaveLength(2);
    const { body: log } = await admin.get(`/audit/?entity_id=${sent[1].id}`);
    expect(log.length).toBeGreaterThan(2);
    expect(log.every((row: any) => row.changes.length === 0)).toBe(true);
    const { body: forgot } = await admin.get(
      `/audit/?entity_id=${programId}&action=programs.forget`,
    );
    expect(forgot[0].changes).toContainEqual({ field: 'proposals', before: null, after: 2 });

    // Closing the account still takes the name out of file and record.
    await erasePerson(app.services, sent[1].person.email, leaveRounds);
    const after = await record();
    expect(after.rounds[0].selected.map((row: any) => row.business_name)).toEqual([
      'Shea of Tamale',
    ]);
    const seal = await app.visitor.get(`/public-record/rounds/${roundId}/seal.json`);
    expect(seal.text).not.toContain('Cocoa of Kumasi');
    expect(seal.text).toContain('Shea of Tamale');
  });

  test('a deletion that breaks off at any write is taken up, and nothing that stays is lost', async () => {
    const sent = [];
    for (const name of ['Shea of Tamale', 'Cocoa of Kumasi', 'Gold of Tarkwa', 'Salt of Ada'])
      sent.push(await send(name));
    await pass(3);
    for (const [place, { id }] of sent.entries())
      await decide(id, place === 0 ? 'approved' : 'declined');
    await end({ retention_months: 3 });
    await pass(70);
    await purgeRows(app.services);
    await pass(31);
    const { files, db } = app.services;
    const whole = { delete: files.delete.bind(files), write: db.write.bind(db) };
    const isDone = async () => {
      const row = await read().selectFrom('programs').selectAll().where('id', '=', programId);
      return (await row.executeTakeFirstOrThrow()).deleted_at !== null;
    };
    try {
      for (let last = 1; !(await isDone()); last += 1) {
        let left = last;
        const orDie = async <R>(act: () => Promise<R>): Promise<R> => {
          left -= 1;
          if (left <= 0) throw new Error('killed');
          return act();
        };
        files.delete = (key) => orDie(() => whole.delete(key));
        db.write = (work) => orDie(() => whole.write(work));
        await forgetSeasons({ ...app.services, files, db });
        expect(last).toBeLessThan(30);
      }
    } finally {
      Object.assign(files, { delete: whole.delete });
      Object.assign(db, { write: whole.write });
    }
    const kept = await storedKeys(app.services, `${sent[0].person.id}/`);
    expect(kept.toSorted()).toEqual(Object.values(sent[0].document_urls).toSorted());
    for (const { person, id } of sent.slice(1)) {
      expect(await storedKeys(app.services, `${person.id}/`)).toEqual([]);
      expect((await admin.get(`/proposals/${id}/admin`)).status).toBe(404);
    }
    const { body: log } = await admin.get(`/audit/?entity_id=${programId}&action=programs.forget`);
    const counts = log.flatMap((row: any) => row.changes.map(({ after }: any) => after));
    expect(counts).toEqual([3, 6]);
  });

  test('nothing is deleted before its people were told, however long nothing ran', async () => {
    const { id, person } = await send('Shea of Tamale');
    await pass(3);
    await decide(id, 'declined');
    await end({ retention_months: 3 });
    await pass(100);
    const deleted = async () => {
      const count = await forgetSeasons(app.services);
      return [count, (await person.get(`/proposals/${id}`)).status];
    };
    expect(await deleted()).toEqual([0, 200]);
    await tellOfDeletions(app.services);
    expect(await deleted()).toEqual([0, 200]);
    await pass(31);
    expect(await deleted()).toEqual([1, 404]);
  });

  test('a season whose mails fail holds up no other one, and is told of by the next run', async () => {
    const other = await insertProgram(app.services, { deadline_date: at(2) });
    await pass(3);
    await tellOfDeletions(app.services);
    await end({ retention_months: 3 });
    await admin.post(`/programs/${other.id}/end`, { title: other.title, retention_months: 3 });
    await pass(70);
    const told = async () => {
      const rows = read().selectFrom('programs').select('delete_told_at');
      const both = await rows.where('id', 'in', [programId, other.id]).execute();
      return both.filter(({ delete_told_at: instant }) => instant !== null).length;
    };
    const { db } = app.services;
    let writes = 0;
    const write: typeof db.write = (work) => {
      writes += 1;
      return writes === 1 ? Promise.reject(new Error('killed')) : db.write(work);
    };
    await tellOfDeletions({ ...app.services, db: { ...db, write } });
    expect(await told()).toBe(1);
    await tellOfDeletions(app.services);
    expect(await told()).toBe(2);
    await pass(31);
    expect(await forgetSeasons(app.services)).toBe(0);
  });

  test('a part that is asked for again ends the fetch before; another one has to wait', async () => {
    await send('Shea of Tamale');
    await pass(3);
    const { id } = (await admin.get(`/proposals/admin/all?program_id=${programId}`)).body[0];
    await decide(id, 'declined');
    await end();
    const fetchPart = (part: number) =>
      fetch(`${app.url}/api/v1${path}/archive/${part}.zip`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
    // Documents that are long on their way, as over a bad line.
    const { files } = app.services;
    const get = files.get.bind(files);
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    files.get = async (key, bytes) => {
      const file = await get(key, bytes);
      begun.resolve();
      await held.promise;
      return file;
    };
    try {
      const first = fetchPart(2).then(
        async (answer) => (await answer.arrayBuffer()) && answer.status,
        () => 'broken off',
      );
      await begun.promise;
      const other = await fetchPart(1);
      expect([other.status, other.headers.has('retry-after')]).toEqual([429, true]);
      expect((await admin.get(`${path}/archive`)).status).toBe(200);
      const second = fetchPart(2).then(async (answer) => Buffer.from(await answer.arrayBuffer()));
      expect([429, 'broken off']).toContain(await first);
      files.get = get;
      held.resolve();
      expect(readZip(await second).size).toBe(3);
      expect((await fetchPart(1)).status).toBe(200);
    } finally {
      files.get = get;
      held.resolve();
    }
  });
});
