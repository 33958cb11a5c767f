/** A save that changes nothing writes nothing, at every door that saves. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { API } from '#server/api.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import {
  days,
  enquiryInput,
  faqInput,
  insertPost,
  insertProgram,
  programInput,
  testimonialInput,
} from '#tests/factories.ts';
import { insertApplication, joinAsJudge, openRound, rubric } from '#tests/judging-world.ts';

/** What is saved twice: the first time it may change something. */
type Save = { who: Person; path: string; change: unknown };

/** Where the same again is not a save of the same. */
const OTHERS: Readonly<Record<string, string>> = {
  'PATCH /rounds/{id}/sheets/{review_id}': 'settles what differs, once: then it is 404',
  'PATCH /proposals/{id}/on-behalf':
    'is a correction with its reason: each has a receipt of its own',
  'PATCH /uploads/{id}': 'takes the next bytes of a file',
  'PATCH /auth/admin/{id}/email': 'is refused unless mails to the address come back',
};

/** What each call writes that is not about its subject. */
const ASIDE = ['sessions', 'idempotency_keys', 'rate_limits'];

let app: TestApp;
let saves: Record<string, Save>;

beforeAll(async () => {
  app = await createTestApp();
  const admin = await app.signIn({ role: 'admin' });
  const judge = await joinAsJudge(app, admin);
  const other = await joinAsJudge(app, admin);
  const colleague = await app.signIn({ role: 'viewer' });
  const post = async (path: string, input: unknown): Promise<any> => {
    const { body, status, text } = await admin.post(path, input);
    expect(status, text).toBeLessThan(300);
    return body;
  };

  const open = await post('/programs/', programInput());
  const program = await insertProgram(app.services, { deadline_date: days(-1) });
  const applied = [];
  for (let count = 0; count < 2; count += 1) applied.push(await insertApplication(app, program.id));
  const [first, second] = applied as [(typeof applied)[0], (typeof applied)[0]];
  const round = await openRound(app, admin, program.id, {
    judges: [judge],
    places: 1,
    round: { reviews_per_proposal: 1 },
  });
  const [review] = (await judge.get(`/reviews/?round_id=${round}`)).body;
  const { criteria } = (await admin.get(`/rounds/${round}`)).body;
  const later = await insertProgram(app.services, { deadline_date: days(-1) });
  const entered = await insertApplication(app, later.id);
  const draft = await post('/rounds/', {
    ...{ program_id: later.id, name: 'Screening', places: 1, criteria: rubric() },
    closes_at: days(9).toISOString(),
  });
  const conflict = await post(`/rounds/${round}/conflicts`, {
    ...{ judge_id: other.id, proposal_id: second.id, kind: 'family', reason: 'They are cousins.' },
  });
  const decided = await insertProgram(app.services, { deadline_date: days(-1) });
  const chosen = await insertApplication(app, decided.id);
  const closed = await openRound(app, admin, decided.id, {
    judges: [judge],
    places: 1,
    round: { reviews_per_proposal: 1 },
  });
  const [last] = (await judge.get(`/reviews/?round_id=${closed}`)).body;
  const rubricOf = (await admin.get(`/rounds/${closed}`)).body.criteria;
  await judge.put(`/reviews/${last.id}`, {
    scores: Object.fromEntries(rubricOf.map(({ id }: { id: string }) => [id, 4])),
    ...{ strength: 'A clear market.', next_step: 'Show the costs.', submit: true },
  });
  await post(`/rounds/${closed}/close`, { reason: 'Everybody has read everything.' });

  const faq = await post('/faqs/', faqInput());
  const testimonial = (await app.visitor.post('/testimonials/', testimonialInput())).body;
  const article = await insertPost(app.services, { body: '<p>We are there.</p>' });
  const enquiry = (await app.visitor.post('/contact_forms/', enquiryInput())).body;
  const note = await post(`/proposals/${first.id}/notes`, { text: 'A good one.' });
  const reason = { title: 'Too early', text: 'Please come back once you have sold something.' };
  const template = await post('/proposals/admin/decline-templates', reason);
  const label = { name: 'Urgent', colour: 'red' };
  const labelled = await post('/labels/', label);
  const letter = { name: 'Thanks', subject: 'Thank you', text: 'We read it.', kind: 'mailing' };
  const mailTemplate = await post('/mail-templates/', letter);

  const byAdmin = (path: string, change: unknown): Save => ({ who: admin, path, change });
  const byJudge = (path: string, change: unknown): Save => ({ who: judge, path, change });
  saves = {
    'PATCH /faqs/{id}': byAdmin(`/faqs/${faq.id}`, faqInput()),
    'PUT /testimonials/{id}': byAdmin(`/testimonials/${testimonial.id}`, testimonialInput()),
    'PATCH /testimonials/{id}': byAdmin(`/testimonials/${testimonial.id}`, { is_approved: true }),
    'PATCH /cms/{id}': byAdmin(`/cms/${article.id}`, { title: article.title, category: 'news' }),
    'PATCH /contact_forms/{id}': byAdmin(`/contact_forms/${enquiry.id}`, { is_answered: true }),
    'PUT /notice': byAdmin('/notice', { text: 'Closed on Friday.', until: days(3).toISOString() }),
    'PATCH /auth/me': { who: first.person, path: '/auth/me', change: { region: 'Volta' } },
    'PATCH /auth/admin/{id}/role': byAdmin(`/auth/admin/${colleague.id}/role`, { role: 'editor' }),
    'PATCH /auth/admin/{id}/status': byAdmin(`/auth/admin/${colleague.id}/status`, {
      is_active: false,
    }),
    'PATCH /programs/{id}': byAdmin(`/programs/${open.id}`, programInput({ title: 'Cocoa' })),
    'PATCH /proposals/{id}': {
      ...{ who: await ownerOf(open.id), path: '', change: { business_name: 'Volta Looms' } },
    },
    'PATCH /proposals/{id}/admin': byAdmin(`/proposals/${entered.id}/admin`, {
      ...{ flagged: true, assigned_to: admin.id, labels: [labelled.id] },
    }),
    'PATCH /proposals/{id}/notes/{note_id}': byAdmin(`/proposals/${first.id}/notes/${note.id}`, {
      text: 'A very good one.',
    }),
    'PATCH /proposals/admin/decline-templates/{id}': byAdmin(
      `/proposals/admin/decline-templates/${template.id}`,
      reason,
    ),
    'PATCH /labels/{id}': byAdmin(`/labels/${labelled.id}`, { ...label, colour: 'blue' }),
    'PATCH /mail-templates/{id}': byAdmin(`/mail-templates/${mailTemplate.id}`, letter),
    'PATCH /judges/me': byJudge('/judges/me', { organisations: ['Volta Bank'], people: ['Ama'] }),
    'PATCH /judges/{id}': byAdmin(`/judges/${other.id}`, { first_name: 'Esi', region: 'Volta' }),
    'PATCH /rounds/{id}': byAdmin(`/rounds/${draft.id}`, {
      ...{ name: 'First reading', places: 1, criteria: draft.criteria },
    }),
    'PATCH /rounds/{id}/entries/{proposal_id}': byAdmin(`/rounds/${round}/entries/${first.id}`, {
      redacted_description: '<p>We make things.</p>',
    }),
    'PUT /rounds/{id}/judges/{judge_id}': byAdmin(`/rounds/${draft.id}/judges/${other.id}`, {}),
    'PATCH /conflicts/{id}': byAdmin(`/conflicts/${conflict.id}`, {
      state: 'cleared',
      reason: 'They have not met for twenty years.',
    }),
    'PUT /rounds/{id}/decisions': byAdmin(`/rounds/${closed}/decisions`, {
      rows: [{ proposal_id: chosen.id, outcome: 'selected' }],
    }),
    'PUT /reviews/{id}': byJudge(`/reviews/${review.id}`, {
      ...{ scores: { [criteria[0].id]: 3 }, strength: 'A clear market.' },
    }),
    'PUT /drafts/{program_id}': {
      ...{ who: second.person, path: `/drafts/${open.id}` },
      change: { fields: { business_name: 'Keta Salt' } },
    },
  };

  /** A person with a proposal that can still be edited; its path is set. */
  async function ownerOf(programId: string): Promise<Person> {
    const { person, id } = await insertApplication(app, programId);
    ownPath = `/proposals/${id}`;
    return person;
  }
  saves['PATCH /proposals/{id}']!.path = ownPath;
});
let ownPath = '';
afterAll(() => app.close());

