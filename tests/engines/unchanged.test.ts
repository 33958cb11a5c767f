/** Saving unchanged values leaves no trace: no version, no audit entry, no mail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { faqInput, insertPost, programInput, testimonialInput } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { formOf, storedKeys, submit } from '#tests/proposal-forms.ts';

type Case = {
  who: Person;
  path: string;
  changes: (unknown | FormData)[];
  isPut?: boolean;
  readPath?: string;
};

describe.each(ENGINES)('saving unchanged values, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    applicant = await app.signIn();
  });
  afterAll(() => app.close());

  const countTraces = async (): Promise<unknown> => {
    const { read } = app.services.db;
    const count = async (table: 'audit_log' | 'mails') =>
      (
        await read
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count;
    return [
      await count('audit_log'),
      await count('mails'),
      await read.selectFrom('versions').selectAll().orderBy('topic').execute(),
    ];
  };

  async function expectUnchanged({
    who,
    path,
    changes,
    isPut,
    readPath = path,
  }: Case): Promise<void> {
    const before = await who.get(readPath);
    const traces = await countTraces();
    for (const change of changes) {
      const answer = await (isPut ? who.put(path, change) : who.patch(path, change));
      expect(
        [answer.status, answer.headers.get('etag'), answer.body],
        JSON.stringify(change),
      ).toEqual([200, before.headers.get('etag'), before.body]);
    }
    expect(await countTraces()).toEqual(traces);
    expect((await who.get(readPath)).body).toEqual(before.body);
  }

  test('of a program, even if written differently', async () => {
    const input = programInput({
      description: '<p>Shea &amp; cocoa</p>',
      deadline_date: '2031-05-01T12:00:00Z',
    });
    const { body } = await admin.post('/programs/', input);
    const sameContent = {
      ...input,
      title: ` ${input.title} `,
      sector: 'agriculture',
      deadline_date: '2031-05-01T14:00:00+02:00',
      description: '<p onclick="x()">Shea & cocoa<script>1</script></p>',
    };
    await expectUnchanged({
      who: admin,
      path: `/programs/${body.id}`,
      changes: [{}, input, sameContent],
    });
  });

  test('of a question', async () => {
    const input = faqInput();
    const { body } = await admin.post('/faqs/', input);
    await expectUnchanged({
      who: admin,
      path: `/faqs/${body.id}`,
      changes: [{}, input, { question: `  ${input.question} ` }],
    });
  });

  test('of a testimonial, by PUT and by PATCH', async () => {
    const { body } = await app.visitor.post('/testimonials/', testimonialInput());
    const path = `/testimonials/${body.id}`;
    await expectUnchanged({
      who: admin,
      path,
      changes: [{}, { is_approved: 'false' }, testimonialInput()],
      isPut: true,
    });
    await expectUnchanged({ who: admin, path, changes: [{}, { is_approved: false }] });
  });

  test('of a post and its pictures', async () => {
    const { id, title } = await insertPost(app.services, { body: '<p>We are <b>there</b>.</p>' });
    const { body: post } = await admin.get(`/cms/${id}`);
    const form = new FormData();
    form.set('title', title);
    const changes = [
      {},
      {
        title,
        body: '<p>We are <b onclick="x">there</b>.</p>',
        category: 'news',
        is_published: 'true',
      },
      { featured_image: post.featured_image, gallery_images: post.gallery_images },
      form,
    ];
    await expectUnchanged({ who: admin, path: `/cms/${id}`, changes });
  });

  test('of a proposal, by its owner, with the same documents too, and by an admin', async () => {
    const fields = { business_name: 'Ada Salt', business_description: '<p>Salt &amp; sun</p>' };
    const documents = { pitch_deck: await makePdf({ pages: 3 }), financials: await makePdf() };
    const { proposal } = await submit(app.services, applicant, { ...fields, ...documents });
    const keys = await storedKeys(app.services);
    const path = `/proposals/${proposal.id}`;
    await expectUnchanged({
      who: applicant,
      path,
      changes: [
        {},
        fields,
        { business_description: '<p>Salt & <script>1</script>sun</p>' },
        formOf({ ...fields, ...documents }),
      ],
    });
    const review = new FormData();
    review.set('is_approved', 'false');
    await expectUnchanged({
      who: admin,
      path: `${path}/admin`,
      changes: [{}, { is_approved: false, funding_stage: 'pending funding' }, review],
    });
    expect(await storedKeys(app.services)).toEqual(keys);
  });

  test('of a profile, a role and a standing', async () => {
    const { body: profile } = await applicant.get('/auth/me');
    const { first_name, phone_number, region, email } = profile;
    await expectUnchanged({
      who: applicant,
      path: '/auth/me',
      changes: [
        {},
        { first_name: ` ${first_name}`, phone_number, region, email: email.toUpperCase() },
      ],
    });
    const traces = await countTraces();
    const answer = await admin.patch(`/auth/admin/${applicant.id}/role`, { role: 'APPLICANT' });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"1"']);
    for (const [what, change] of [
      ['role', { role: 'admin' }],
      ['status', { is_active: true }],
    ] as const) {
      const own = await admin.patch(`/auth/admin/${admin.id}/${what}`, change);
      expect([own.status, own.body.code]).toEqual([409, 'own_account']);
    }
    expect(await countTraces()).toEqual(traces);
  });

  test('but real changes are logged by the changed fields alone', async () => {
    const input = programInput();
    const { body } = await admin.post('/programs/', input);
    await admin.patch(`/programs/${body.id}`, { ...input, title: 'Another' });
    const entries = await app.services.db.read
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('subject_id', '=', body.id)
      .where('action', '=', 'programs.update')
      .execute();
    expect(entries).toEqual([
      {
        action: 'programs.update',
        changes: [{ field: 'title', before: input.title, after: 'Another' }],
      },
    ]);
  });
});
