import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MARKUP, PROPOSALS } from '#domain/constants.ts';
import { findMarkupExcess } from './markup.ts';
import { PROPOSAL_RULES } from '#domain/proposals/messages.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { insertPost, insertProgram, postForm, programInput } from '#tests/factories.ts';
import { insertProposals, proposalAt } from '#tests/many-proposals.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submissionTo, submit } from '#tests/proposal-forms.ts';
import { cleanText } from './rich-text.ts';
import { closeTextThread, markOf, prepareText, readText, readTexts } from './stored-text.ts';

/** As much markup as fits in 99 kB; such a text could be stored before there was a limit. */
const DENSE = '<b>x</b> '.repeat(11_000);
const HOSTILE = '<p onclick="x()">Hi<script>alert(1)</script></p>';
const levels = (count: number) => '<b>'.repeat(count) + 'x' + '</b>'.repeat(count);

afterAll(closeTextThread);

describe('a stored text', () => {
  test('is shown unchanged with the mark of its own content, and cleaned with any other mark', async () => {
    expect(await readText('text', HOSTILE, markOf('text', HOSTILE))).toBe(HOSTILE);
    for (const mark of ['', markOf('body', HOSTILE), markOf('text', '<p>Hi</p>'), 'text-0-1.0.0:x'])
      expect(await readText('text', HOSTILE, mark)).toBe('<p>Hi</p>');
  });

  test('that is long is cleaned in another thread, the same way, and only once', async () => {
    const clean = cleanText('body', DENSE).html;
    await closeTextThread();
    let started = 0;
    const count = () => void (started += 1);
    process.on('worker', count);
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 1);
    expect(await readText('body', DENSE, '')).toBe(clean);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(0);
    await closeTextThread();
    // A cached result needs no thread: none is started again.
    expect(
      await Promise.all(Array.from({ length: 100 }, () => readText('body', DENSE, ''))),
    ).toEqual(Array(100).fill(clean));
    process.off('worker', count);
    expect(started).toBe(1);
  });

  test('of a long list lets other work run before each text that must be cleaned', async () => {
    const rows = Array.from({ length: 40 }, (_, place) => `<b>${place}</b>`.repeat(300));
    let ticks = 0;
    let counting = setImmediate(function count() {
      ticks += 1;
      counting = setImmediate(count);
    });
    await readTexts(rows, (html) => readText('text', html, ''));
    clearImmediate(counting);
    expect(ticks).toBeGreaterThanOrEqual(rows.length);
  });

  test('carries, once prepared, the mark that identifies it', async () => {
    for (const html of ['', 'plain', HOSTILE, DENSE.slice(0, 9_000)]) {
      const {
        html: clean,
        mark,
        plain,
      } = await prepareText(
        { actor: {} },
        { kind: 'text', name: 'description', label: 'the description' },
        html,
      );
      expect([clean, plain]).toEqual([
        cleanText('text', html).html.trim(),
        cleanText('text', html).plain,
      ]);
      expect(mark).toBe(markOf('text', clean));
    }
  });
});

describe('limits of markup', () => {
  test.each([
    ['as many elements as are allowed', '<b>x</b>'.repeat(MARKUP.elements), undefined],
    ['one more', '<b>x</b>'.repeat(MARKUP.elements + 1), 'elements'],
    [
      'elements that are not allowed, or only end',
      `${'<x>'.repeat(99)}${'</p>'.repeat(MARKUP.elements)}`,
      'elements',
    ],
    ['comments', '<!---->'.repeat(MARKUP.elements + 1), 'elements'],
    ['as many levels as are allowed', levels(MARKUP.depth), undefined],
    ['one more level', levels(MARKUP.depth + 1), 'depth'],
    [
      'paragraphs and entries that nobody ends',
      `<ul>${'<li>x'.repeat(300)}</ul>${'<p>x'.repeat(300)}${'<br>'.repeat(300)}`,
      undefined,
    ],
    ['ends of other elements between', '<b></i>'.repeat(MARKUP.depth + 1), 'depth'],
    ['signs that begin nothing', `${'<'.repeat(50_000)} 1 < 2 & 3 > 2`, undefined],
  ] as const)('%s', (_, html, excess) => {
    expect(findMarkupExcess(html)).toBe(excess);
    if (!excess) expect(findMarkupExcess(cleanText('text', html).html)).toBeUndefined();
  });

  test('allowed markup is stored completely', () =>
    expect(cleanText('text', levels(MARKUP.depth)).html).toBe(levels(MARKUP.depth)));
});