/** Every row of every table but those aside, as text. */
async function dump(): Promise<Record<string, string[]>> {
  const { read } = app.services.db;
  const tables = (await read.introspection.getTables()).map(({ name }) => name);
  const rows: Record<string, string[]> = {};
  for (const table of tables)
    if (!ASIDE.includes(table) && !table.includes('_words'))
      rows[table] = (await sql<object>`select * from ${sql.table(table)}`.execute(read)).rows.map(
        // What was queued before is sent meanwhile.
        (row) => JSON.stringify(table === 'mails' && 'id' in row ? row.id : row),
      );
  return rows;
}

const ROWS = API.filter(({ method }) => method === 'PATCH' || method === 'PUT').map(
  ({ method, path }) => `${method} ${path}`,
);

test.each(ROWS.filter((name) => !(name in OTHERS)))('%s', async (name) => {
  const { who, path, change } = saves[name]!;
  const save = () => (name.startsWith('PUT') ? who.put(path, change) : who.patch(path, change));
  const once = await save();
  expect(once.status, once.text).toBeLessThan(300);
  const before = await dump();
  const twice = await save();
  expect(twice.status, twice.text).toBe(200);
  expect(twice.headers.get('etag')).toBe(once.headers.get('etag'));
  expect(await dump()).toEqual(before);
});
