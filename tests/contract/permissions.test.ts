import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantFor, PERMISSIONS, type Action, type Actor, type Grant } from '#domain/permissions.ts';
import { API } from '#server/api.ts';
import type { ApiRow } from '#server/http/endpoint.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';

/**
 * spec §6, every role × every call: generated from the table of calls and the table of permissions.
 */
const ACTORS = ['visitor', 'applicant', 'judge', 'editor', 'viewer', 'admin'] as const;
type Row = [
  visitor: Grant,
  applicant: Grant,
  judge: Grant,
  editor: Grant,
  viewer: Grant,
  admin: Grant,
];

const everybody: Row = ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'];
const admins: Row = ['no', 'no', 'no', 'no', 'no', 'yes'];
const editors: Row = ['no', 'no', 'no', 'yes', 'no', 'yes'];
const viewers: Row = ['no', 'no', 'no', 'no', 'yes', 'yes'];
const ownOfFirm: Row = ['no', 'no', 'no', 'own', 'own', 'own'];
const applicants: Row = ['no', 'own', 'no', 'no', 'no', 'no'];
const ownersAndViewers: Row = ['no', 'own', 'no', 'no', 'yes', 'yes'];
const signedIn: Row = ['no', 'own', 'own', 'own', 'own', 'own'];
const ownersAndAdmins: Row = ['no', 'own', 'no', 'no', 'no', 'yes'];
const judges: Row = ['no', 'no', 'own', 'no', 'no', 'no'];
const judgesAndAdmins: Row = ['no', 'no', 'own', 'no', 'no', 'yes'];
const viewersOfReleased: Row = ['no', 'no', 'no', 'no', 'own', 'yes'];

