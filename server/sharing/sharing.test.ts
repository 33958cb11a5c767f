import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { fillDraft, FIELDS, placeDocument } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram, PASSWORD } from '#tests/factories.ts';
import { joinAsJudge, openRound } from '#tests/judging-world.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { formOf, submit } from '#tests/proposal-forms.ts';
import { sharingIn, type SharingWorld } from '#tests/sharing-world.ts';
import { beginUpload, headOf, patch } from '#tests/tus-uploads.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { erasePerson } from '#server/accounts/erasure-service.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';
import { forgetUnanswered } from './sharing.ts';

describe.each(ENGINES)('people who work on a proposal together, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    ({ tokensTo, tokenTo, subjectsTo, join, startDraft } = sharingIn(app));
  });
  afterAll(() => app.close());
  let { tokensTo, tokenTo, subjectsTo, join, startDraft } = {} as SharingWorld;

  test('an invitation is mailed, opened without effect, and accepted once, by the invited address', async () => {
    const { owner, program, draft, path } = await startDraft();
    expect(draft).toMatchObject({
      ...{ my_role: 'owner', members: [], owner: { first_name: 'Ama', last_name: 'Owusu' } },
      saved_by: { first_name: 'Ama', last_name: 'Owusu' },
    });
    const friend = await app.signIn({ first_name: 'Kofi', last_name: 'Boateng' });
    const invited = await owner.post(`/drafts/${program.id}/members`, {
      email: ` ${friend.email.toUpperCase()} `,
    });
    expect([invited.status, invited.body]).toEqual([
      201,
      {
        ...{ id: expect.any(String), first_name: null, last_name: null, email: friend.email },
        ...{ state: 'invited', expires_at: expect.any(String) },
      },
    ]);
    const first = await tokenTo(friend.email);
    const again = await owner.post(`${path}/members`, { email: friend.email });
    expect([again.status, again.body.id]).toEqual([200, invited.body.id]);
    const token = await tokenTo(friend.email, 2);
    expect((await app.visitor.get(`/invitations/${first}`)).status).toBe(404);
    const seen = await app.visitor.get(`/invitations/${token}`);
    expect(seen.body).toEqual({
      ...{ from: 'Ama Owusu', program_title: program.title, email: friend.email },
      expires_at: expect.any(String),
    });
    const link = `/invitations/${token}`;
    expect((await app.visitor.post(link)).status).toBe(401);
    expect((await admin.post(link)).status).toBe(403);
    const stranger = await app.signIn();
    const refused = await stranger.post(link);
    expect([refused.status, refused.body.code]).toEqual([409, 'other_address']);
    expect(refused.body.message).toContain(friend.email);
    expect((await friend.get(path)).status).toBe(404);
    const accepted = await friend.post(link);
    expect([accepted.status, accepted.body]).toEqual([
      200,
      { draft_id: draft.id, proposal_id: null },
    ]);
    for (const used of [await friend.post(link), await app.visitor.get(link)])
      expect([used.status, used.body.code]).toEqual([409, 'invitation_used']);
    const nothing = await owner.post(`${path}/members`, { email: friend.email });
    expect([nothing.status, nothing.body.state]).toEqual([200, 'accepted']);
    expect([...new Set(tokensTo(friend.email))]).toHaveLength(2);
    expect(await subjectsTo(owner.email)).toContain('Kofi Boateng joined your proposal');
    expect(await subjectsTo(friend.email)).toContain(
      `Ama Owusu invites you to work on a proposal for ${program.title}`,
    );
  });

  test('a member reads and edits all of a draft; only its owner submits, shares and deletes it', async () => {
    const { owner, program, draft, path } = await startDraft();
    const { person: member, memberId } = await join(path, owner);
    const shared = await member.get(path);
    expect(shared.body).toMatchObject({ id: draft.id, my_role: 'member', fields: FIELDS });
    expect(shared.body.members).toMatchObject([
      { id: memberId, first_name: 'Kofi', email: null, state: 'accepted' },
    ]);
    expect((await owner.get(path)).body.members[0].email).toBe(member.email);
    expect((await member.get('/drafts/')).body).toMatchObject([{ id: draft.id }]);
    // The program stands for the caller's own draft.
    expect((await member.get(`/drafts/${program.id}`)).status).toBe(404);

    const before = await owner.get(path);
    const etag = { headers: { 'if-match': shared.headers.get('etag')! } };
    const mine = { fields: { business_location: 'Tamale' } };
    const saved = await member.put(path, mine, etag);
    expect(saved.body).toMatchObject({ saved_by: { first_name: 'Kofi', last_name: 'Boateng' } });
    const late = { headers: { 'if-match': before.headers.get('etag')! } };
    const clash = await owner.put(path, { fields: { business_location: 'Ho' } }, late);
    expect(clash.status).toBe(412);
    expect(clash.text).not.toContain('Tamale');
    expect((await owner.get(`/drafts/${program.id}`)).body.fields.business_location).toBe('Tamale');

    const { digests } = await fillDraft(app.services, owner, program.id);
    const { proposal } = await submit(app.services, owner);
    const id = memberId;
    for (const refused of [
      await member.post(`${path}/submit`, { documents: digests }),
      await member.delete(path),
      await member.post(`${path}/members`, { email: 'third@example.com' }),
      await member.delete(`${path}/members/${id}`),
      await member.post(`${path}/owner`, { member_id: id }),
      await member.post(`${path}/from/${proposal.id}`),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'owner_only']);
      expect(refused.body.message).toContain('Ama Owusu');
    }
    expect((await owner.delete(`${path}/members/me`)).status).toBe(403);
    const stranger = await app.signIn();
    for (const refused of [
      await stranger.get(path),
      await stranger.put(path, mine),
      await stranger.post(`${path}/submit`, { documents: digests }),
      await stranger.delete(path),
      await stranger.post(`${path}/members`, { email: 'third@example.com' }),
      await stranger.delete(`${path}/members/me`),
      await stranger.post(`${path}/owner`, { member_id: id }),
      await stranger.get(`${path}/documents/pitch_deck`),
    ])
      expect(refused.status).toBe(404);
    expect((await member.get(`${path}/documents/pitch_deck`)).status).toBe(200);

    const sent = await owner.post(`${path}/submit`, { documents: digests });
    expect([sent.status, sent.body.my_role]).toEqual([201, 'owner']);
    expect(sent.body.members).toMatchObject([{ id, state: 'accepted' }]);
    const repeated = await owner.post(`${path}/submit`, { documents: digests });
    expect([repeated.status, repeated.body.id]).toEqual([201, sent.body.id]);
    const received = `Your proposal for ${program.title} has been received`;
    expect(await subjectsTo(member.email)).toContain(received);
    const asMember = await member.get(`/proposals/${sent.body.id}`);
    expect(asMember.body).toMatchObject({ my_role: 'member', members: [{ id, email: null }] });
    expect((await member.get('/proposals/')).body).toMatchObject([
      { id: sent.body.id, my_role: 'member' },
    ]);
  });

  test('a member edits, reads and writes a submitted proposal, and finds it by its words', async () => {
    const owner = await app.signIn({ first_name: 'Ama', last_name: 'Owusu' });
    const own = await app.signIn({ first_name: 'Efua', last_name: 'Quartey-Zed' });
    const { proposal } = await submit(app.services, owner, { business_name: 'Keta Salt' });
    await submit(app.services, own, { business_name: 'Her Own' });
    const path = `/proposals/${proposal.id}`;
    const invited = await owner.post(`${path}/members`, { email: own.email });
    const before = await owner.get(path);
    await own.post(`/invitations/${await tokenTo(own.email)}`);
    const after = await owner.get(path);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect((await own.get('/proposals/?q=keta')).body).toHaveLength(1);
    expect((await own.get('/proposals/?sort=business_name')).body).toMatchObject([
      { business_name: 'Her Own', my_role: 'owner' },
      { business_name: 'Keta Salt', my_role: 'member' },
    ]);
    const deck = await makePdf({ pages: 3 });
    const edited = await own.patch(path, formOf({ business_location: 'Keta', pitch_deck: deck }), {
      headers: { 'if-match': before.headers.get('etag')! },
    });
    expect([edited.status, edited.body.business_location]).toEqual([200, 'Keta']);
    expect(edited.body.document_urls.pitch_deck).toMatch(new RegExp(`^${owner.id}/`));
    for (const kind of ['timeline', 'versions', 'results', 'requests', 'messages'])
      expect((await own.get(`${path}/${kind}`)).status).toBe(200);
    expect((await own.get(`${path}/documents/pitch_deck`)).status).toBe(200);
    await own.post(`${path}/messages`, { text: 'Is the deck readable?' });
    expect((await owner.get(`${path}/messages`)).body).toMatchObject([
      { from: 'applicant', author: 'Efua Quartey-Zed', text: 'Is the deck readable?' },
    ]);
    const removed = await own.delete(path);
    expect([removed.status, removed.body.code]).toEqual([403, 'owner_only']);

    // Its receipt is its owner's, and so is the place in the admins' search.
    const receipt = await app.services.db.read
      .selectFrom('receipts')
      .select('user_id')
      .where('number', '=', edited.body.receipt_number)
      .executeTakeFirstOrThrow();
    expect(receipt.user_id).toBe(owner.id);
    const found = await admin.get('/proposals/admin/all?q=quartey-zed');
    expect(found.body.map(({ id }: any) => id)).toContain(proposal.id);
    expect((await admin.get(`${path}/admin`)).body.members).toMatchObject([
      { first_name: 'Efua', email: own.email, state: 'accepted' },
    ]);

    expect((await own.delete(`${path}/members/me`)).status).toBe(204);
    expect((await own.get(path)).status).toBe(404);
    expect((await own.get(`${path}/messages`)).status).toBe(404);
    expect((await own.get('/proposals/')).body).toHaveLength(1);
    const gone = await admin.get('/proposals/admin/all?q=quartey-zed');
    expect(gone.body.map(({ id }: any) => id)).not.toContain(proposal.id);
    expect((await owner.delete(`${path}/members/${invited.body.id}`)).status).toBe(404);
    const sentences = (await owner.get(`${path}/timeline`)).body.map(
      ({ sentence }: any) => sentence,
    );
    expect(sentences).toContain('Efua Quartey-Zed joined your proposal.');
    expect(sentences).toContain('Efua Quartey-Zed left your proposal.');
  });

  test('owner and member send one file at once: the later one stays, and each may be removed', async () => {
    const { owner, path, draft } = await startDraft();
    const { person: member, memberId } = await join(path, owner);
    const [first, second] = [await makePdf({ pages: 2 }), await makePdf({ pages: 4 })];
    const mine = await beginUpload(owner, { program_id: draft.program_id }, first.length);
    await patch(owner, mine, 0, first.subarray(0, 200));
    const theirs = await beginUpload(member, { program_id: draft.id }, second.length);
    expect((await patch(owner, mine, 200, first.subarray(200))).status).toBe(404);
    expect((await patch(member, theirs, 0, second.subarray(0, 100))).status).toBe(204);
    // Either of both goes on.
    expect((await headOf(owner, theirs)).headers.get('upload-offset')).toBe('100');
    expect((await patch(owner, theirs, 100, second.subarray(100))).status).toBe(204);
    const sha256 = createHash('sha256').update(second).digest('hex');
    expect((await owner.get(path)).body.documents.pitch_deck).toMatchObject({
      ...{ state: 'ready', sha256 },
    });
    const third = await beginUpload(member, { program_id: draft.id }, first.length);
    await owner.delete(`${path}/members/${memberId}`);
    expect((await patch(member, third, 0, first)).status).toBe(404);
    expect((await member.get(path)).status).toBe(404);
    expect(await subjectsTo(member.email)).toContain(
      `You are no longer part of a proposal for ${draft.program_title}`,
    );
  });

  test('limits: five at a time, three a day to one address, twenty in all, the same for everybody', async () => {
    const { owner, path } = await startDraft();
    const ask = (email: string) => owner.post(`${path}/members`, { email });
    expect((await ask(owner.email)).body.fields).toHaveProperty('email');
    expect((await ask('no address')).status).toBe(422);
    const known = await app.signIn();
    const judge = await app.signIn({ role: 'judge' });
    const answers = [
      await ask(known.email),
      await ask(judge.email),
      await ask('nobody@example.com'),
    ];
    const shapeOf = ({ status, body }: { status: number; body: object }) => [
      status,
      { ...body, id: 0, email: 0, expires_at: 0 },
    ];
    expect(answers.map(shapeOf)).toEqual(Array(3).fill(shapeOf(answers[2]!)));
    await ask('four@example.com');
    const fifth = await ask('five@example.com');
    const sixth = await ask('six@example.com');
    expect([sixth.status, sixth.body.code]).toEqual([409, 'too_many_members']);
    for (const status of [200, 200, 429])
      expect((await ask('five@example.com')).status).toBe(status);
    // Seven so far: thirteen more.
    await owner.delete(`${path}/members/${fifth.body.id}`);
    for (let sent = 0; sent < 13; sent += 1) {
      const { status, body } = await ask(`more-${sent}@example.com`);
      expect(status).toBe(201);
      await owner.delete(`${path}/members/${body.id}`);
    }
    const over = await ask('over@example.com');
    expect([over.status, over.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(86_000);
  });

  test('once editing is locked an admin invites; who did not answer is forgotten', async () => {
    const owner = await app.signIn();
    const program = await insertProgram(app.services, { deadline_date: days(2) });
    const { proposal } = await submit(app.services, owner, { program_id: program.id });
    const path = `/proposals/${proposal.id}/members`;
    const early = await admin.post(path, { email: 'late@example.com' });
    expect([early.status, early.body.code]).toEqual([409, 'editing_open']);
    await app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: days(-1) })
      .where('id', '=', program.id)
      .execute();
    const late = await owner.post(path, { email: 'late@example.com' });
    expect([late.status, late.body.code]).toEqual([409, 'deadline_passed']);
    expect((await admin.post(path, { email: 'late@example.com' })).status).toBe(201);
    expect(
      (await (await app.signIn({ role: 'viewer' })).post(path, { email: 'x@y.com' })).status,
    ).toBe(403);
    const token = await tokenTo('late@example.com');
    app.pass(15 * 86_400);
    const old = await app.visitor.get(`/invitations/${token}`);
    expect([old.status, old.body.code]).toEqual([409, 'invitation_expired']);
    app.pass(30 * 86_400);
    await forgetUnanswered(app.services);
    expect((await app.visitor.get(`/invitations/${token}`)).status).toBe(404);
    app.setClock(new Date());
  });

  test('a draft is handed over with its uploads and receipts, and its owner stays a member', async () => {
    const { owner, program, draft, path } = await startDraft();
    const { person: member, memberId } = await join(path, owner);
    await placeDocument(app.services, owner, program.id, 'financials', await makePdf());
    const until = days(40).toISOString();
    await admin.post(`/programs/${program.id}/extensions`, {
      ...{ email: owner.email, until, reason: 'No power in Wa.' },
    });
    const unknown = await owner.post(`${path}/owner`, { member_id: randomUUID() });
    expect([unknown.status, unknown.body.fields]).toEqual([422, { member_id: expect.any(String) }]);
    await member.put(`/drafts/${program.id}`, { fields: { business_name: 'My own' } });
    const taken = await owner.post(`${path}/owner`, { member_id: memberId });
    expect([taken.status, taken.body.code]).toEqual([409, 'has_draft']);
    await member.delete(`/drafts/${program.id}`);
    const given = await owner.post(`${path}/owner`, { member_id: memberId });
    expect([given.status, given.body.owner.first_name]).toEqual([200, 'Kofi']);
    expect((await member.get(`/drafts/${program.id}`)).body).toMatchObject({
      ...{ id: draft.id, my_role: 'owner', extended_until: until },
      members: [{ first_name: 'Ama', email: owner.email, state: 'accepted' }],
    });
    expect((await owner.get(path)).body.my_role).toBe('member');
    expect((await owner.delete(path)).body.code).toBe('owner_only');
    const { user_id } = await app.services.db.read
      .selectFrom('draft_documents')
      .select('user_id')
      .where('draft_id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect(user_id).toBe(member.id);
    expect(await subjectsTo(member.email)).toContain(`You now own a proposal for ${program.title}`);
  });

  test('an admin reads under which address a member’s account is now, their owner the one they invited', async () => {
    const owner = await app.signIn();
    const path = `/proposals/${(await submit(app.services, owner)).proposal.id}`;
    const { person } = await join(path, owner);
    const email = `moved.${person.email}`;
    const moved = app.services.db.read.updateTable('users').set({ email });
    await moved.where('id', '=', person.id).execute();
    expect((await owner.get(path)).body.members).toMatchObject([{ email: person.email }]);
    expect((await admin.get(`${path}/admin`)).body.members).toMatchObject([{ email }]);
  });

  test('an admin gives a proposal to any applicant, and who owned it has nothing of it', async () => {
    const owner = await app.signIn({ region: 'Ashanti' });
    const { proposal } = await submit(app.services, owner);
    const path = `/proposals/${proposal.id}`;
    const heir = await app.signIn({ region: 'Volta', first_name: 'Yaa' });
    const reason = 'The founder has left the business.';
    const give = (input: object) => admin.post(`${path}/owner`, input);
    expect((await give({ email: heir.email })).body.fields).toHaveProperty('reason');
    expect((await give({ email: admin.email, reason })).body.fields).toHaveProperty('email');
    expect((await give({ email: 'nobody@example.com', reason })).status).toBe(422);
    expect((await give({ email: heir.email, reason })).status).toBe(200);
    expect((await heir.get(path)).body).toMatchObject({ my_role: 'owner', region: 'Volta' });
    expect((await owner.get(path)).status).toBe(404);
    expect((await owner.get('/proposals/')).body).toEqual([]);
    expect(await subjectsTo(owner.email)).toContain(
      `You are no longer part of a proposal for ${proposal.program.title}`,
    );
    const entries = (await admin.get(`/audit/?action=members.handOver&q=founder`)).body;
    expect(entries).toMatchObject([{ entity: 'proposal', entity_id: proposal.id }]);
  });

  test('who closes an account takes nothing of others along, and says what of theirs goes', async () => {
    const password_hash = await hashPassword(PASSWORD, '127.0.0.1');
    const owner = await app.signIn({ first_name: 'Ama', password_hash });
    const { proposal } = await submit(app.services, owner, { business_name: 'Ada Boats' });
    const path = `/proposals/${proposal.id}`;
    const { person: gone } = await join(path, owner, { first_name: 'Gone', password_hash });
    const { person: stays } = await join(path, owner, { first_name: 'Stays' });
    await gone.post(`${path}/messages`, { text: 'I was here.' });
    await gone.patch(path, { business_location: 'Ada' });
    const csv = (await admin.get('/proposals/admin/export-full.csv?q=Boats')).text;
    expect(csv).toContain(`Gone Boateng (${gone.email})`);
    await admin.patch(`${path}/admin`, {
      decision: 'declined',
      decline_reason: 'Too early for us.',
    });
    const declined = /Ada Boats/;
    for (const { email } of [owner, gone, stays])
      expect((await subjectsTo(email)).filter((subject) => declined.test(subject))).toHaveLength(1);
    await expect.poll(() => app.readMails(stays.email).join()).toMatch(/Hello Stays,[^]*Ada Boats/);
    const found = async (q: string) => (await admin.get(`/proposals/admin/all?q=${q}`)).body.length;
    expect([await found('Gone'), await found('Stays')]).toEqual([1, 1]);

    expect((await gone.delete('/auth/me', { body: { password: PASSWORD } })).status).toBe(204);
    const left = (await owner.get(path)).body;
    expect(left).toMatchObject({ business_location: 'Ada', members: [{ first_name: 'Stays' }] });
    expect([await found('Gone'), await found('Stays')]).toEqual([0, 1]);
    expect((await owner.get(`${path}/messages`)).body[0]).toMatchObject({
      ...{ author: 'Former member', text: 'I was here.' },
    });
    const audited = (await admin.get(`/audit/?entity=proposal&q=Gone`)).body;
    expect(audited).toEqual([]);

    const close = (more: object) =>
      owner.delete('/auth/me', { body: { password: PASSWORD, ...more } });
    const refused = await close({});
    expect([refused.status, refused.body.code]).toEqual([409, 'has_members']);
    expect(refused.body.refused).toMatchObject([
      { id: proposal.id, proposal_id: proposal.id, name: proposal.business_name },
    ]);
    expect((await close({ shared: 'keep' })).status).toBe(422);
    expect((await close({ shared: 'delete' })).status).toBe(204);
    expect((await stays.get(path)).status).toBe(404);
    expect(await subjectsTo(stays.email)).toContain(
      `You are no longer part of a proposal for ${proposal.program.title}`,
    );
  });

  /** Blind, by one of two judges: the other has a tie to the member. */
  const judgedTogether = async () => {
    const program = await insertProgram(app.services);
    const owner = await app.signIn({ first_name: 'Adjoa', last_name: 'Sarpong' });
    const { proposal } = await submit(app.services, owner, {
      program_id: program.id,
      business_description: '<p>Begun by Adjoa with Kwabena.</p>',
    });
    await app.services.db.read
      .insertInto('answers')
      .values({
        ...{ proposal_id: proposal.id, question_id: randomUUID(), place: 0, kind: 'short_text' },
        ...{ label: 'Who does what?', value: JSON.stringify('Kwabena keeps the books.') },
      })
      .execute();
    const member = await app.signIn({ first_name: 'Kwabena', phone_number: '0209998877' });
    await owner.post(`/proposals/${proposal.id}/members`, { email: member.email });
    await member.post(`/invitations/${await tokenTo(member.email)}`);
    await app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: days(-1) })
      .where('id', '=', program.id)
      .execute();
    const [tied, free] = [await joinAsJudge(app, admin), await joinAsJudge(app, admin)];
    await tied.patch('/judges/me', { people: ['Kwabena Mensah'] });
    const one = { reviews_per_proposal: 1 };
    const round = await openRound(app, admin, program.id, { judges: [tied, free], round: one });
    const [review] = (await free.get(`/reviews/?round_id=${round}`)).body;
    return { owner, member, proposal, tied, free, round, review };
  };

  test('judges: a tie to a member counts, and members’ names are covered', async () => {
    const { member, proposal, tied, free, round, review } = await judgedTogether();
    expect((await admin.get(`/rounds/${round}/conflicts`)).body).toMatchObject([
      { judge_id: tied.id, kind: 'named_person', proposal_id: proposal.id },
    ]);
    const seen = (await free.get(`/reviews/${review.id}`)).body;
    expect(seen.proposal.business_description).toBe('<p>Begun by ■■■ with ■■■.</p>');
    const late = await app.signIn();
    const path = `/proposals/${proposal.id}`;
    const refused = await admin.post(`${path}/members`, { email: late.email });
    expect([refused.status, refused.body.code]).toEqual([409, 'in_round']);
    const reason = 'The founder has left the business.';
    const given = await admin.post(`${path}/owner`, { email: late.email, reason });
    expect([given.status, given.body.code]).toEqual([409, 'in_round']);

    const read = async () => (await free.get(`/reviews/${review.id}`)).body.proposal;
    expect((await member.delete(`${path}/members/me`)).status).toBe(204);
    const left = await read();
    expect(left.business_description).toBe('<p>Begun by ■■■ with ■■■.</p>');
    expect(left.answers[0].value).toBe('■■■ keeps the books.');
    const rows = await app.services.db.read.selectFrom('entries').select('covered').execute();
    expect(JSON.stringify(rows)).not.toContain('Kwabena');
  });

  test('judges: a member whose account is closed stays covered; with the proposal goes the text', async () => {
    const { owner, member, free, review, round } = await judgedTogether();
    await erasePerson(app.services, member.email, leaveRounds);
    const { body } = await free.get(`/reviews/${review.id}`);
    expect(body.proposal.business_description).toBe('<p>Begun by ■■■ with ■■■.</p>');
    const kept = () =>
      app.services.db.read
        .selectFrom('entries')
        .select('covered')
        .where('round_id', '=', round)
        .where('covered', 'is not', null)
        .execute();
    expect(await kept()).toHaveLength(1);
    await erasePerson(app.services, owner.email, leaveRounds);
    expect(await kept()).toEqual([]);
  });
});
