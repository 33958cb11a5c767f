import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type Person, type TestApp } from '#tests/app.ts';
import { insertPost, postForm, programInput } from '#tests/factories.ts';
import { submit } from '#tests/proposal-forms.ts';

let app: TestApp;
let admin: Person;
let applicant: Person;
beforeAll(async () => {
  app = await createTestApp();
  [admin, applicant] = [await app.signIn({ role: 'admin' }), await app.signIn()];
});
afterAll(() => app.close());

/**
 * Each in one call: creates a row with the text, and returns what is stored and how to save it
 * again.
 */
type SavedText = {
  status: number;
  fields?: Record<string, string>;
  text: string;
  saveAgain: (text: string) => Promise<{ status: number; text: string }>;
};
const KINDS: [string, string, (text: string) => Promise<SavedText>][] = [
  [
    'description',
    'The description',
    async (description) => {
      const { status, body } = await admin.post('/programs/', programInput({ description }));
      const saveAgain = async (text: string) => {
        const repeated = await admin.patch(`/programs/${body.id}`, { description: text });
        return { status: repeated.status, text: repeated.body.description };
      };
      return { status, fields: body.fields, text: body.description, saveAgain };
    },
  ],
  [
    'body',
    'The body',
    async (text) => {
      const { status, body } = await admin.post(
        '/cms/',
        postForm({
          fields: { body: text },
          featured: 'https://example.com/a.jpg',
          gallery: ['https://example.com/b.jpg'],
        }),
      );
      const saveAgain = async (typed: string) => {
        const repeated = await admin.patch(`/cms/${body.id}`, { body: typed });
        return { status: repeated.status, text: repeated.body.body };
      };
      return { status, fields: body.fields, text: body.body, saveAgain };
    },
  ],
  [
    'business_description',
    'The business description',
    async (text) => {
      const { proposal } = await submit(app.services, applicant);
      const patch = async (typed: string) =>
        applicant.patch(`/proposals/${proposal.id}`, { business_description: typed });
      const { status, body } = await patch(text);
      const saveAgain = async (typed: string) => {
        const repeated = await patch(typed);
        return { status: repeated.status, text: repeated.body.business_description };
      };
      return { status, fields: body.fields, text: body.business_description, saveAgain };
    },
  ],
];

const ROUND_TRIPS = [
  '&'.repeat(19_000),
  '<p>A & B &lt;script&gt; "q" \'s\' &nbsp;&copy; 🌍</p>',
  '<script>x</script>  <p onclick="x">a<b>b</p></b> trailing  ',
  '<a href="https://example.com/?a=1&b=2" target="_blank">link</a><img src="https://example.com/a.jpg?x=1&y=2" alt="&quot;">',
  '&#7;&#0;<p>bell&#x200b;</p>\n',
  '<p>un<closed <ul><li>1<li>2',
  `<p>${'<b>x</b> '.repeat(2000)}</p>`,
];

describe.each(KINDS)('%s', (field, label, make) => {
  test.each(ROUND_TRIPS)('is stored so that it can be saved again unchanged: %#', async (typed) => {
    const { status, text, saveAgain } = await make(typed);
    expect(status).toBeLessThan(300);
    expect(await saveAgain(text)).toEqual({ status: 200, text });
  });

  test('is limited as it is stored: 99,000 ampersands are too long, 20,000 are not', async () => {
    const refused = await make('&'.repeat(99_000));
    expect([refused.status, refused.fields]).toEqual([
      422,
      {
        [field]: `${label} can have at most 100,000 characters. Signs such as & and < count as four or five.`,
      },
    ]);
    const { status, text } = await make('&'.repeat(20_000));
    expect([status, text.length]).toEqual([field === 'business_description' ? 200 : 201, 100_000]);
  });
});

test('an older, longer text can still be read, and everything else about its row be changed', async () => {
  const { id } = await insertPost(app.services, { body: '&amp;'.repeat(30_000) });
  expect((await admin.get(`/cms/${id}`)).body.body).toHaveLength(150_000);
  expect((await admin.patch(`/cms/${id}`, { title: 'Another title' })).status).toBe(200);
});