/** spec §6 sentence by sentence, as interpreted by contract §5. */
const SECTION_6: Record<string, [who: Row, actions: Action[]]> = {
  'everybody reads public content': [
    everybody,
    [
      'faqs.list',
      'faqs.get',
      'testimonials.list',
      'testimonials.get',
      'posts.list',
      'posts.get',
      'programs.list',
      'programs.get',
      'notices.get',
    ],
  ],
  'everybody sends contact enquiries and testimonials': [
    everybody,
    ['enquiries.create', 'testimonials.create'],
  ],
  'everybody registers, logs in, resets a password': [
    everybody,
    ['accounts.register', 'accounts.login', 'accounts.reset'],
  ],
  'who has just been logged out may stay: the call looks at the token itself': [
    everybody,
    ['accounts.renew'],
  ],
  'a signed link needs no token': [everybody, ['documents.download']],
  'a signed link ends reminders': [everybody, ['reminders.stop']],
  'everybody checks a receipt': [everybody, ['receipts.get']],
  'applicants keep drafts, submit them, and see what was refused': [
    applicants,
    [
      'drafts.list',
      'drafts.get',
      'drafts.save',
      'drafts.delete',
      'drafts.submit',
      'drafts.share',
      'members.leave',
      'members.accept',
      'drafts.viewDocument',
      'attempts.list',
    ],
  ],
  'admins see what was refused, and what is about to lapse': [
    admins,
    ['attempts.listAll', 'receipts.listWaiting'],
  ],
  'everybody with a profile reads and edits it, and logs out': [
    signedIn,
    ['profile.get', 'profile.update', 'accounts.logout'],
  ],
  'everybody with a profile sees and ends sessions, takes their data along, and may ask for the end':
    [signedIn, ['sessions.list', 'sessions.end', 'profile.export', 'profile.close']],
  'what became of a proposal: its owner, admins and viewers': [
    ownersAndViewers,
    ['proposals.timeline'],
  ],
  'applicants submit, view, edit and delete own proposals': [
    applicants,
    [
      'proposals.submit',
      'proposals.list',
      'proposals.get',
      'proposals.update',
      'proposals.delete',
      'proposals.ownDocument',
      'proposals.confirm',
    ],
  ],
  'everybody may ask how documents are sent': [everybody, ['uploads.describe']],
  'applicants send documents into own drafts': [
    applicants,
    ['uploads.create', 'uploads.get', 'uploads.update', 'uploads.delete'],
  ],
  'admins and viewers see all proposals': [
    viewers,
    ['proposals.listAll', 'proposals.getAny', 'proposals.viewDocument', 'proposals.listSimilar'],
  ],
  'admins decide on all proposals, and export them': [
    admins,
    [
      'proposals.review',
      'proposals.noteReading',
      'proposals.export',
      'proposals.anyDocument',
      'proposals.exportDocuments',
    ],
  ],
  'admins keep notes, templates of reasons and views': [
    admins,
    [
      'notes.list',
      'notes.create',
      'notes.update',
      'notes.delete',
      'templates.list',
      'templates.get',
      'templates.create',
      'templates.update',
      'templates.delete',
      'views.list',
      'views.create',
      'views.delete',
    ],
  ],
  'a proposal’s owner and admins write to each other': [
    ownersAndAdmins,
    ['threads.read', 'threads.write'],
  ],
  'a proposal’s owner and admins see what was asked': [ownersAndAdmins, ['requests.list']],
  'owners and admins withdraw a proposal, and take that back': [
    ownersAndAdmins,
    ['proposals.withdraw', 'proposals.reinstate'],
  ],
  'a proposal’s owner and admins say who works on it': [
    ownersAndAdmins,
    ['members.invite', 'members.remove', 'members.handOver'],
  ],
  'everybody with its link reads an invitation': [everybody, ['members.read']],
  'admins ask for changes': [admins, ['requests.create', 'requests.cancel']],
  'applicants answer what they were asked, admins for who has no address': [
    ownersAndAdmins,
    ['requests.answer'],
  ],
  'admins enter what came in on paper': [admins, ['proposals.onBehalf']],
  'owners and viewers see what a proposal was': [ownersAndViewers, ['versions.list']],
  'admins give one applicant more time': [
    admins,
    ['extensions.list', 'extensions.create', 'extensions.delete'],
  ],
  'admins pin labels to proposals': [admins, ['labels.create', 'labels.update', 'labels.delete']],
  'viewers see which labels there are': [viewers, ['labels.list']],
  'admins put a notice on every page': [admins, ['notices.put', 'notices.delete']],
  'admins manage programs': [
    admins,
    ['programs.create', 'programs.delete', 'programs.announce', 'programs.end'],
  ],
  'admins archive seasons': [admins, ['programs.resume', 'programs.archive']],
  'editors write the texts of programs': [editors, ['programs.update']],
  'editors manage posts': [editors, ['posts.create', 'posts.update', 'posts.delete']],
  'editors manage FAQs': [editors, ['faqs.create', 'faqs.update', 'faqs.delete']],
  'editors manage testimonials': [editors, ['testimonials.update', 'testimonials.delete']],
  'editors read and answer enquiries, and delete spam': [
    editors,
    ['enquiries.list', 'enquiries.get', 'enquiries.update', 'enquiries.answer', 'enquiries.delete'],
  ],
  'admins manage users and create admins': [
    admins,
    [
      'users.list',
      'users.createAdmin',
      'users.changeRole',
      'users.changeStatus',
      'users.correctEmail',
      'users.erase',
      'users.resetFactors',
      'users.get',
      'users.listSessions',
      'users.endSessions',
    ],
  ],
  'the firm sets up a second factor for itself': [
    ownOfFirm,
    ['factors.list', 'factors.create', 'factors.delete', 'factors.renewCodes'],
  ],
  'admins invite judges and set up rounds': [
    admins,
    [
      'judges.list',
      'judges.get',
      'judges.invite',
      'judges.update',
      'rounds.create',
      'rounds.update',
      'rounds.delete',
      'rounds.open',
      'entries.list',
      'entries.update',
      'panels.update',
      'panels.list',
      'sheets.get',
      'sheets.type',
      'conflicts.list',
      'conflicts.update',
      'judging.readAll',
      'judging.hide',
      'rounds.close',
      'rankings.export',
      'decisions.update',
      'rounds.seal',
      'rounds.release',
    ],
  ],
  'applicants see their results, admins all': [ownersAndAdmins, ['results.list']],
  'everybody sees how it was judged': [everybody, ['records.get']],
  'judges review what is theirs, and leave a round': [
    judges,
    ['judging.list', 'judging.get', 'judging.save', 'panels.leave'],
  ],
  'judges score in the hall with what their phone holds': [judges, ['packs.get', 'packs.sync']],
  'judges and admins keep a key for the day of a pitch round': [
    judgesAndAdmins,
    ['keys.create', 'keys.end'],
  ],
  'admins and its judge see all versions of a review': [judgesAndAdmins, ['judging.versions']],
  'whoever has the link answers an invitation': [everybody, ['judges.answer']],
  'judges say what they could not judge freely': [judges, ['interests.get', 'interests.update']],
  'admins see all rounds, judges their own, viewers released ones': [
    ['no', 'no', 'own', 'no', 'own', 'yes'],
    ['rounds.list', 'rounds.get'],
  ],
  'viewers see how released rounds ended': [viewersOfReleased, ['rankings.list', 'decisions.list']],
  'admins look into the log of what was done': [admins, ['audit.list']],
  'admins write to many applicants, and keep texts for it': [
    admins,
    [
      'mailings.list',
      'mailings.get',
      'mailings.create',
      'mailings.cancel',
      'mailTemplates.list',
      'mailTemplates.get',
      'mailTemplates.create',
      'mailTemplates.update',
      'mailTemplates.delete',
    ],
  ],
  'admins see mails that are stuck, and send them again': [
    admins,
    ['mails.list', 'mails.get', 'mails.retry'],
  ],
};

