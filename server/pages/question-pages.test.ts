import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { questionsPage, eligibilityPage } from '#content/questions.ts';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { days, programInput } from '#tests/factories.ts';
import { isBuilt } from '#tests/is-built.ts';

const PROGRAMS = '/national-pitch-trek/programs';
const ABROAD = 'This program is for businesses that are registered in Ghana.';
const YOUNG = 'Your business must be at least two years old.';
const QUESTIONS = [
  {
    kind: 'yes_no',
    label: 'Is your business registered in Ghana?',
    is_required: true,
    eligible: { values: [true], sentence: ABROAD },
  },
  {
    kind: 'number',
    label: 'For how many years?',
    help: 'Whole years, counted from the certificate.',
    min: 0,
    max: 100,
    shown_if: { position: 0, equals: true },
    eligible: { min: 2, max: null, sentence: YOUNG },
  },
  { kind: 'choices', label: 'Which crops?', options: ['Cocoa', 'Cashew & Shea'] },
  { kind: 'short_text', label: 'Who <keeps> the books?', max_length: 80 },
];

describe.skipIf(!isBuilt)('public pages about a program’s own questions', () => {
  let app: TestApp;
  let admin: Person;
  let program: any;
  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.signIn({ role: 'admin' });
    program = (await create({ questions: QUESTIONS })).body;
  });
  afterAll(() => app.close());

  const create = (fields: object) =>
    admin.post('/programs/', {
      ...programInput({ deadline_date: days(30, app.services.clock()).toISOString() }),
      ...fields,
    });
  const open = (path: string) => fetch(app.url + path, { redirect: 'manual' });
  const read = async (path: string) => {
    const answer = await open(path);
    const html = (await answer.text()).replaceAll('<!-- -->', '');
    return { status: answer.status, html, headers: answer.headers };
  };
  const pageOf = ({ id }: { id: string }, name = '') => `${PROGRAMS}/${id}${name}`;
  const ask = (answers: Record<string, string>) =>
    read(`${pageOf(program, '/can-you-apply')}?${new URLSearchParams({ ...answers, check: '1' })}`);
  const idOf = (place: number): string => program.questions[place].id;

  test('the sheet has every question with help, limits, options and condition', async () => {
    const { status, html, headers } = await read(pageOf(program, '/questions'));
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
    for (const part of [
      '4 questions',
      'Is your business registered in Ghana?',
      'Required. Choose one.',
      'Only if you answer “Yes” to question 1: Is your business registered in Ghana?',
      'Whole years, counted from the certificate.',
      'Optional. A number from 0 to 100.',
      'Cashew &amp; Shea',
      'Who &lt;keeps&gt; the books?',
      'Optional. Text, at most 80 characters.',
    ])
      expect(html).toContain(part);
    expect(html).toContain(
      `rel="canonical" href="${app.services.publicUrl}${pageOf(program, '/questions')}"`,
    );
    expect(html).not.toContain('noindex');
    const [, image] = /property="og:image" content="([^"]+)"/.exec(html)!;
    expect((await fetch(image!)).status).toBe(200);
  });

  test('a program’s page links to both, only where there is something to show', async () => {
    const deciding = await read(pageOf(program));
    expect(deciding.html).toContain(`href="${pageOf(program, '/questions')}"`);
    expect(deciding.html).toContain(`href="${pageOf(program, '/can-you-apply')}"`);
    const { body: asking } = await create({ questions: QUESTIONS.slice(2) });
    const only = await read(pageOf(asking));
    expect(only.html).toContain(questionsPage.link);
    expect(only.html).not.toContain(eligibilityPage.link);
    expect((await read(pageOf(asking, '/can-you-apply'))).status).toBe(404);
    const { body: plain } = await create({});
    expect((await read(pageOf(plain))).html).not.toContain(questionsPage.link);
  });

  test('404 without questions, for a hidden program and for none, also from the cache', async () => {
    const { body: plain } = await create({});
    const { body: hidden } = await create({ questions: QUESTIONS, is_public: false });
    for (const page of ['/questions', '/can-you-apply'])
      for (const one of [plain, hidden, { id: crypto.randomUUID() }, { id: 'nope' }, plain]) {
        const { status, html } = await read(pageOf(one, page));
        expect([status, html.includes(questionsPage.nothing)]).toEqual([404, true]);
      }
    await admin.patch(`/programs/${plain.id}`, { questions: QUESTIONS });
    expect((await read(pageOf(plain, '/questions'))).status).toBe(200);
  });

  test('“Can you apply?” asks only what decides, and keeps nothing', async () => {
    const { status, html, headers } = await read(pageOf(program, '/can-you-apply'));
    expect(status).toBe(200);
    expect(html).toContain('For how many years?');
    expect(html).not.toContain('Which crops?');
    expect(html).not.toContain('noindex');
    expect(headers.get('set-cookie')).toBeNull();
    const yes = await ask({ [idOf(0)]: 'true', [idOf(1)]: '1,000' });
    expect([yes.status, yes.html.includes(eligibilityPage.yesTitle)]).toEqual([422, false]);
    const fits = await ask({ [idOf(0)]: 'true', [idOf(1)]: ' 2 ' });
    expect([fits.status, fits.html.includes('noindex')]).toEqual([200, true]);
    expect(fits.html).toContain(eligibilityPage.yesTitle);
    expect(fits.html).toContain('data-apply="open"');
    expect(fits.html).toContain(
      `rel="canonical" href="${app.services.publicUrl}${pageOf(program, '/can-you-apply')}"`,
    );
    expect(fits.headers.get('set-cookie')).toBeNull();
  });

  test('a kind no has its reason and the way to other programs; what a condition hides does not count', async () => {
    const no = await ask({ [idOf(0)]: 'false', [idOf(1)]: '1' });
    expect([no.status, no.html.includes(ABROAD), no.html.includes(YOUNG)]).toEqual([
      200,
      true,
      false,
    ]);
    expect(no.html).toContain(`href="${PROGRAMS}"`);
    expect(no.html).not.toContain(eligibilityPage.yesTitle);
    const young = await ask({ [idOf(0)]: 'true', [idOf(1)]: '1.5' });
    expect(young.html).toContain(YOUNG);
  });

  test('what cannot be read is said beside the question; no answer refuses nobody', async () => {
    const word = await ask({ [idOf(0)]: 'true', [idOf(1)]: 'two' });
    expect([word.status, word.html.includes('Answer with a number.')]).toEqual([422, true]);
    expect(word.html).toContain('value="two"');
    const none = await ask({});
    expect([none.status, none.html.includes(eligibilityPage.unanswered)]).toEqual([422, true]);
    expect((await ask({ [idOf(1)]: '3' })).html).toContain('Answer this question.');
    const open = await ask({ [idOf(0)]: 'true' });
    expect(open.html).toContain(eligibilityPage.yesTitle);
  });

  test('cached pages turn over at the instants of the opening and the deadline', async () => {
    const now = app.services.clock();
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
    const { body: coming } = await create({ opens_at: at(3600), deadline_date: at(90_000) });
    const { body: closing } = await create({ deadline_date: at(3600) });
    const expectStates = async (opening: string, deadline: string) => {
      for (let times = 0; times < 2; times += 1) {
        expect((await read(pageOf(coming))).html).toContain(opening);
        expect((await read(pageOf(closing))).html).toContain(deadline);
      }
      return (await read(PROGRAMS)).html;
    };
    expect(await expectStates('Opens on', 'data-apply="open"')).toContain('Opens on');
    app.pass(3000);
    expect(await expectStates('Opens on', 'data-apply="open"')).toContain('Opens on');
    app.pass(600);
    const open = await expectStates('data-apply="open"', 'id="closed"');
    expect(open).not.toContain('Opens on');
  });
});
