import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { readAuditLog } from '#tests/audit-log.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import {
  days,
  faqInput,
  insertPost,
  PASSWORD,
  programInput,
  registration,
  testimonialInput,
} from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { formOf, submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('the log on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin', first_name: 'Esi', last_name: 'Auditor' });
  });
  afterAll(() => app.close());

  const { list, entriesOf, newestOf } = readAuditLog(() => admin);

  test('a change says who, what, when, from where, and each field before and after', async () => {
    const faq = (await admin.post('/faqs/', faqInput({ question: 'Who?', answer: 'You.' }))).body;
    await admin.patch(`/faqs/${faq.id}`, { answer: 'Everybody.', question: 'Who?' });
    await admin.delete(`/faqs/${faq.id}`);
    const entries = await entriesOf(faq.id);
    const actor = { id: admin.id, name: 'Esi Auditor' };
    const common = {
      actor,
      entity: 'faq',
      entity_id: faq.id,
      entity_name: null,
      ip: '127.0.0.1',
      erased: false,
    };
    const stamps = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/Z$/),
    };
    expect(entries).toEqual([
      {
        ...stamps,
        ...common,
        action: 'faqs.delete',
        changes: [
          { field: 'question', before: 'Who?', after: null },
          { field: 'answer', before: 'Everybody.', after: null },
        ],
      },
      {
        ...stamps,
        ...common,
        action: 'faqs.update',
        changes: [{ field: 'answer', before: 'You.', after: 'Everybody.' }],
      },
      {
        ...stamps,
        ...common,
        action: 'faqs.create',
        changes: [
          { field: 'question', before: null, after: 'Who?' },
          { field: 'answer', before: null, after: 'You.' },
        ],
      },
    ]);
  });

  test('a long text stands there as its length and a digest that is keyed and covers the entity', async () => {
    const [before, after] = ['Yes. '.repeat(60).trim(), 'No, é. '.repeat(60).trim()];
    const change = async () => {
      const faq = (await admin.post('/faqs/', faqInput({ answer: before }))).body;
      await admin.patch(`/faqs/${faq.id}`, { answer: after });
      return (await entriesOf(faq.id)).flatMap(({ changes }: any) =>
        changes.filter(({ field }: any) => field === 'answer'),
      );
    };
    const [changed, created] = await change();
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(changed).toEqual({
      field: 'answer',
      before: { sha256, length: before.length },
      after: { sha256, length: after.length },
    });
    // The same text of the same entity has the same digest, so that the log can be followed.
    expect(created.after).toEqual(changed.before);
    // Nobody finds a text by trying what they guess, nor by comparing it with another entity's.
    const plain = createHash('sha256').update(before).digest('hex');
    const [other] = await change();
    expect(new Set([plain, changed.before.sha256, other.before.sha256]).size).toBe(3);
  });

  test('programs, posts and testimonials', async () => {
    const program = (await admin.post('/programs/', programInput())).body;
    const deadline = days(40).toISOString();
    await admin.patch(`/programs/${program.id}`, { deadline_date: deadline });
    expect((await newestOf(program.id)).changes).toEqual([
      { field: 'deadline_date', before: program.deadline_date, after: deadline },
    ]);
    const post = await insertPost(app.services);
    await admin.patch(`/cms/${post.id}`, {
      is_published: false,
      gallery_images: ['https://example.com/9.jpg'],
    });
    expect(await newestOf(post.id)).toMatchObject({
      action: 'posts.update',
      changes: [
        { field: 'is_published', before: true, after: false },
        {
          field: 'gallery_images',
          before: ['https://example.com/1.jpg'],
          after: ['https://example.com/9.jpg'],
        },
      ],
    });
    const quote = (await app.visitor.post('/testimonials/', testimonialInput())).body;
    expect(await newestOf(quote.id)).toMatchObject({
      actor: null,
      action: 'testimonials.create',
      entity: 'testimonial',
    });
    await admin.patch(`/testimonials/${quote.id}`, { is_approved: true });
    expect((await newestOf(quote.id)).changes).toEqual([
      { field: 'is_approved', before: false, after: true },
    ]);
  });

  test('proposals: answers, documents by their digest, and the decision', async () => {
    const applicant = await app.signIn({ first_name: 'Abla', last_name: 'Doe' });
    const { proposal } = await submit(app.services, applicant);
    const [entry] = await entriesOf(proposal.id);
    expect([entry.action, entry.actor]).toEqual([
      'proposals.submit',
      { id: applicant.id, name: 'Abla Doe' },
    ]);
    expect(entry.changes).toContainEqual({
      field: 'business_name',
      before: null,
      after: 'Asante Cocoa Ltd',
    });
    const deck = await makePdf({ pages: 7 });
    await applicant.patch(
      `/proposals/${proposal.id}`,
      formOf({ business_name: 'Asante Gold', pitch_deck: deck }),
    );
    expect((await newestOf(proposal.id)).changes).toEqual([
      { field: 'business_name', before: 'Asante Cocoa Ltd', after: 'Asante Gold' },
      {
        field: 'pitch_deck',
        before: expect.stringMatching(/^[0-9a-f]{64}$/),
        after: createHash('sha256').update(deck).digest('hex'),
      },
    ]);
    await admin.patch(`/proposals/${proposal.id}/admin`, { funding_stage: 'SEED' });
    expect(await newestOf(proposal.id)).toMatchObject({
      action: 'proposals.review',
      changes: [{ field: 'funding_stage', before: 'PENDING_FUNDING', after: 'SEED' }],
    });
  });

  test('templates with their text, and whether a view is for everybody', async () => {
    const reason = { title: 'Too early', text: 'Please come back when you have customers.' };
    const template = (await admin.post('/proposals/admin/decline-templates', reason)).body;
    await admin.delete(`/proposals/admin/decline-templates/${template.id}`);
    expect((await newestOf(template.id)).changes).toEqual([
      { field: 'title', before: reason.title, after: null },
      { field: 'text', before: reason.text, after: null },
    ]);
    const query = 'region=Oti&q=Abla';
    const shared = { name: 'Oti', query, is_shared: true };
    const view = (await admin.post('/proposals/admin/views', shared)).body;
    await admin.delete(`/proposals/admin/views/${view.id}`);
    const [deleted, created] = await entriesOf(view.id);
    expect(created.changes).toEqual([
      { field: 'name', before: null, after: 'Oti' },
      { field: 'is_shared', before: null, after: true },
    ]);
    expect(deleted.changes).toEqual([
      { field: 'name', before: 'Oti', after: null },
      { field: 'is_shared', before: true, after: null },
    ]);
  });

  test('accounts: no password, code or token is ever in it', async () => {
    const input = registration({ first_name: 'Dzifa' });
    const { id } = (await app.visitor.post('/auth/register', input)).body;
    const entry = await newestOf(id);
    expect([entry.action, entry.actor]).toEqual([
      'accounts.register',
      { id, name: 'Dzifa Boateng' },
    ]);
    expect(entry.changes).toContainEqual({ field: 'email', before: null, after: input['email'] });
    await app.visitor.post('/auth/password-reset-request', { email: input['email'] });
    const otp = await app.readOtp(input['email'] as string);
    const reset = { email: input['email'], otp, new_password: 'Another-7-Trombones' };
    expect((await app.visitor.post('/auth/password-reset', reset)).status).toBe(200);
    expect(await newestOf(id)).toMatchObject({ action: 'accounts.reset', changes: [] });
    await admin.patch(`/auth/admin/${id}/role`, { role: 'ADMIN' });
    expect((await newestOf(id)).changes).toEqual([
      { field: 'role', before: 'applicant', after: 'admin' },
    ]);
    const log = JSON.stringify(await entriesOf(id));
    for (const secret of [PASSWORD, 'Another-7-Trombones', otp, 'password', 'argon2'])
      expect(log).not.toContain(secret);
  });

  test('the own profile, and an address that waits for its code', async () => {
    const me = await app.signIn({ city: 'Ho' });
    await me.patch('/auth/me', { city: 'Keta' });
    expect(await newestOf(me.id)).toMatchObject({
      action: 'profile.update',
      changes: [{ field: 'city', before: 'Ho', after: 'Keta' }],
    });
  });

  test('filters, words, paging and the total before it', async () => {
    const other = await app.signIn({ role: 'admin', first_name: 'Kwabena', last_name: 'Ofori' });
    const ids: string[] = [];
    for (const question of ['Kenkey one?', 'Kenkey two?', 'Kenkey three?'])
      ids.unshift((await other.post('/faqs/', faqInput({ question }))).body.id);
    const idsOf = ({ entries }: { entries: { entity_id: string }[] }) =>
      entries.map(({ entity_id }) => entity_id);
    expect(idsOf(await list({ actor: other.id }))).toEqual(ids);
    expect(await list({ actor: other.id, skip: '1', limit: '1' })).toMatchObject({
      entries: [{ entity_id: ids[1] }],
      total: '3',
    });
    expect(idsOf(await list({ q: 'KENKEY thrée' }))).toEqual([ids[0]]);
    expect(idsOf(await list({ q: 'kwabena faqs.create' }))).toEqual(ids);
    expect(idsOf(await list({ q: `${ids[1]}` }))).toEqual([ids[1]]);
    expect(idsOf(await list({ q: 'kenkey tw' }))).toEqual([ids[1]]);
    expect((await list({ q: 'tw', actor: other.id })).total).toBe('1');
    expect(idsOf(await list({ actor: other.id, action: 'faqs.update' }))).toEqual([]);
    const actions = ({ entries }: { entries: { action: string }[] }) =>
      entries.map(({ action }) => action);
    const short = await app.signIn({ role: 'editor' });
    expect((await short.post('/auth/logout')).status).toBeLessThan(300);
    expect(actions(await list({}))).toContain('accounts.logout');
    expect(actions(await list({ logins: 'false' }))).not.toContain('accounts.logout');
    expect(idsOf(await list({ actor: other.id, entity: 'faq', q: 'one' }))).toEqual([ids[2]]);
    expect((await other.get('/audit/?actor=me')).body).toHaveLength(3);
    expect(
      (await list({ actor: 'nobody' })).entries.every(({ actor }: any) => actor === null),
    ).toBe(true);
    const [{ at }] = await entriesOf(ids[1]!);
    expect(idsOf(await list({ entity_id: ids[1]!, from: at, to: at }))).toEqual([ids[1]]);
    const day = at.slice(0, 10);
    expect(idsOf(await list({ entity_id: ids[1]!, from: day, to: day }))).toEqual([ids[1]]);
    expect((await list({ entity_id: ids[1]!, to: '2020-01-01' })).total).toBe('0');
  });

  test.each([
    [{ from: 'yesterday' }, 'Enter a date such as 2026-11-22, with or without a time.'],
    [{ to: '2026-02-30' }, 'Enter a date such as 2026-11-22, with or without a time.'],
    [{ from: '2026-02-30T10:00' }, 'Enter a date such as 2026-11-22, with or without a time.'],
    [{ actor: 'Esi' }, 'Choose one of the people in the list.'],
    [{ action: 'everything' }, 'Choose what was done.'],
    [{ action: 'faqs.frobnicate' }, 'Choose what was done.'],
    [{ entity: 'unicorn' }, 'Choose what the entries are about.'],
  ])('%j is refused', async (query: Record<string, string>, sentence) => {
    const { status, body } = await admin.get(`/audit/?${new URLSearchParams(query)}`);
    const [field] = Object.keys(query);
    expect([status, body.message, body.fields]).toEqual([422, sentence, { [field!]: sentence }]);
  });

  test('is for admins only', async () => {
    expect((await (await app.signIn()).get('/audit/')).status).toBe(403);
    expect((await app.visitor.get('/audit/')).status).toBe(401);
  });
});
