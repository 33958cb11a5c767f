import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentFileName } from '#domain/proposals/rules.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES, openTestServicesOn } from '#tests/engines/engine.ts';
import { days, enquiryInput, insertProgram, PASSWORD, registration } from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound, submitAll } from '#tests/judging-world.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submit } from '#tests/proposal-forms.ts';
import { placeDocument } from '#tests/draft-documents.ts';
import { readZip } from '#tests/zip-files.ts';
import { PERSONAL } from './own-data-store.ts';

describe.each(ENGINES)('a person’s own data, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  afterAll(() => app.close());

  const ask = (token: string | undefined) =>
    fetch(`${app.url}/api/v1/auth/me/data`, { headers: { authorization: `Bearer ${token}` } });
  const download = async ({ token }: Pick<Person, 'token'>) => {
    const response = await ask(token);
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    return { response, files, data: JSON.parse(files.get('data.json')!.toString()) };
  };

  test('are one ZIP: a JSON file with everything, and the documents as they were sent', async () => {
    const ama = await app.signIn({ first_name: 'Ama' });
    const { proposal } = await submit(app.services, ama, { business_name: 'Ɔdɔ Looms' });
    await submit(app.services, ama, { business_name: 'Ɔdɔ Looms' });
    const program = await insertProgram(app.services);
    await ama.put(`/drafts/${program.id}`, { fields: { business_name: 'Begun Only' } });
    await placeDocument(app.services, ama, program.id, 'pitch_deck', await makePdf());
    await app.visitor.post('/contact_forms/', enquiryInput({ email: ama.email }));
    const { response, files, data } = await download(ama);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="my-data.zip"');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = files.get('data.html')!.toString();
    expect(page).toContain('<h2>Proposals</h2>');
    expect(page).toContain('<dt>Business name</dt><dd>Ɔdɔ Looms</dd>');
    expect(page).not.toMatch(/<script|undefined|\[object/);
    expect([...files.keys()].sort()).toEqual(
      [
        'data.html',
        'data.json',
        `drafts/${documentFileName(program.title, 'pitch_deck')}`,
        'proposals/odo-looms-financials-2.pdf',
        'proposals/odo-looms-financials.pdf',
        'proposals/odo-looms-pitch-deck-2.pdf',
        'proposals/odo-looms-pitch-deck.pdf',
      ].sort(),
    );
    expect(data.profile).toMatchObject([{ email: ama.email, first_name: 'Ama' }]);
    expect(data.proposals).toHaveLength(2);
    expect(data.proposals.map(({ id }: any) => id)).toContain(proposal.id);
    expect(data.drafts).toMatchObject([{ business_name: 'Begun Only' }]);
    expect(data.sessions).toHaveLength(1);
    expect(data.enquiries).toMatchObject([{ email: ama.email }]);
    expect(data.mails.map(({ subject }: any) => subject)).toHaveLength(2);
    expect(data.own_actions.map(({ action }: any) => action)).toContain('proposals.submit');
    for (const { file, sha256 } of data.documents)
      expect(createHash('sha256').update(files.get(file)!).digest('hex')).toBe(sha256);
  });

  test('contain no password, hash, token or code, and nothing about anybody else', async () => {
    const { email } = (await app.visitor.post('/auth/register', registration())).body;
    await app.visitor.post('/auth/login', { username: email, password: PASSWORD });
    const otp = await app.readOtp(email);
    const { access_token: token } = (await app.visitor.post('/auth/verify-otp', { email, otp }))
      .body;
    await app.visitor.post('/auth/password-reset-request', { email });
    const other = await app.signIn({ first_name: 'Notmine' });
    await submit(app.services, other, { business_name: 'Somebody Elses' });
    const { files, data } = await download({ token });
    const text = files.get('data.json')!.toString();
    const { password_hash } = await app.services.db.read
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const hashes = await app.services.db.read.selectFrom('sessions').select('token_hash').execute();
    const secrets = [token, otp, PASSWORD, password_hash, await app.readOtp(email)];
    for (const secret of [...secrets, ...hashes.map(({ token_hash }) => token_hash)])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/Notmine|Somebody Elses|_hash|search_text/);
    expect(data.codes).toMatchObject([{ purpose: 'reset' }]);
  });

  test('tell what the firm decided, but not who, and nothing that it noted for itself', async () => {
    const ama = await app.signIn();
    const admin = await app.signIn({ role: 'admin', first_name: 'Hidden', last_name: 'Reviewer' });
    const { proposal } = await submit(app.services, ama);
    await admin.patch(`/proposals/${proposal.id}/admin`, { funding_stage: 'SEED' });
    await app.services.db.read
      .insertInto('audit_log')
      .values({
        id: randomUUID(),
        at: app.services.clock(),
        actor_id: admin.id,
        action: 'proposals.review',
        subject: 'proposal',
        subject_id: proposal.id,
        changes: JSON.stringify([{ field: 'assigned_to', before: null, after: admin.id }]),
      })
      .execute();
    const { files, data } = await download(ama);
    expect(data.announcements).toMatchObject([
      { proposal_id: proposal.id, decision: 'undecided', funding_stage: 'SEED' },
    ]);
    expect(data.actions_of_others).toEqual([]);
    const text = files.get('data.json')!.toString();
    expect(text).not.toMatch(/Hidden|Reviewer|assigned_to/);
    expect(text).not.toContain(admin.id);
  });

  test('are available to admins too', async () => {
    const admin = await app.signIn({ role: 'admin' });
    const { proposal } = await submit(app.services, await app.signIn());
    await admin.patch(`/proposals/${proposal.id}/admin`, { funding_stage: 'SEED' });
    const { response, files, data } = await download(admin);
    expect(response.status).toBe(200);
    expect([...files.keys()]).toEqual(['data.json', 'data.html']);
    expect(data.profile).toMatchObject([{ role: 'admin' }]);
    expect(data.own_actions).toMatchObject([
      { action: 'proposals.review', subject_id: proposal.id },
    ]);
    expect(data.own_actions[0]).not.toHaveProperty('changes');
  });

  test('hold what a judge has said and scored, and never whose proposal it was', async () => {
    const admin = await app.signIn({ role: 'admin' });
    const judge = await joinAsJudge(app, admin, { organisations: ['Volta Foods'] });
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const name = 'Keta Salt Works';
    const proposal = await insertApplication(app, program.id, { business_name: name });
    await insertApplication(app, program.id, { business_name: 'Ada Boats' });
    const one = { reviews_per_proposal: 1 };
    const round = await openRound(app, admin, program.id, { judges: [judge], round: one });
    const [first, second] = (await judge.get(`/reviews/?round_id=${round}`)).body;
    await submitAll(judge, round, () => [5, 4, 3, 2]);
    const reason = 'My sister works there.';
    await judge.post(`/reviews/${second.id}/declare`, {
      ...{ has_conflict: true, kind: 'family', reason },
    });
    const { files, data } = await download(judge);
    expect(data.judge).toMatchObject([{ organisations: ['Volta Foods'], state: 'accepted' }]);
    expect(data.judge_invitations).toHaveLength(1);
    const scores = { 'Criterion 1': 5, 'Criterion 2': 4, 'Criterion 3': 3, 'Criterion 4': 2 };
    const review = data.judge_reviews.find(({ id }: any) => id === first.id);
    expect(review).toMatchObject({ round: 'Screening', code: first.code, scores });
    expect(data.review_versions).toHaveLength(2);
    expect(data.conflicts).toMatchObject([{ origin: 'declared', kind: 'family', reason }]);
    const text = files.get('data.json')!.toString();
    for (const secret of [name, proposal.id, proposal.receipt, proposal.person.email])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/Ada Boats|token/);
  });

  test('hold the results of a proposal once they are released, as its owner reads them', async () => {
    const admin = await app.signIn({ role: 'admin' });
    const judge = await joinAsJudge(app, admin, { last_name: 'Unnamed-Owl' });
    const program = await insertProgram(app.services, { deadline_date: days(-1) });
    const { id, person } = await insertApplication(app, program.id);
    const one = { reviews_per_proposal: 1 };
    const round = await openRound(app, admin, program.id, { judges: [judge], round: one });
    await submitAll(judge, round, () => [5, 4, 3, 2]);
    await admin.post(`/rounds/${round}/close`);
    await admin.put(`/rounds/${round}/decisions`, { from_ranking: true });
    await admin.post(`/rounds/${round}/seal`, { note: 'There was one proposal only.' });
    expect((await download(person)).data.results).toEqual([]);
    await admin.post(`/rounds/${round}/release`, {});
    const { files, data } = await download(person);
    const [result] = (await person.get(`/proposals/${id}/results`)).body;
    expect(data.results).toEqual([{ proposal_id: id, ...result }]);
    expect(result.comments).toEqual([
      { strength: 'A clear market.', next_step: 'Show the costs.' },
    ]);
    expect(files.get('data.json')!.toString()).not.toContain('Unnamed-Owl');
    expect((await download(judge)).data.results).toEqual([]);
  });

  test('are complete where a document is lost or altered, and say so', async () => {
    const ama = await app.signIn();
    const { proposal } = await submit(app.services, ama, { business_name: 'Broken' });
    await app.services.files.delete(proposal.document_urls.pitch_deck);
    const other = await submit(app.services, ama, {
      business_name: 'Altered',
      pitch_deck: await makePdf({ megabytes: 1 }),
    });
    await alter(other.proposal.document_urls.pitch_deck);
    const { files, data } = await download(ama);
    expect([...files.keys()].sort()).toEqual([
      'data.html',
      'data.json',
      'proposals/altered-financials.pdf',
      'proposals/broken-financials.pdf',
    ]);
    const decks = data.documents.filter(({ kind }: any) => kind === 'pitch_deck');
    const note = expect.stringContaining('could not be read');
    expect(decks).toMatchObject([
      { file: null, note },
      { file: null, note },
    ]);
  });

  /** Changes its last byte. */
  const alter = async (key: string) => {
    const { files, stagingDir } = app.services;
    const bytes = await buffer((await files.get(key))!.stream);
    bytes[bytes.length - 1]! ^= 1;
    const path = join(stagingDir, randomUUID());
    writeFileSync(path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await files.delete(key);
    await files.put(key, path, { size: bytes.length, sha256, contentType: 'application/pdf' });
  };

  test('can be fetched ten times an hour, then 429 with the time to wait', async () => {
    const ama = await app.signIn();
    for (let count = 0; count < 10; count += 1)
      expect((await download(ama)).response.status).toBe(200);
    const refused = await ask(ama.token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(await refused.json()).toMatchObject({ code: 'too_many_attempts' });
    expect((await ask((await app.signIn()).token)).status).toBe(200);
  });
});

