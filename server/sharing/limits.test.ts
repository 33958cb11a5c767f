/** What is refused to people who work on a proposal together, and what is left of who has gone. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { DRAFTS } from '#domain/constants.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { storedKeys, submit } from '#tests/proposal-forms.ts';
import { sharingIn, type SharingWorld } from '#tests/sharing-world.ts';
import { beginUpload, headOf, patch } from '#tests/tus-uploads.ts';
import { AT_THE_MACHINE, erasePerson } from '#server/accounts/erasure-service.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';
import { forgetUnanswered } from './sharing.ts';

describe.each(ENGINES)('limits of working together, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let sharing: SharingWorld;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    sharing = sharingIn(app);
  });
  afterAll(() => app.close());

  test('who may not see it hears nothing of what is wrong with a request', async () => {
    const { owner, path } = await sharing.startDraft();
    const { person: member } = await sharing.join(path, owner);
    const { proposal } = await submit(app.services, owner);
    const ofProposal = `/proposals/${proposal.id}`;
    const { person: partner } = await sharing.join(ofProposal, owner);
    const stranger = await app.signIn();
    for (const [shared, other] of [
      [path, member],
      [ofProposal, partner],
    ] as const)
      for (const call of ['owner', 'members']) {
        const statuses = [];
        for (const person of [stranger, other, owner])
          statuses.push((await person.post(`${shared}/${call}`, {})).status);
        expect([call, ...statuses]).toEqual([call, 404, 403, 422]);
      }
    expect((await admin.post(`/proposals/${randomUUID()}/owner`, {})).status).toBe(404);
    expect((await admin.post(`${ofProposal}/owner`, {})).status).toBe(422);
  });

  test('of an ended season nobody is invited and nobody joins, in words for them', async () => {
    const { owner, program, path } = await sharing.startDraft();
    const friend = await app.signIn();
    await owner.post(`${path}/members`, { email: friend.email });
    const link = `/invitations/${await sharing.tokenTo(friend.email)}`;
    await app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: days(-1) })
      .where('id', '=', program.id)
      .execute();
    const { title } = program;
    expect((await admin.post(`/programs/${program.id}/end`, { title })).status).toBe(200);
    for (const refused of [
      await friend.post(link),
      await owner.post(`${path}/members`, { email: 'late@example.com' }),
    ])
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        ...[409, 'program_ended'],
        'The season of this program has ended, so nobody can be added any more.',
      ]);
  });

  test('an invitation that nobody answered frees its place and is forgotten; members stay', async () => {
    const { owner, draft, path } = await sharing.startDraft();
    const { person: member } = await sharing.join(path, owner);
    const ask = async (name: string) =>
      (await owner.post(`${path}/members`, { email: `${name}-${draft.id}@example.com` })).status;
    for (const name of ['two', 'three', 'four', 'five']) expect(await ask(name)).toBe(201);
    expect(await ask('six')).toBe(409);
    await app.services.db.read
      .updateTable('members')
      .set({ expires_at: days(-40) })
      .where('draft_id', '=', draft.id)
      .execute();
    expect(await ask('six')).toBe(201);
    await forgetUnanswered(app.services);
    expect((await owner.get(path)).body.members).toMatchObject([
      { email: member.email, state: 'accepted' },
      { email: `six-${draft.id}@example.com`, state: 'invited' },
    ]);
    expect((await member.get(path)).status).toBe(200);
  });

  test('how often one owner has invited somebody does not keep another from inviting them', async () => {
    const friend = await app.signIn();
    const ask = async ({ owner, path }: { owner: Person; path: string }) =>
      (await owner.post(`${path}/members`, { email: friend.email })).status;
    const [one, other] = [await sharing.startDraft(), await sharing.startDraft()];
    for (const status of [201, 200, 200, 429]) expect(await ask(one)).toBe(status);
    expect(await ask(other)).toBe(201);
  });

  test('what the firm asks of a proposal only its owner answers', async () => {
    const owner = await app.signIn();
    const { id: program_id } = await insertProgram(app.services, { deadline_date: days(2) });
    const { proposal } = await submit(app.services, owner, { program_id });
    const path = `/proposals/${proposal.id}`;
    const { person: member } = await sharing.join(path, owner);
    const programs = app.services.db.read.updateTable('programs');
    await programs
      .set({ deadline_date: days(-1) })
      .where('id', '=', program_id)
      .execute();
    const asked = { text: 'Where exactly?', fields: ['business_location'], due_at: days(5) };
    const { body: request } = await admin.post(`${path}/requests`, asked);
    expect((await member.patch(path, { business_location: 'Wa' })).status).toBe(200);
    const answers = [];
    for (const person of [member, owner])
      answers.push(await person.post(`${path}/requests/${request.id}/answer`));
    expect(answers.map(({ status, body }) => [status, body.code ?? body.state])).toEqual([
      [403, 'owner_only'],
      [200, 'answered'],
    ]);
  });

  test('whoever has more time than the owner keeps it with what they are handed', async () => {
    const { owner, program, path } = await sharing.startDraft();
    const { person: member, memberId } = await sharing.join(path, owner);
    const [earlier, later] = [days(40).toISOString(), days(50).toISOString()];
    for (const [{ email }, until] of [
      [owner, earlier],
      [member, later],
    ] as const) {
      const extension = { email, until, reason: 'No power in Wa.' };
      expect((await admin.post(`/programs/${program.id}/extensions`, extension)).status).toBe(201);
    }
    expect((await owner.post(`${path}/owner`, { member_id: memberId })).status).toBe(200);
    const { body } = await member.get(path);
    expect([body.my_role, body.extended_until]).toEqual(['owner', later]);
  });

  test('whoever has as many drafts as there may be begins no other, and is handed none', async () => {
    const { owner, draft, path } = await sharing.startDraft();
    const { person: member, memberId } = await sharing.join(path, owner);
    const { read } = app.services.db;
    const row = await read
      .selectFrom('drafts')
      .selectAll()
      .where('id', '=', draft.id)
      .executeTakeFirstOrThrow();
    const programs = [];
    for (let count = 0; count <= DRAFTS.perApplicant; count += 1)
      programs.push(await insertProgram(app.services));
    const [next, ...others] = programs;
    const drafts = others.map(({ id: program_id }) => ({
      ...{ ...row, id: randomUUID(), user_id: member.id, saved_by: member.id, program_id },
      answers: JSON.stringify(row.answers),
    }));
    await read.insertInto('drafts').values(drafts).execute();
    for (const refused of [
      await member.put(`/drafts/${next!.id}`, { fields: { business_name: 'One more' } }),
      await owner.post(`${path}/owner`, { member_id: memberId }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'too_many_drafts']);
    expect((await member.delete(`/drafts/${others[0]!.id}`)).status).toBe(204);
    expect((await owner.post(`${path}/owner`, { member_id: memberId })).status).toBe(200);
  });

  test('an owner erased while a member uploads leaves nothing behind', async () => {
    const before = await storedKeys(app.services);
    for (const isFirst of [true, false]) {
      const { owner, draft, path } = await sharing.startDraft();
      const { person: member } = await sharing.join(path, owner);
      const deck = await makePdf({ pages: 3 });
      const half = deck.length >> 1;
      const upload = await beginUpload(member, { program_id: draft.id }, deck.length);
      expect((await patch(member, upload, 0, deck.subarray(0, half))).status).toBe(204);
      const erase = () =>
        erasePerson(app.services, owner.email, leaveRounds, { ...AT_THE_MACHINE, isShared: true });
      const send = () => patch(member, upload, half, deck.subarray(half));
      const [one, other] = isFirst
        ? await Promise.all([erase(), send()])
        : (await Promise.all([send(), erase()])).toReversed();
      expect(one).toMatchObject({ drafts: 1 });
      // Or busy: whoever sends it again hears 404.
      expect([204, 404, 423]).toContain((other as { status: number }).status);
      expect((await headOf(member, upload)).status).toBe(404);
      expect((await member.get(path)).status).toBe(404);
      expect(await storedKeys(app.services)).toEqual(before);
      const { read } = app.services.db;
      for (const table of ['drafts', 'draft_documents'] as const)
        expect(
          await read.selectFrom(table).select('id').where('user_id', '=', owner.id).execute(),
        ).toEqual([]);
      expect(
        await read.selectFrom('members').select('id').where('user_id', '=', member.id).execute(),
      ).toEqual([]);
    }
  });
});
