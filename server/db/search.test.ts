import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestApp } from '#tests/app.ts';
import { createTestAppOn, ENGINES } from '#tests/engines/engine.ts';
import { enquiryInput, faqInput, insertProgram } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';

describe.each(ENGINES)('searches on %s', (engine) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await createTestAppOn(engine);
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  const questions = async (q: string): Promise<string[]> => {
    const { body, headers } = await admin.get(`/faqs/?sort=question&q=${encodeURIComponent(q)}`);
    expect(headers.get('x-total-count')).toBe(String(body.length));
    return body.map((faq: { question: string }) => faq.question);
  };

  test('a word is found inside longer ones, whatever its case, accents and length', async () => {
    await admin.post('/faqs/', faqInput({ question: 'Does Ɔsram-Café deliver?', answer: 'Yes.' }));
    for (const q of ['sram', 'OSRAM', 'ram-ca', 'fé', 'afe', 'osram deliver', 'os', 'm-', '?'])
      expect(await questions(q), q).toContain('Does Ɔsram-Café deliver?');
    for (const q of ['osramcafe', 'osram nothing', 'srma', 'zq'])
      expect(await questions(q), q).toEqual([]);
  });

  test('signs that mean something to a database are only signs', async () => {
    const titles = [
      '50% off',
      '50_off',
      '50 off',
      'a "quoted" word',
      "it's",
      'back\\slash',
      'star* (AND) -minus: ^up',
      'OR NOT NEAR',
    ];
    for (const question of titles)
      await admin.post('/faqs/', faqInput({ question, answer: 'Signs.' }));
    const cases: [string, string[]][] = [
      ['50%', ['50% off']],
      ['%', ['50% off']],
      ['50_off', ['50_off']],
      ['"quoted"', ['a "quoted" word']],
      ['"', ['a "quoted" word']],
      ["it's", ["it's"]],
      ['back\\sl', ['back\\slash']],
      ['star* (AND) -minus: ^up', ['star* (AND) -minus: ^up']],
      ['OR NOT NEAR', ['OR NOT NEAR']],
      ["'; drop", []],
    ];
    for (const [q, wanted] of cases) expect(await questions(q), q).toEqual(wanted);
  });

  test('an address is found whole: not by its beginning, its provider or signs that stand for others', async () => {
    const titles = [
      'ama_b@one.example',
      'amaxb@one.example',
      'ama_b@two.example',
      'Ama_B@One.Example.gh',
    ];
    for (const question of titles)
      await admin.post('/faqs/', faqInput({ question, answer: 'Addresses.' }));
    const cases: [string, string[]][] = [
      ['ama_b@one.example', ['ama_b@one.example', 'Ama_B@One.Example.gh']],
      ['AMA_B@TWO', ['ama_b@two.example']],
      ['ama_b@', ['ama_b@one.example', 'Ama_B@One.Example.gh', 'ama_b@two.example']],
      ['b@one', ['ama_b@one.example', 'Ama_B@One.Example.gh', 'amaxb@one.example']],
      ['ama_b@one.example addresses', ['ama_b@one.example', 'Ama_B@One.Example.gh']],
      ['ama_b@one.example ad', ['ama_b@one.example', 'Ama_B@One.Example.gh']],
      ['ama_b@one.example none', []],
      ['ama_b@three', []],
      ['ama_b@one@two', []],
    ];
    for (const [q, wanted] of cases)
      expect((await questions(q)).toSorted(), q).toEqual(wanted.toSorted());
  });

  test('changed rows are found by their new words and not by their old ones; deleted rows are not found', async () => {
    const { body } = await admin.post(
      '/faqs/',
      faqInput({ question: 'Harmattan?', answer: 'Dusty.' }),
    );
    expect(await questions('harmat')).toEqual(['Harmattan?']);
    await admin.patch(`/faqs/${body.id}`, { question: 'Rainy season?' });
    expect([await questions('harmat'), await questions('rainy dusty')]).toEqual([
      [],
      ['Rainy season?'],
    ]);
    await admin.delete(`/faqs/${body.id}`);
    expect(await questions('rainy')).toEqual([]);
  });

  test('a proposal is found by its applicant, also by the new name once that has changed', async () => {
    const applicant = await app.signIn({ first_name: 'Adwoa', last_name: 'Zakaria' });
    const program = await insertProgram(app.services, { title: 'Kpalime Route' });
    await submit(app.services, applicant, {
      business_name: 'Weaving Shed',
      program_id: program.id,
    });
    const titlesOf = async (q: string) =>
      (await admin.get(`/proposals/admin/all?q=${encodeURIComponent(q)}`)).body.map(
        (row: { business_name: string }) => row.business_name,
      );
    for (const q of ['zakar', 'adwoa weav', 'kpalime shed', 'weav adwoa ROUTE', applicant.email])
      expect(await titlesOf(q), q).toEqual(['Weaving Shed']);
    await applicant.patch('/auth/me', { last_name: 'Tetteh-Quarshie' });
    expect([await titlesOf('zakaria'), await titlesOf('quarsh')]).toEqual([[], ['Weaving Shed']]);
    await applicant.delete(`/proposals/${(await applicant.get('/proposals')).body[0].id}`);
    expect(await titlesOf('quarsh')).toEqual([]);
  });

  test('the pages of a search list every match once, from either end', async () => {
    for (let index = 0; index < 23; index += 1)
      await app.visitor.post(
        '/contact_forms/',
        enquiryInput({ last_name: `Lartey-${index % 5}`, message: 'About the baobab, please.' }),
      );
    const ask = async (query: string) =>
      (await admin.get(`/contact_forms/?q=baoba&${query}`)).body.map(
        ({ id }: { id: string }) => id,
      ) as string[];
    for (const sort of ['last_name', '-last_name', 'created_at', '-created_at']) {
      const whole = await ask(`sort=${sort}`);
      expect(new Set(whole).size).toBe(23);
      const pages = await Promise.all(
        [0, 5, 10, 15, 20, 25].map((skip) => ask(`sort=${sort}&skip=${skip}&limit=5`)),
      );
      expect(pages.flat()).toEqual(whole);
    }
  });
});
