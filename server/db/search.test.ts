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
    for (const q of [
      'sram',
      'OSRAM',
      'ram-ca',
      'fé',
      'afe',
      'osram deliver',
      'os',
      'm-',
      '?',
      'osramcafe',
      'ɔsram–café',
    ])
      expect(await questions(q), q).toContain('Does Ɔsram-Café deliver?');
    for (const q of ['osram nothing', 'srma', 'zq']) expect(await questions(q), q).toEqual([]);
  });

  test('characters that nobody sees are on neither side of a search', async () => {
    const question = 'Is Ko\u200bfi Ba\u00adako here?';
    await admin.post('/faqs/', faqInput({ question, answer: 'Unseen.' }));
    for (const q of ['Kofi', 'kofi baako', 'K\u200dofi', 'baako\u2060'])
      expect(await questions(q), q).toEqual([question]);
  });

  test('apostrophes, hyphens and the country code of a phone are the same on both sides', async () => {
    const titles = ["Nana Akua’s kente, N'gbo?", 'Aja–Eku or Gbe-Ta?', 'Call +233 24 555 0101?'];
    for (const question of [...titles, 'Is 0302555777 yours?', 'Is +233302555778 ours?'])
      await admin.post('/faqs/', faqInput({ question, answer: 'Marks.' }));
    const cases: [string, string][] = [
      ["akua's", titles[0]!],
      ['AKUAʼS', titles[0]!],
      ['akuas', titles[0]!],
      ['n’gbo', titles[0]!],
      ['aja-eku', titles[1]!],
      ['gbe‑ta', titles[1]!],
      ['gbeta', titles[1]!],
      ['+233 24 555', titles[2]!],
      ['+233302555777', 'Is 0302555777 yours?'],
      ['233302555777', 'Is 0302555777 yours?'],
      ['00233-302-555777', 'Is 0302555777 yours?'],
      ['0302 555 778', 'Is +233302555778 ours?'],
    ];
    for (const [q, wanted] of cases) expect(await questions(q), q).toEqual([wanted]);
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

  test('a search is right at once after what it finds has changed, whoever asked it before', async () => {
    const program = await insertProgram(app.services, { title: 'Baobab Fund' });
    const applicant = await app.signIn();
    for (const business_name of ['First Mill', 'Second Mill', 'Third Mill'])
      await submit(app.services, applicant, { business_name, program_id: program.id });
    const total = async () =>
      (await admin.get('/proposals/admin/all?q=zqx&limit=1')).headers.get('x-total-count');
    expect(await total()).toBe('0');
    await admin.patch(`/programs/${program.id}`, { title: 'Zqx Fund' });
    expect(await total()).toBe('3');
    await admin.patch(`/programs/${program.id}`, { title: 'Baobab Fund' });
    expect(await total()).toBe('0');
  });

  test('a proposal is found by its receipt number in any spelling, and by its phone', async () => {
    const applicant = await app.signIn({ phone_number: '0207654321' });
    const { proposal } = await submit(app.services, applicant, { business_name: 'Receipt Mill' });
    const number = proposal.receipt_number as string;
    const spellings = [
      number,
      number.toLowerCase(),
      number.replaceAll('-', ' '),
      number.replaceAll('-', '–'),
      number.replaceAll('-', '').replaceAll('1', 'l').replaceAll('0', 'o'),
      number.slice(0, 8),
      number.slice(-9),
      '+233 20 765 4321',
      '0207654321',
    ];
    for (const q of spellings) {
      const { body } = await admin.get(`/proposals/admin/all?q=${encodeURIComponent(q)}`);
      const names = body.map((row: { business_name: string }) => row.business_name);
      expect(names, q).toEqual(['Receipt Mill']);
    }
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
