import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantFor, type Actor } from '#domain/permissions.ts';
import { API_BASE } from '#domain/api.ts';
import { API } from '#server/api.ts';
import type { ApiRow } from '#server/http/endpoint.ts';
import type { OpenApi, Schema } from '#server/http/openapi.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { OFFICE_CALLS, TOUCH_CALLS, type Call } from './touch-calls.ts';

const PERSON = 'first_name last_name email phone_number city digital_address region';
const POST = 'title category body featured_image is_published gallery_images';
const BUSINESS = 'business_name business_description business_website business_location';
const FILES = 'pitch_deck financials';

/**
 * spec §7 in order. Testimonials are also readable without a token, but then only approved ones
 * (contract §5.1). A client's `business_sector` and `funding_stage` of a proposal are ignored
 * (contract §5.6 and §5.7), so they are not fields.
 */
const SECTION_7: readonly Call[] = [
  ['GET /faqs/', 'everybody'],
  ['GET /faqs/{id}', 'everybody'],
  ['POST /faqs/', 'token', 'question answer'],
  ['PATCH /faqs/{id}', 'token', 'question answer'],
  ['DELETE /faqs/{id}', 'token'],
  ['GET /testimonials/', 'everybody'],
  ['GET /testimonials/{id}', 'everybody'],
  ['POST /testimonials/', 'everybody', 'first_name last_name position message'],
  ['PUT /testimonials/{id}', 'token', 'is_approved'],
  ['GET /cms/', 'everybody'],
  ['GET /cms/{id}', 'everybody'],
  ['POST /cms/', 'token', POST],
  ['PATCH /cms/{id}', 'token', POST],
  ['DELETE /cms/{id}', 'token'],
  ['POST /contact_forms/', 'everybody', 'first_name last_name email phone_number message'],
  ['GET /contact_forms/', 'token'],
  ['GET /contact_forms/{id}', 'token'],
  ['POST /auth/register', 'everybody', `${PERSON} password confirm_password`],
  ['POST /auth/login', 'everybody', 'username password'],
  ['POST /auth/password-reset-request', 'everybody'],
  ['POST /auth/verify-otp', 'everybody', 'email otp'],
  ['GET /auth/me', 'token'],
  ['PATCH /auth/me', 'token', PERSON],
  ['POST /auth/password-reset', 'everybody', 'email otp new_password'],
  ['GET /auth/admin/users', 'token'],
  ['POST /auth/admin/create', 'token', `${PERSON} password`],
  ['PATCH /auth/admin/{id}/role', 'token', 'role'],
  ['PATCH /auth/admin/{id}/status', 'token', 'is_active assign_to'],
  ['POST /programs/', 'token', 'title description sector deadline_date'],
  ['GET /programs/', 'everybody'],
  ['GET /programs/{id}', 'everybody'],
  ['PATCH /programs/{id}', 'token', 'title description sector deadline_date'],
  ['DELETE /programs/{id}', 'token'],
  ['POST /proposals/', 'token', `program_id ${BUSINESS} ${FILES}`],
  ['GET /proposals/', 'token'],
  ['GET /proposals/{id}', 'token'],
  ['DELETE /proposals/{id}', 'token'],
  ['PATCH /proposals/{id}', 'token', `${BUSINESS} ${FILES}`],
  ['GET /proposals/admin/all', 'token'],
  ['GET /proposals/{id}/admin', 'token'],
  [
    'PATCH /proposals/{id}/admin',
    'token',
    'funding_stage is_approved decision decline_reason assigned_to flagged',
  ],
  ['GET /proposals/admin/presigned-url/{user_id}/{name}', 'token'],
];

