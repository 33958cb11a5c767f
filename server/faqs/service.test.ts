import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { faqInput } from '#tests/factories.ts';

describe.each(ENGINES)('on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const auditOf = (id: string) =>
    app.services.db.read
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('at')
      .execute();

  test('an admin creates, changes and deletes a FAQ, and everybody sees each step at once', async () => {
    const created = await admin.post('/faqs/', faqInput({ question: '  Who is it for?  ' }));
    expect([created.status, created.body.question]).toEqual([201, 'Who is it for?']);
    const path = `/faqs/${created.body.id}`;
    expect((await app.visitor.get('/faqs/')).body[0]).toEqual(created.body);
    const changed = await admin.patch(path, { answer: 'For you.' });
    expect([changed.body.question, changed.body.answer]).toEqual(['Who is it for?', 'For you.']);
    expect((await app.visitor.get('/faqs/')).body[0].answer).toBe('For you.');
    expect((await admin.delete(path)).status).toBe(204);
    expect((await app.visitor.get('/faqs/')).body).not.toContainEqual(
      expect.objectContaining({ id: created.body.id }),
    );
    expect([
      (await app.visitor.get(path)).status,
      (await admin.delete(path)).status,
      (await admin.patch(path, {})).status,
    ]).toEqual([404, 404, 404]);
    expect((await auditOf(created.body.id)).map(({ action }) => action)).toEqual([
      'faqs.create',
      'faqs.update',
      'faqs.delete',
    ]);
  });

  test('the list finds words in any case and without accents, sorts, and counts before paging', async () => {
    const word = `zongo${engine}`;
    for (const name of ['B', 'A', 'C'])
      await admin.post('/faqs/', faqInput({ question: `${name} ${word} café?` }));
    const answer = await app.visitor.get(
      `/faqs/?q=${word.toUpperCase()}%20CAFE&sort=question&skip=1&limit=1`,
    );
    expect([
      answer.body.map((faq: { question: string }) => faq.question[0]),
      answer.headers.get('x-total-count'),
    ]).toEqual([['B'], '3']);
    const newest = await app.visitor.get(`/faqs/?q=${word}`);
    expect(newest.body.map((faq: { question: string }) => faq.question[0])).toEqual([
      'C',
      'A',
      'B',
    ]);
    expect((await app.visitor.get('/faqs/?sort=answer')).status).toBe(422);
    expect((await app.visitor.get('/faqs/?limit=5000&unknown=1')).status).toBe(200);
    const huge = '9'.repeat(30);
    expect((await app.visitor.get(`/faqs/?q=${word}&limit=${huge}`)).body).toHaveLength(3);
    expect((await app.visitor.get(`/faqs/?skip=${huge}`)).body.message).toBe(
      'The number of entries to skip is too large.',
    );
  });

  test('of two admins who change the same FAQ at once, one is told', async () => {
    const { body, headers } = await admin.post('/faqs/', faqInput());
    const options = { headers: { 'if-match': headers.get('etag')! } };
    const answers = await Promise.all(
      ['One', 'Two'].map((answer) => admin.patch(`/faqs/${body.id}`, { answer }, options)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await admin.delete(`/faqs/${body.id}`, options)).status).toBe(412);
  });

  test('question and answer are required and bounded', async () => {
    const { status, body } = await admin.post('/faqs/', {
      question: ' ',
      answer: 'x'.repeat(10_001),
    });
    expect([status, body.message]).toEqual([
      422,
      'Failed to create FAQ. Check your input and try again.',
    ]);
    expect(body.fields).toEqual({
      question: 'Enter a question.',
      answer: 'An answer can have at most 10,000 characters.',
    });
  });
});