describe.each(ENGINES)('rich text, on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  let applicant: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
    applicant = await app.signIn();
  });
  afterAll(() => app.close());

  test('with too much markup is refused beside its field, wherever it is written', async () => {
    const refused = {
      description:
        'The description can have at most 5,000 pieces of formatting, such as paragraphs, links and bold words. Use less of it.',
    };
    const { status, body } = await admin.post('/programs/', programInput({ description: DENSE }));
    expect([status, body.fields]).toEqual([422, refused]);
    const post = await admin.post(
      '/cms/',
      postForm({
        fields: { body: levels(MARKUP.depth + 1) },
        featured: 'https://example.com/1.jpg',
        gallery: ['https://example.com/2.jpg'],
      }),
    );
    expect([post.status, Object.keys(post.body.fields)]).toEqual([422, ['body']]);
    const { proposal } = await submit(app.services, applicant);
    const change = await applicant.patch(`/proposals/${proposal.id}`, {
      business_description: DENSE,
    });
    expect([change.status, Object.keys(change.body.fields)]).toEqual([
      422,
      ['business_description'],
    ]);
  });

  test('is cleaned when written, or when read if it came into the database another way', async () => {
    const { body: program } = await admin.post(
      '/programs/',
      programInput({ description: HOSTILE }),
    );
    const stored = () =>
      app.services.db.read
        .selectFrom('programs')
        .select(['description', 'rich_text_mark'])
        .where('id', '=', program.id)
        .executeTakeFirstOrThrow();
    expect(await stored()).toEqual({
      description: '<p>Hi</p>',
      rich_text_mark: markOf('text', '<p>Hi</p>'),
    });
    await app.services.db.read
      .updateTable('programs')
      .set({ description: `${HOSTILE}!` })
      .where('id', '=', program.id)
      .execute();
    const other = await insertPost(app.services, { body: `${HOSTILE}?` });
    const listed = (await admin.get('/programs/')).body.find(
      ({ id }: { id: string }) => id === program.id,
    );
    expect([
      listed.description,
      (await admin.get(`/programs/${program.id}`)).body.description,
    ]).toEqual(['<p>Hi</p>!', '<p>Hi</p>!']);
    expect((await app.visitor.get(`/cms/${other.id}`)).body.body).toBe('<p>Hi</p>?');
    await admin.patch(`/programs/${program.id}`, { title: 'Only the title' });
    expect((await admin.get(`/programs/${program.id}`)).body.description).toBe('<p>Hi</p>!');
  });

  test('is not in lists of proposals, only in single proposals', async () => {
    const { proposal } = await submit(app.services, applicant, { business_description: HOSTILE });
    for (const [person, path] of [
      [applicant, '/proposals/'],
      [admin, '/proposals/admin/all'],
      [admin, '/proposals/admin/all?limit=10'],
    ] as const) {
      const row = (await person.get(path)).body.find(
        ({ id }: { id: string }) => id === proposal.id,
      );
      expect([row.business_name, 'business_description' in row]).toEqual([
        proposal.business_name,
        false,
      ]);
    }
    for (const [person, path] of [
      [applicant, `/proposals/${proposal.id}`],
      [admin, `/proposals/${proposal.id}/admin`],
    ] as const)
      expect((await person.get(path)).body.business_description).toBe('<p>Hi</p>');
  });

  test('of two concurrent submissions, the one after the two hundredth is refused, and can be sent once there is room', async () => {
    const busy = await app.signIn();
    const program = await insertProgram(app.services);
    const applicants = [{ ...busy, first_name: 'Ama', last_name: 'Mensah', region: 'Volta' }];
    const rows = Array.from({ length: PROPOSALS.perApplicant - 1 }, (_, place) =>
      proposalAt(place, [program], applicants, new Date()),
    );
    // Approved proposals cannot be deleted.
    await insertProposals(
      app.services,
      rows.map((row) => ({ ...row, is_approved: false })),
    );
    const form = async () =>
      submissionTo(program.id, { pitch_deck: await makePdf(), financials: await makePdf() });
    const answers = await Promise.all([
      busy.post('/proposals/', await form()),
      busy.post('/proposals/', await form()),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { body } = answers.find(({ status }) => status === 409)!;
    expect(body).toEqual({ code: 'too_many_proposals', message: PROPOSAL_RULES.tooMany });
    expect((await busy.delete(`/proposals/${rows[0]!.id}`)).status).toBe(204);
    expect((await busy.post('/proposals/', await form())).status).toBe(201);
  });
});