/** What contract §4, §5 and §7 add; at the end, what forms in chunks need. */
const CONTRACT: readonly Call[] = [
  ...TOUCH_CALLS,
  ...OFFICE_CALLS,
  ['PATCH /testimonials/{id}', 'token', 'is_approved'],
  ['POST /auth/resend-otp', 'everybody', 'email purpose'],
  ['POST /auth/logout', 'token'],
  ['POST /auth/verify-email', 'token', 'otp'],
  ['DELETE /auth/me', 'token', 'password'],
  ['GET /auth/me/data', 'token'],
  ['GET /auth/sessions', 'token'],
  ['DELETE /auth/sessions', 'token'],
  ['DELETE /auth/sessions/{id}', 'token'],
  ['POST /auth/session/renew/options', 'everybody'],
  ['POST /auth/session/renew', 'everybody', 'password passkey'],
  ['POST /auth/second-factor/passkey/options', 'everybody', 'challenge_token'],
  ['POST /auth/second-factor/passkey', 'everybody', 'challenge_token credential'],
  ['POST /auth/second-factor/totp', 'everybody', 'challenge_token code'],
  ['POST /auth/second-factor/recovery', 'everybody', 'challenge_token code'],
  ['GET /auth/second-factor', 'token'],
  ['POST /auth/second-factor/passkey/setup', 'token', 'current_password code'],
  ['POST /auth/second-factor/passkey/confirm', 'token', 'name credential'],
  ['POST /auth/second-factor/totp/setup', 'token', 'current_password code'],
  ['POST /auth/second-factor/totp/confirm', 'token', 'code'],
  ['POST /auth/second-factor/recovery-codes', 'token', 'current_password code'],
  ['DELETE /auth/second-factor/{id}', 'token', 'current_password code'],
  ['PATCH /auth/admin/{id}/email', 'token', 'email'],
  ['GET /auth/admin/{id}', 'token'],
  ['DELETE /auth/admin/{id}', 'token', 'email'],
  ['GET /auth/admin/{id}/erasure', 'token'],
  ['GET /auth/admin/{id}/sessions', 'token'],
  ['DELETE /auth/admin/{id}/sessions', 'token'],
  ['GET /auth/admin/{id}/second-factor', 'token'],
  ['DELETE /auth/admin/{id}/second-factor', 'token'],
  ['GET /proposals/{id}/timeline', 'token'],
  ['POST /proposals/{id}/confirmation', 'token'],
  ['GET /proposals/{id}/documents/{kind}', 'token'],
  ['GET /proposals/admin/export.csv', 'token'],
  ['GET /files/*', 'everybody'],
  ['GET /judges/', 'token'],
  ['POST /judges/', 'token', 'email first_name last_name region position organisations'],
  ['GET /judges/me', 'token'],
  ['PATCH /judges/me', 'token', 'organisations people position is_named region'],
  ['GET /judges/{id}', 'token'],
  ['PATCH /judges/{id}', 'token', 'first_name last_name phone_number region position people'],
  ['POST /judges/{id}/invite', 'token'],
  ['POST /drafts/{program_id}/members', 'token', 'email'],
  ['DELETE /drafts/{program_id}/members/me', 'token'],
  ['DELETE /drafts/{program_id}/members/{member_id}', 'token'],
  ['POST /drafts/{program_id}/owner', 'token', 'member_id'],
  ['POST /proposals/{id}/members', 'token', 'email'],
  ['DELETE /proposals/{id}/members/me', 'token'],
  ['DELETE /proposals/{id}/members/{member_id}', 'token'],
  ['POST /proposals/{id}/owner', 'token', 'member_id email reason'],
  ['GET /invitations/{token}', 'everybody'],
  ['POST /invitations/{token}', 'token'],
  ['GET /judge-invitations/{token}', 'everybody'],
  [
    'POST /judge-invitations/{token}',
    'everybody',
    'accept password agrees phone_number organisations people is_named',
  ],
  ['GET /rounds/', 'token'],
  ['POST /rounds/', 'token', 'program_id name clone_of regions criteria judge_ids'],
  ['GET /rounds/{id}', 'token'],
  ['PATCH /rounds/{id}', 'token', 'name places closes_at criteria judge_ids'],
  ['DELETE /rounds/{id}', 'token'],
  ['POST /rounds/{id}/open', 'token', 'preview plan_sha256'],
  ['GET /rounds/{id}/entries', 'token'],
  [
    'PATCH /rounds/{id}/entries/{proposal_id}',
    'token',
    'state reason redacted_description order started_at ended_at',
  ],
  ['GET /rounds/{id}/sheets', 'token'],
  ['POST /rounds/{id}/sheets', 'token', 'judge_id entries'],
  ['PATCH /rounds/{id}/sheets/{review_id}', 'token', 'note scores'],
  ['POST /rounds/{id}/scoring-key', 'token'],
  ['DELETE /rounds/{id}/scoring-key', 'token'],
  ['GET /rounds/{id}/pack', 'token'],
  ['POST /rounds/{id}/sync', 'token', 'device sent_at entries'],
  ['POST /rounds/{id}/assignments', 'token', 'preview proposal_ids count'],
  ['POST /rounds/{id}/reminders', 'token', 'judge_ids'],
  ['GET /rounds/{id}/judges', 'token'],
  ['DELETE /rounds/{id}/judges/me', 'token', 'reason'],
  ['PUT /rounds/{id}/judges/{judge_id}', 'token'],
  ['DELETE /rounds/{id}/judges/{judge_id}', 'token', 'reason replacement'],
  ['GET /rounds/{id}/conflicts', 'token'],
  ['POST /rounds/{id}/conflicts', 'token', 'judge_id proposal_id kind reason'],
  ['PATCH /conflicts/{id}', 'token', 'state reason'],
  ['POST /rounds/{id}/close', 'token'],
  ['POST /rounds/{id}/reopen', 'token', 'reason closes_at'],
  ['GET /rounds/{id}/ranking', 'token'],
  ['GET /rounds/{id}/ranking.csv', 'token'],
  ['GET /rounds/{id}/ranking/summary', 'token'],
  ['GET /rounds/{id}/decisions', 'token'],
  ['PUT /rounds/{id}/decisions', 'token', 'rows from_ranking'],
  ['POST /rounds/{id}/seal', 'token', 'note'],
  ['POST /rounds/{id}/unseal', 'token', 'reason'],
  ['POST /rounds/{id}/release', 'token', 'preview at'],
  ['DELETE /rounds/{id}/release', 'token'],
  ['GET /proposals/{id}/results', 'token'],
  ['GET /public-record/', 'everybody'],
  ['GET /public-record/{program_id}', 'everybody'],
  ['GET /public-record/{program_id}/counts.csv', 'everybody'],
  ['GET /public-record/{program_id}/grants.json', 'everybody'],
  ['GET /public-record/rounds/{round_id}/seal.json', 'everybody'],
  ['GET /rounds/{id}/reviews', 'token'],
  ['GET /reviews/', 'token'],
  ['GET /reviews/{id}', 'token'],
  ['PUT /reviews/{id}', 'token', 'scores strength next_step note submit'],
  ['POST /reviews/{id}/declare', 'token', 'has_conflict kind reason'],
  ['POST /reviews/{id}/abstain', 'token', 'reason note'],
  ['GET /reviews/{id}/documents/{kind}/view', 'token'],
  ['POST /reviews/{id}/hide', 'token', 'is_hidden reason'],
  ['GET /reviews/{id}/versions', 'token'],
  ['GET /audit/', 'token'],
  ['GET /mails/', 'token'],
  ['GET /mails/{id}', 'token'],
  ['POST /mails/{id}/retry', 'token'],
  ['GET /proposals/admin/export-full.csv', 'token'],
  ['GET /proposals/admin/export.xlsx', 'token'],
  ['GET /proposals/admin/export-full.xlsx', 'token'],
  ['GET /proposals/admin/documents.zip', 'token'],
  ['GET /proposals/{id}/similar', 'token'],
  ['GET /proposals/{id}/documents/{kind}/view', 'token'],
  ['PATCH /contact_forms/{id}', 'token', 'is_answered'],
  ['GET /proposals/admin/summary', 'token'],
  ['POST /proposals/admin/bulk', 'token', 'ids filter change preview expected_total all_names'],
  ['POST /proposals/admin/bulk/{run_id}/undo', 'token'],
  ['POST /proposals/{id}/admin/reading', 'token'],
  ['GET /proposals/{id}/notes', 'token'],
  ['POST /proposals/{id}/notes', 'token', 'text'],
  ['PATCH /proposals/{id}/notes/{note_id}', 'token', 'text'],
  ['DELETE /proposals/{id}/notes/{note_id}', 'token'],
  ['GET /proposals/admin/decline-templates', 'token'],
  ['POST /proposals/admin/decline-templates', 'token', 'title text'],
  ['GET /proposals/admin/decline-templates/{id}', 'token'],
  ['PATCH /proposals/admin/decline-templates/{id}', 'token', 'title text'],
  ['DELETE /proposals/admin/decline-templates/{id}', 'token'],
  ['GET /proposals/admin/views', 'token'],
  ['POST /proposals/admin/views', 'token', 'name query is_shared'],
  ['DELETE /proposals/admin/views/{id}', 'token'],
  ['GET /drafts/', 'token'],
  ['GET /drafts/attempts', 'token'],
  ['GET /drafts/{program_id}', 'token'],
  ['PUT /drafts/{program_id}', 'token', 'fields'],
  ['DELETE /drafts/{program_id}', 'token'],
  ['POST /drafts/{program_id}/submit', 'token', 'documents'],
  ['POST /drafts/{program_id}/from/{proposal_id}', 'token'],
  ['GET /drafts/{program_id}/documents/{kind}', 'token'],
  ['GET /drafts/{program_id}/documents/{kind}/view', 'token'],
  ['GET /reminders/stop', 'everybody'],
  ['POST /reminders/stop', 'everybody'],
  ['GET /receipts/keys', 'everybody'],
  ['GET /receipts/{number}', 'everybody'],
  ['GET /proposals/admin/attempts', 'token'],
  ['GET /proposals/admin/waiting', 'token'],
  ['OPTIONS /uploads/', 'everybody'],
  ['POST /uploads/', 'token'],
  ['OPTIONS /uploads/{id}', 'everybody'],
  ['HEAD /uploads/{id}', 'token'],
  ['PATCH /uploads/{id}', 'token'],
  ['DELETE /uploads/{id}', 'token'],
];