describe('spec §6 is the table of permissions', () => {
  test.each(Object.entries(SECTION_6))('%s', (_sentence, [roles, actions]) => {
    for (const action of actions)
      expect([action, ...ACTORS.map((actor) => grantFor(actor, action))]).toEqual([
        action,
        ...roles,
      ]);
  });

  test('and no action is left out', () => {
    expect(
      Object.values(SECTION_6)
        .flatMap(([, actions]) => actions)
        .sort(),
    ).toEqual(Object.keys(PERMISSIONS).sort());
  });
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** A new session each time: a call may end it. */
const enter = (actor: Actor): Promise<Person> | Person =>
  actor === 'visitor' ? app.visitor : app.signIn({ role: actor });

async function ask(actor: Actor, { method, path }: ApiRow, options: { token?: string } = {}) {
  const person = await enter(actor);
  const url = path.replace(/\{\w+\}/g, () => crypto.randomUUID());
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
  return person.ask(method, url, body, { token: person.token, ...options });
}

const rows = API.map((row) => [`${row.method} ${row.path}`, row] as const);

/** Takes no body that could be refused first, and none of these people has verified a code. */
const RENEWAL = '/auth/session/renew/options';

test.each(ACTORS)('what cannot be renewed is an expired session: %s', async (actor) => {
  const row = API.find(({ path }) => path === RENEWAL)!;
  const { status, body } = await ask(actor, row);
  expect([status, body.code]).toEqual([401, 'not_signed_in']);
});

describe.each(rows.filter(([, { path }]) => path !== RENEWAL))('%s', (_name, row) => {
  test.each(ACTORS)('%s', async (actor) => {
    const { status, body } = await ask(actor, row);
    if (grantFor(actor, row.action) !== 'no')
      return expect(['not_signed_in', 'forbidden', 'method_not_allowed']).not.toContain(body?.code);
    const refusal =
      actor === 'visitor'
        ? [401, 'not_signed_in', 'Your session has expired. Please log in again.']
        : [403, 'forbidden', 'You are not allowed to do this.'];
    // A HEAD request is answered with headers alone.
    if (row.method === 'HEAD') return expect(status).toBe(refusal[0]);
    expect([status, body.code, body.message]).toEqual(refusal);
  });

  test('an unknown token counts as none', async () => {
    const { status } = await ask('visitor', row, { token: 'a'.repeat(43) });
    expect(status === 401).toBe(grantFor('visitor', row.action) === 'no');
  });
});

test('every call has a permission and stands once', () => {
  const names = rows.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { action } of API) expect(Object.keys(PERMISSIONS)).toContain(action);
});
