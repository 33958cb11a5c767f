import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { days, insertProgram } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { formOf, storedKeys, submit } from '#tests/proposal-forms.ts';
import { PERSONAL } from '../accounts/own-data-store.ts';
import { erasePerson } from '../accounts/erasure-service.ts';
import type { UserContext } from '../context.ts';
import { sweepFiles } from '../jobs/housekeeping.ts';
import { updateProposal } from './editing.ts';
import { settleRequests } from './requests.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

describe.each(ENGINES)('requests for changes, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  let id: string;
  let first: any;
  let path: string;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  beforeEach(async () => {
    // The clock has moved on.
    admin = await app.signIn({ role: 'admin' });
    applicant = await app.signIn({ first_name: 'Ama', last_name: 'Owusu' });
    await begin();
  });
  afterAll(() => app.close());

  const at = (count: number) => days(count, app.services.clock());
  /** Nobody is logged out meanwhile. */
  async function pass(seconds: number) {
    const expires_at = at(1000);
    await app.services.db.read.updateTable('sessions').set({ expires_at }).execute();
    app.pass(seconds);
  }
  /** A proposal whose editing has locked. */
  async function begin(questions?: object[]) {
    const { id: programId } = await insertProgram(app.services, { deadline_date: at(2) });
    if (questions) await admin.patch(`/programs/${programId}`, { questions });
    const asked = questions ? (await admin.get(`/programs/${programId}`)).body.questions : [];
    const given = Object.fromEntries(asked.slice(0, 1).map((one: any) => [one.id, false]));
    const extra = questions ? { answers: JSON.stringify(given) } : {};
    first = (await submit(app.services, applicant, { program_id: programId, ...extra })).proposal;
    id = first.id;
    path = `/proposals/${id}/requests`;
    await pass(3 * DAY_SECONDS);
    return asked as { id: string }[];
  }
  const ask = (changes = {}) =>
    admin.post(path, {
      text: 'Please add the district, and a deck that opens.',
      fields: ['business_location', 'pitch_deck'],
      due_at: at(5).toISOString(),
      ...changes,
    });
  const own = async () => (await applicant.get(`/proposals/${id}`)).body;
  const versions = async (person = applicant) =>
    (await person.get(`/proposals/${id}/versions`)).body;
  const change = (fields: object) => applicant.patch(`/proposals/${id}`, fields);
  const answer = (requestId: string) => applicant.post(`${path}/${requestId}/answer`);
  const mails = async (email: string, like: string) =>
    (
      await app.services.db.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', email)
        .where('subject', 'like', like)
        .execute()
    ).length;

  test('exactly the fields asked for can be changed, and the answer makes a version of them', async () => {
    expect(await versions()).toMatchObject([
      { version: 1, because: 'submitted', receipt_number: first.receipt_number },
    ]);
    const { status, body: request } = await ask();
    expect([status, request]).toEqual([
      201,
      {
        id: expect.any(String),
        text: 'Please add the district, and a deck that opens.',
        fields: ['business_location', 'pitch_deck'],
        due_at: expect.any(String),
        state: 'open',
        created_at: expect.any(String),
        answered_at: null,
      },
    ]);
    expect((await applicant.get(path)).body).toEqual([request]);
    expect(await mails(applicant.email, 'Please change your proposal%')).toBe(1);
    expect(await own()).toMatchObject({
      open_request: { id: request.id, due_at: request.due_at },
      locked: 'deadline_passed',
    });
    const list = async (person: Person, address: string) =>
      (await person.get(address)).body.map((one: { id: string }) => one.id);
    expect(await list(applicant, '/proposals/?has_open_request=true')).toEqual([id]);
    expect(await list(applicant, '/proposals/?has_open_request=false')).toEqual([]);
    expect(await list(admin, '/proposals/admin/all?has_open_request=true')).toContain(id);
    expect((await admin.get('/proposals/admin/summary?has_open_request=true')).body.total).toBe(1);

    const other = await change({ business_name: 'Other', business_location: 'Wa' });
    expect([other.status, other.body.code, Object.keys(other.body.fields)]).toEqual([
      409,
      'not_requested',
      ['business_name'],
    ]);
    // A field with the value that it has counts as not sent.
    const saved = await change({ business_name: first.business_name, business_location: 'Wa' });
    expect([saved.status, saved.body.receipt_number]).toEqual([200, first.receipt_number]);
    const deck = await makePdf({ pages: 5 });
    const wrong = await change(formOf({ financials: deck }));
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([409, ['financials']]);
    expect((await change(formOf({ pitch_deck: deck }))).status).toBe(200);
    expect(await versions()).toHaveLength(1);

    const answered = await answer(request.id);
    expect([answered.status, answered.body.state]).toEqual([200, 'answered']);
    const after = await own();
    expect(after.open_request).toBeNull();
    expect(after.receipt_number).not.toBe(first.receipt_number);
    const receipt = (await app.visitor.get(`/receipts/${first.receipt_number}`)).body;
    expect(receipt).toMatchObject({ state: 'replaced', replaced_by: after.receipt_number });
    const both = await versions(admin);
    expect(both).toMatchObject([
      { version: 1, because: 'submitted', fields: { business_location: 'Kumasi' } },
      { version: 2, because: 'answered', fields: { business_location: 'Wa' } },
    ]);
    expect(both[0].documents).toEqual(first.document_urls);
    expect(both[1].documents).toEqual(after.document_urls);
    expect(both[1].receipt_number).toBe(after.receipt_number);
    expect(await mails(admin.email, 'Ama Owusu has answered%')).toBe(1);

    // Both decks can be read, by both sides, also once a file without a row would be deleted.
    await sweepFiles(app.services);
    await pass(8 * DAY_SECONDS);
    await sweepFiles(app.services);
    const sizeOf = async (link: { url: string }) =>
      (await (await fetch(link.url.replace(/^https?:\/\/[^/]+/, app.url))).arrayBuffer())
        .byteLength;
    const document = `/proposals/${id}/documents/pitch_deck`;
    const [older, newer] = await Promise.all(
      [1, 2].map(async (version) =>
        sizeOf((await applicant.get(`${document}?version=${version}`)).body),
      ),
    );
    expect(older).toBe(first.documents.pitch_deck.size);
    expect(newer).toBe(deck.length);
    const key = both[0].documents.pitch_deck;
    const link = (await admin.get(`/proposals/admin/presigned-url/${key}`)).body;
    expect(await sizeOf(link)).toBe(older);
    for (const version of ['3', '0', 'x'])
      expect((await applicant.get(`${document}?version=${version}`)).status).toBe(404);
    const sentences = (await applicant.get(`/proposals/${id}/timeline`)).body.map(
      ({ event }: { event: string }) => event,
    );
    expect(sentences).toEqual(expect.arrayContaining(['requested', 'answered']));
    const late = await change({ business_location: 'Ho' });
    expect([late.status, late.body.code]).toEqual([409, 'deadline_passed']);
    expect((await answer(request.id)).body.code).toBe('request_closed');
    expect((await admin.delete(`${path}/${request.id}`)).body.code).toBe('request_closed');
  });

  test('an answer that changed nothing makes no version and no receipt', async () => {
    const { body } = await ask();
    const before = await applicant.get(`/proposals/${id}`);
    expect((await answer(body.id)).status).toBe(200);
    expect(await versions()).toHaveLength(1);
    const after = await applicant.get(`/proposals/${id}`);
    expect(after.body.receipt_number).toBe(first.receipt_number);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  test('answered in two tabs at once, it is answered once', async () => {
    const { body } = await ask();
    await change({ business_location: 'Wa' });
    const answers = await Promise.all([answer(body.id), answer(body.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await versions()).toHaveLength(2);
  });

  test('cancelled or lapsed, what was saved stays as a version', async () => {
    const { body: one } = await ask();
    await change({ business_location: 'Wa' });
    expect((await admin.delete(`${path}/${one.id}`)).status).toBe(204);
    expect((await change({ business_location: 'Ho' })).status).toBe(409);
    await ask({ due_at: at(3).toISOString() });
    expect((await change({ business_location: 'Ho' })).status).toBe(200);
    await pass(2 * DAY_SECONDS);
    await settleRequests(app.services);
    await settleRequests(app.services);
    expect(await mails(applicant.email, 'Still open:%')).toBe(1);
    await pass(2 * DAY_SECONDS);
    // Before anything has settled it.
    const { body: open } = await admin.get('/proposals/admin/all?has_open_request=true');
    expect(open.map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await applicant.get(path)).body[0].state).toBe('lapsed');
    expect((await own()).open_request).toBeNull();
    expect((await change({ business_location: 'Bole' })).body.code).toBe('deadline_passed');
    await settleRequests(app.services);
    const { title } = (await own()).program;
    for (const [email, like] of [
      [applicant.email, 'Our request for changes%has closed'],
      [admin.email, 'No answer about%'],
    ] as const)
      expect([title, await mails(email, like)]).toEqual([title, email === admin.email ? 1 : 2]);
    expect(await versions()).toMatchObject([
      { version: 1, because: 'submitted' },
      { version: 2, because: 'cancelled', fields: { business_location: 'Wa' } },
      { version: 3, because: 'lapsed', fields: { business_location: 'Ho' }, receipt_number: null },
    ]);
    // What had begun to arrive in time counts, however late it is whole.
    const inTime: UserContext = {
      ...{ ...app.services, address: '127.0.0.1', receivedAt: at(-1.5), userAgent: undefined },
      ...{ ifMatch: undefined, ifNoneMatch: undefined, idempotencyKey: undefined },
      actor: { id: applicant.id, role: 'applicant', tokenHash: '' },
    };
    await updateProposal(inTime, id, { business_location: 'Bole' }, {});
    expect((await versions()).at(-1)).toMatchObject({
      ...{ version: 3, because: 'lapsed', fields: { business_location: 'Bole' } },
    });
    expect((await ask()).status).toBe(201);
  });

  test('a decision cancels it once the applicant hears of it', async () => {
    await ask();
    await change({ business_location: 'Wa' });
    await admin.patch(`/proposals/${id}/admin`, { decision: 'approved' });
    expect((await applicant.get(path)).body[0].state).toBe('cancelled');
    expect((await versions()).at(-1)).toMatchObject({ version: 2, because: 'cancelled' });
    expect((await ask()).body.code).toBe('decided');
  });

  test('what does not fit is refused', async () => {
    const fields = async (changes: object) => Object.keys((await ask(changes)).body.fields).sort();
    expect(await fields({ fields: [] })).toEqual(['fields']);
    expect(await fields({ fields: ['funding_stage'] })).toEqual(['fields']);
    expect(await fields({ fields: [first.id] })).toEqual(['fields']);
    expect(await fields({ text: ' ', due_at: 'soon' })).toEqual(['due_at', 'text']);
    expect(await fields({ due_at: at(61).toISOString() })).toEqual(['due_at']);
    expect(await fields({ due_at: at(0.02).toISOString() })).toEqual(['due_at']);
    await ask();
    expect((await ask()).body.code).toBe('request_open');
    const stranger = await app.signIn();
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.get(`/proposals/${id}/versions`)).status).toBe(404);
    expect((await applicant.post(path, {})).status).toBe(403);
    expect((await answer(first.id)).status).toBe(404);
    const { proposal } = await submit(app.services, applicant);
    const open = await admin.post(`/proposals/${proposal.id}/requests`, {
      ...{ text: 'Please', fields: ['pitch_deck'], due_at: at(5).toISOString() },
    });
    expect([open.status, open.body.code]).toEqual([409, 'editing_open']);
  });

  test('a question that is asked for opens those that it makes shown, and no other', async () => {
    const [grows, what, other] = await begin([
      { kind: 'yes_no', label: 'Do you grow it yourself?' },
      { kind: 'short_text', label: 'What?', shown_if: { position: 0, equals: true } },
      { kind: 'short_text', label: 'Anything else?' },
    ]);
    expect((await ask({ fields: [grows!.id] })).status).toBe(201);
    const wrong = await change({ answers: { [other!.id]: 'Yes' } });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([409, [`answers.${other!.id}`]]);
    const right = await change({ answers: { [grows!.id]: true, [what!.id]: 'Cocoa' } });
    expect([right.status, right.body.answers.length]).toEqual([200, 2]);
  });

  test('a question stays while a version holds an answer to it', async () => {
    const [grows] = await begin([{ kind: 'yes_no', label: 'Do you grow it yourself?' }]);
    const { body } = await ask({ fields: [grows!.id] });
    const left = await change({ answers: { [grows!.id]: null } });
    expect([left.status, left.body.answers]).toEqual([200, []]);
    expect((await answer(body.id)).status).toBe(200);
    const program = `/programs/${first.program_id}`;
    const kept = await admin.patch(program, { questions: [] });
    expect(kept.body.questions).toMatchObject([{ id: grows!.id, is_retired: true }]);
  });

  test('a round waits for the answer', async () => {
    await ask();
    const round = await admin.post('/rounds/', {
      ...{ program_id: first.program_id, name: 'One', places: 1 },
    });
    const opened = await admin.post(`/rounds/${round.body.id}/open`, { preview: true });
    expect([opened.status, opened.body.code]).toEqual([409, 'not_settled']);
    expect(opened.body.refused).toEqual([
      {
        ...{ id: first.receipt_number, proposal_id: first.id, name: first.business_name },
        ...{ reason: 'An applicant was asked for changes.', until: expect.stringMatching(/Z$/) },
      },
    ]);
  });

  test('a person’s own data holds both, and closing the account deletes every file', async () => {
    const { body } = await ask();
    await change(formOf({ pitch_deck: await makePdf({ pages: 3 }) }));
    await answer(body.id);
    const owner = { id: applicant.id, email: applicant.email };
    const rows = async (read: AsyncGenerator<object>) => {
      const list = [];
      for await (const row of read) list.push(row);
      return list;
    };
    expect(await rows(PERSONAL.requests.read(app.services.db.read, owner))).toMatchObject([
      { id: body.id },
    ]);
    expect(await rows(PERSONAL.versions.read(app.services.db.read, owner))).toHaveLength(2);
    expect(await storedKeys(app.services, `${applicant.id}/`)).toHaveLength(3);
    await erasePerson(app.services, applicant.email, leaveRounds);
    expect(await storedKeys(app.services, `${applicant.id}/`)).toEqual([]);
  });
});