const nameOf = ({ method, path }: ApiRow) => `${method} ${path}`;
const callsOf = (rows: readonly Call[]) => rows.map(([call]) => call);
const rowOf = (call: string): ApiRow => API.find((row) => nameOf(row) === call)!;
const ID = '0b6f3c1e-7a52-4c39-9d0e-2f1a8b7c6d5e';
const addressOf = (call: string) =>
  call
    .split(' ')[1]!
    .replace(/\{\w+\}/g, ID)
    .replace('*', `${ID}/deck.pdf`);

function ask(person: Person, call: string, url: string) {
  const method = call.split(' ')[0]!;
  return person.ask(method, url, ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined);
}

let app: TestApp;
let described: OpenApi;
let people: Record<Actor, Person>;
beforeAll(async () => {
  app = await createTestApp();
  described = (await app.visitor.get('/openapi.json')).body;
  people = {
    visitor: app.visitor,
    applicant: await app.signIn(),
    admin: await app.signIn({ role: 'admin' }),
    judge: await app.signIn({ role: 'judge' }),
    editor: await app.signIn({ role: 'editor' }),
    viewer: await app.signIn({ role: 'viewer' }),
  };
});
afterAll(() => app.close());

test('spec §7 is the table of calls, in its order', () => {
  const wanted = callsOf(SECTION_7);
  const listed = API.map(nameOf).filter((call) => wanted.includes(call));
  expect([...listed].sort()).toEqual([...wanted].sort());
  expect(listed).toEqual(wanted);
});

