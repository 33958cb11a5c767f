import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { FIELDS, fillDraft, twoDocuments } from '#tests/draft-documents.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertProgram } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';
import { erasePerson } from '../accounts/erasure-service.ts';
import { canonicalJson } from '#domain/canonical-json.ts';
import { signerOf } from './signature.ts';
import { leaveRounds } from '#server/judging/erasure-service.ts';

/** With the script of docs/receipts.md, as somebody outside would. */
async function check(url: string, number: string): Promise<boolean> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/receipts.md'), 'utf8');
  const script = /```js\n([\s\S]*?)```/.exec(page)![1]!;
  const path = join(mkdtempSync(join(tmpdir(), 'pitch-trek-receipt-')), 'check-receipt.mjs');
  writeFileSync(path, script);
  const { stdout } = await promisify(execFile)(process.execPath, [path, url, number]);
  rmSync(dirname(path), { recursive: true });
  expect(stdout).toMatch(/^(Genuine\. Received|NOT genuine)/);
  return stdout.startsWith('Genuine');
}

describe.each(ENGINES)('receipts, on %s', (engine) => {
  let app: TestApp;
  let applicant: Person;
  let programId: string;

  beforeAll(async () => {
    app = await createTestAppOn(engine);
  });
  beforeEach(async () => {
    applicant = await app.signIn({ first_name: 'Abena', last_name: 'Darko' });
    const program = await insertProgram(app.services, { title: 'Gold & "Ɛdwuma" \u2028 <b>' });
    programId = program.id;
  });
  afterAll(() => app.close());

  async function submitted(): Promise<any> {
    const { digests } = await fillDraft(app.services, applicant, programId);
    const { body } = await applicant.post(`/drafts/${programId}/submit`, { documents: digests });
    return { ...body, digests };
  }

  test('anybody can check one with the public key', async () => {
    const { receipt_number } = await submitted();
    expect(await check(app.url, receipt_number)).toBe(true);
    const { proposal } = await submit(app.services, applicant, { program_id: programId });
    expect(await check(app.url, proposal.receipt_number), 'also one of a form').toBe(true);
    await app.services.db.read
      .updateTable('receipts')
      .set({ program_title: 'Changed' })
      .where('number', '=', receipt_number)
      .execute();
    expect(await check(app.url, receipt_number)).toBe(false);
  });

  test('the digest is of the answers and both documents', async () => {
    const { receipt_number, digests, ...answers } = await submitted();
    const { content_sha256 } = (await app.visitor.get(`/receipts/${receipt_number}`)).body;
    const content = JSON.stringify({
      business_description: answers.business_description,
      business_location: answers.business_location,
      business_name: answers.business_name,
      business_website: answers.business_website,
      financials: digests.financials.sha256,
      pitch_deck: digests.pitch_deck.sha256,
    });
    expect(content_sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });

  test('it names nobody, and is found as people write it', async () => {
    const { receipt_number } = await submitted();
    const answer = await app.visitor.get(`/receipts/${receipt_number}`);
    const { status, headers, body, text } = answer;
    expect([status, headers.get('etag')]).toEqual([200, '"complete"']);
    expect(Object.keys(body).sort()).toEqual([
      'completed_at',
      'content_sha256',
      'key_id',
      'number',
      'on_behalf',
      'program_title',
      'received_at',
      'signature',
      'state',
    ]);
    expect(text).not.toMatch(/Abena|Darko|Asante|example\.com/);
    const spoken = receipt_number.toLowerCase().replaceAll('-', '').replaceAll('1', 'l');
    expect((await app.visitor.get(`/receipts/${spoken}`)).body).toEqual(body);
  });

  test('who asks is told the deadline that it was received before', async () => {
    const { receipt_number } = await submitted();
    const read = async () =>
      (await app.visitor.get(`/receipts/${receipt_number}?with=deadline`)).body.deadline_date;
    expect(Date.parse(await read())).toBeGreaterThan(Date.now());
    await app.services.db.read
      .updateTable('programs')
      .set({ deadline_date: new Date(Date.now() - 3_600_000) })
      .where('id', '=', programId)
      .execute();
    expect(await read(), 'nobody learns who had more time').toBeUndefined();
  });

  test('a number that nobody was given is 404', async () => {
    for (const number of ['NPT-0000-0000-0000-0000', 'nonsense', 'NPT-UUUU-0000-0000-0000'])
      expect((await app.visitor.get(`/receipts/${number}`)).status).toBe(404);
  });

  test('the keys are public, and the same on every instance', async () => {
    const { status, body } = await app.visitor.get('/receipts/keys');
    expect(status).toBe(200);
    expect(body).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', kid: expect.any(String), x: expect.any(String) }],
    });
    const { value } = await app.services.db.read
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', 'receipts')
      .executeTakeFirstOrThrow();
    signerOf(Buffer.alloc(32).toString('base64url'));
    expect(signerOf(value).publicKey).toEqual(body.keys[0]);
  });

  test('what was submitted before there were receipts has none', async () => {
    const { id } = await submitted();
    await app.services.db.read
      .updateTable('proposals')
      .set({ receipt_number: null })
      .where('id', '=', id)
      .execute();
    expect((await applicant.get(`/proposals/${id}`)).body.receipt_number).toBeNull();
  });

  test('admins see what is about to lapse, the next one first, and whom to call', async () => {
    const wait = async () => {
      const person = await app.signIn({ first_name: 'Dela', phone_number: '0245550199' });
      const { digests } = await twoDocuments();
      await person.put(`/drafts/${programId}`, { fields: FIELDS });
      return (await person.post(`/drafts/${programId}/submit`, { documents: digests })).body;
    };
    const [first, second] = [await wait(), await wait()];
    const admin = await app.signIn({ role: 'admin' });
    const { body, headers } = await admin.get('/proposals/admin/waiting');
    const own = body.filter(({ program_id }: { program_id: string }) => program_id === programId);
    expect(own.map(({ number }: { number: string }) => number)).toEqual([
      first.number,
      second.number,
    ]);
    expect(Number(headers.get('x-total-count'))).toBeGreaterThanOrEqual(2);
    expect(own[0]).toMatchObject({
      business_name: FIELDS.business_name,
      complete_until: first.complete_until,
      applicant: { first_name: 'Dela', phone_number: '0245550199' },
    });
    expect((await applicant.get('/proposals/admin/waiting')).status).toBe(403);
    app.pass(2 * 3600);
    const later = await app.signIn({ role: 'admin' });
    expect((await later.get('/proposals/admin/waiting')).body).toEqual([]);
  });

  test('of a person who is erased it says only that it was withdrawn', async () => {
    const { receipt_number } = await submitted();
    await erasePerson(app.services, applicant.email, leaveRounds);
    expect((await app.visitor.get(`/receipts/${receipt_number}`)).body.state).toBe('withdrawn');
    const row = await app.services.db.read
      .selectFrom('receipts')
      .select(['user_id', 'answers'])
      .where('number', '=', receipt_number)
      .executeTakeFirst();
    expect(row).toEqual({ user_id: null, answers: null });
  });
});

test('the canonical form sorts names and writes texts as RFC 8785 does', () => {
  expect(canonicalJson({ b: '\u20ac$\u000f\nA\'B"\\\\"/', a: null, '\u00e9': 'ö' })).toBe(
    '{"a":null,"b":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/","é":"ö"}',
  );
});

test('a published Ed25519 seed gives its published key (RFC 8032)', () => {
  const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
  const key = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
  const { publicKey } = signerOf(Buffer.from(seed, 'hex').toString('base64url'));
  expect(Buffer.from(publicKey.x, 'base64url').toString('hex')).toBe(key);
});