/** Tables with rows of a person that the download leaves out, and why. */
const LEFT_OUT = {
  answered_options: 'the answers once more, for filters',
  entries: 'which round judged a proposal is the firm’s until its results are out',
  factor_challenges: 'secrets, for minutes',
  idempotency_keys: 'answers that were given, for a day',
  proposal_labels: 'notes of the firm',
  proposal_reads: 'what an admin has opened, for the firm alone',
  recovery_codes: 'hashes of secrets; how many are left is in the profile',
  redactions: 'what the firm covers before it shows a proposal to judges',
  round_judges: 'who else judges is the firm’s; what they judged is among the reviews',
};

test('every table that holds a person is in their data, or is left out for a reason', async () => {
  const { services, close } = await openTestServicesOn('sqlite', () => new Date());
  const { rows } = await sql<{ name: string; isPersonal: number }>`
    select name, exists (select 1 from pragma_foreign_key_list(tables.name) as fk
      where fk."table" in ('users', 'judges', 'proposals', 'proposal_versions', 'judge_reviews',
        'drafts', 'enquiries'))
      or exists (select 1 from pragma_table_info(tables.name) as info
      where info.name in ('email', 'recipient', 'actor_id', 'scope')) as isPersonal
    from sqlite_master as tables where type = 'table'`.execute(services.db.read);
  await close();
  const personal = rows.filter(({ isPersonal }) => isPersonal).map(({ name }) => name);
  const shown = new Set<string>(Object.values(PERSONAL).flatMap(({ tables }) => tables));
  expect(personal.length).toBeGreaterThan(30);
  expect(personal.filter((name) => !shown.has(name) && !(name in LEFT_OUT))).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((name) => shown.has(name))).toEqual([]);
});
