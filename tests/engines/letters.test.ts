/**
 * Lists have the same order on both engines, whatever collation the PostgreSQL installation uses.
 */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { createTestAppOn } from '#tests/engines/engine.ts';
import {
  enquiryInput,
  faqInput,
  postForm,
  programInput,
  testimonialInput,
} from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { submit } from '#tests/proposal-forms.ts';
import { createDatabaseIn, findCollations } from '#tests/servers/databases.ts';

/** The order that people expect: case and accents are ignored, and Ɛ, Ɔ, Ŋ are beside E, O, N. */
const ORDER = [
  '1 Cedi',
  'adwoa',
  'Asante Ltd',
  'asanté-mampong',
  'Ébène',
  'Ɛdwom',
  'ESI',
  'Nana',
  'Ŋkwantabisa',
  'nsawam',
  'ɔdɔ',
  'Zongo',
];
/** The order of insertion, far from that order. */
const ENTERED = ORDER.map((_, place) => ORDER[(place * 7 + 5) % ORDER.length]!);
const PICTURES = {
  featured_image: 'https://example.com/1.jpg',
  gallery_images: ['https://example.com/2.jpg'],
};

const serverUrl = inject('postgresUrl');
const collations = serverUrl === null ? {} : await findCollations(serverUrl);
const INSTALLATIONS: Record<string, () => Promise<TestApp>> = {
  sqlite: () => createTestAppOn('sqlite'),
  ...(serverUrl === null && { postgres: () => createTestAppOn('postgres') }),
  ...Object.fromEntries(
    Object.entries(collations).map(([name, options]) => [
      `postgres in ${name}`,
      async () => createTestApp({ DATABASE_URL: await createDatabaseIn(serverUrl!, options) }),
    ]),
  ),
};

type List = {
  path: string;
  sort: string;
  enter(name: string): Promise<unknown>;
  nameOf(row: any): string;
};

async function listsOf(
  app: TestApp,
  admin: Person,
  applicants: Map<string, Person>,
): Promise<List[]> {
  const pdf = await makePdf();
  const program = (await admin.post('/programs/', programInput({ title: 'Nana' }))).body.id;
  for (const name of ENTERED)
    applicants.set(
      name,
      await app.signIn({
        first_name: name,
        last_name: name,
        email: `${name.replaceAll(' ', '-').toLowerCase()}@example.com`,
      }),
    );
  const propose = (name: string) =>
    submit(app.services, applicants.get(name)!, {
      program_id: program,
      business_name: name,
      pitch_deck: pdf,
      financials: pdf,
    });
  return [
    {
      path: '/programs/',
      sort: 'title',
      enter: (title) =>
        title === 'Nana' ? Promise.resolve() : admin.post('/programs/', programInput({ title })),
      nameOf: ({ title }) => title,
    },
    {
      path: '/faqs/',
      sort: 'question',
      enter: (question) => admin.post('/faqs/', faqInput({ question })),
      nameOf: ({ question }) => question,
    },
    {
      path: '/testimonials/',
      sort: 'last_name',
      enter: (last_name) => app.visitor.post('/testimonials/', testimonialInput({ last_name })),
      nameOf: ({ last_name }) => last_name,
    },
    {
      path: '/cms/',
      sort: 'title',
      enter: (title) =>
        admin.post('/cms/', {
          ...Object.fromEntries(postForm({ fields: { title } })),
          ...PICTURES,
        }),
      nameOf: ({ title }) => title,
    },
    {
      path: '/contact_forms/',
      sort: 'last_name',
      enter: (last_name) => app.visitor.post('/contact_forms/', enquiryInput({ last_name })),
      nameOf: ({ last_name }) => last_name,
    },
    {
      path: '/proposals/admin/all',
      sort: 'business_name',
      enter: propose,
      nameOf: ({ business_name }) => business_name,
    },
    {
      path: '/proposals/admin/all',
      sort: 'applicant',
      enter: async () => {},
      nameOf: ({ applicant }) => applicant.first_name,
    },
    ...['first_name', 'last_name', 'email'].map((sort) => ({
      path: '/auth/admin/users?role=applicant',
      sort,
      enter: async () => {},
      nameOf: ({ first_name }: any) => first_name,
    })),
  ];
}

describe.each(Object.keys(INSTALLATIONS))('the order of letters, on %s', (installation) => {
  let app: TestApp;
  let admin: Person;
  beforeAll(async () => {
    app = await INSTALLATIONS[installation]!();
    admin = await app.signIn({ role: 'admin' });
  });
  afterAll(() => app.close());

  test('is the expected one in every list, from both ends, page by page, and after a change of name', async () => {
    const applicants = new Map<string, Person>();
    const read = async ({ path, sort, nameOf }: List, isDescending = false, range = '') =>
      (
        await admin.get(
          `${path}${path.includes('?') ? '&' : '?'}sort=${isDescending ? '-' : ''}${sort}${range}`,
        )
      ).body.map(nameOf) as string[];
    const lists = await listsOf(app, admin, applicants);
    for (const list of lists) {
      for (const name of ENTERED) await list.enter(name);
      const name = `${list.path} ${list.sort}`;
      expect(await read(list), name).toEqual(ORDER);
      expect(await read(list, true), name).toEqual(ORDER.toReversed());
      expect(await read(list, false, '&skip=7&limit=3'), name).toEqual(ORDER.slice(7, 10));
    }
    await applicants.get('Nana')!.patch('/auth/me', { first_name: 'Šadrač', last_name: 'Šadrač' });
    const renamed = [
      ...ORDER.filter((name) => name !== 'Nana' && name !== 'Zongo'),
      'Šadrač',
      'Zongo',
    ];
    for (const list of lists.filter(({ sort }) => sort === 'applicant' || sort === 'first_name'))
      expect(await read(list)).toEqual(renamed);
  });

  test('names that differ in case or accents only, or not at all, are in the order of their dates', async () => {
    const ids: string[] = [];
    for (const question of ['Éban?', 'eban?', 'EBAN?', 'eban?'])
      ids.push((await admin.post('/faqs/', faqInput({ question }))).body.id);
    const read = async (sort: string) =>
      (await admin.get(`/faqs/?q=eban&sort=${sort}`)).body.map(({ id }: { id: string }) => id);
    expect(await read('question')).toEqual(ids);
    expect(await read('-question')).toEqual(ids.toReversed());
  });
});