test('and nothing exists beyond what the contract adds', () => {
  expect(
    API.map(nameOf)
      .filter((call) => !callsOf(SECTION_7).includes(call))
      .sort(),
  ).toEqual(callsOf(CONTRACT).sort());
});

describe.each([...SECTION_7, ...CONTRACT])('%s', (call, auth, fields) => {
  test(`is for ${auth === 'token' ? 'those with a token' : auth}`, () => {
    expect(grantFor('visitor', rowOf(call).action) === 'no').toBe(auth === 'token');
  });

  test.runIf(fields)('takes the fields of spec §7', () => {
    const [method, path] = call.split(' ') as [string, string];
    const body = Object.values(
      described.paths[API_BASE + path]![method.toLowerCase()]!.requestBody!.content,
    )[0]!;
    expect(Object.keys(body.schema['properties'] as Schema)).toEqual(
      expect.arrayContaining(fields!.split(' ')),
    );
  });

  test('answers the same with and without the trailing slash', async () => {
    // Ends no session and writes nothing: ids that do not exist, invalid bodies.
    if (call === 'POST /auth/logout') return;
    const bare = addressOf(call).replace(/\/$/, '');
    const actor = (['admin', 'applicant', 'judge'] as const).find(
      (role) => grantFor(role, rowOf(call).action) !== 'no',
    )!;
    const person = people[actor];
    const [one, other] = [await ask(person, call, bare), await ask(person, call, `${bare}/`)];
    expect([other.status, other.body?.message]).toEqual([one.status, one.body?.message]);
    expect(one.body?.message).not.toBe('This page or call does not exist.');
  });
});

describe('any 401 means that the session has expired', () => {
  test.each([...SECTION_7, ...CONTRACT].filter(([, auth]) => auth === 'token'))(
    '%s',
    async (call) => {
      const { status, body } = await ask(app.visitor, call, addressOf(call));
      // A HEAD request is answered with headers alone.
      const message = call.startsWith('HEAD ')
        ? undefined
        : 'Your session has expired. Please log in again.';
      expect([status, body.message]).toEqual([401, message]);
    },
  );
});
