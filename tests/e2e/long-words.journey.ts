/**
 * The longest words that the API accepts, in every field that people fill: no screen that shows
 * them is wider than the device.
 */
import { LENGTHS, HOUR_MS } from '#domain/constants.ts';
import { postForm } from '../factories.ts';
import { picture } from '../image-samples.ts';
import { makePdf } from '../pdf-samples.ts';
import { inDays, newName, type Backstage, type SignedIn } from './backstage.ts';
import { expect, openAs, settled, test } from './fixtures.ts';
import { releaseStage, sealStage, stageRound } from './judging-stage.ts';

// The mail server of the tests takes no address as long as one can be.
test.use({ backends: 'embedded' });

type Row = { id: string; slug: string; category: string };

/** The widest letter, without a break opportunity. */
const word = (length: number): string => 'W'.repeat(length);
const LONG = word(LENGTHS.message);
const ADDRESS = `https://example.com/${word(180)}`;
const RICH_TEXT = `<p>${LONG}</p><p><a href="${ADDRESS}">${ADDRESS}</a></p><h2>${LONG}</h2><ul><li>${LONG}</li></ul><blockquote>${LONG}</blockquote><p><code>${LONG}</code></p><pre>${LONG}</pre>`;
const NAMES = { first_name: word(LENGTHS.name), last_name: word(LENGTHS.name) };
/** A program’s title that looks harmless, and a criterion’s name without a space. */
const TITLE = word(35);
const CRITERION = word(60);
const WIDE = 1280;
const NARROW = 360;
const SMALLEST = 320;
/**
 * Widths at which tables are laid out as tables: the narrowest one, a tablet upright and across, a
 * laptop.
 */
const TABLES = [641, 768, 1024, WIDE];
const SHOWS_WORDS = `[...document.querySelectorAll('main, main :is(input, textarea)')].some((one) => /W{40}/.test(one.value ?? one.textContent))`;

/** How far the page, or a table in it, overflows. */
const EXCESS = `Math.max(...[document.documentElement, ...document.querySelectorAll('main table')].map((one) => Math.floor(one.matches('html') ? one.scrollWidth - innerWidth : one.offsetWidth - one.parentElement.clientWidth)))`;
/** Of the page alone, where a wide table scrolls by itself. */
const PAGE_EXCESS = 'document.documentElement.scrollWidth - innerWidth';
const BREAKS_ACTIONS = `[...document.querySelectorAll('main tbody tr')].some((row) => new Set([...row.lastElementChild.querySelectorAll('a, button')].map((one) => one.offsetTop)).size > 1)`;

/** As long as an address can be; each part of its domain as well. */
const mailTo = (local: string): string => {
  const host = 'w'.repeat(LENGTHS.email - local.length - '@.com'.length);
  return `${local}@${host.replace(/(w{63})w(?=w)/g, '$1.')}.com`;
};

test('no word makes a page wider than the screen', async ({ page, backstage }) => {
  const admin = await backstage.admin();
  const filled = await fillWithLongWords(backstage, admin);
  const { applicant, program, proposal, faq, testimonial, enquiry, post } = filled;
  const tooWide: string[] = [];
  const visit = async (path: string, widths = [WIDE, NARROW]) => {
    await expect
      .poll(async () => (await page.goto(path))?.status(), {
        message: `${path}, patient with a busy machine`,
      })
      .toBe(200);
    await expect
      .poll(() => page.evaluate<boolean>(SHOWS_WORDS), `${path} shows the words`)
      .toBe(true);
    await settled(page);
    for (const width of widths) {
      await page.setViewportSize({ ...page.viewportSize()!, width: width });
      const excess = await page.evaluate<number>(EXCESS);
      if (excess > 0) tooWide.push(`${path} by ${excess} at ${width}`);
      if (width >= 768 && (await page.evaluate<boolean>(BREAKS_ACTIONS)))
        tooWide.push(`${path}, whose rows break their actions, at ${width}`);
    }
  };

  try {
    await test.step('what visitors see', async () => {
      for (const path of [
        '/',
        '/national-pitch-trek/programs',
        `/national-pitch-trek/programs/${program.id}`,
        '/post/all',
        `/post/${post.category}/${post.slug}`,
      ])
        await visit(path, [WIDE, NARROW, SMALLEST]);
      const { slug, category } =
        (await backstage.call<Row[]>('GET', '/cms/')).find(({ id }) => id !== post.id) ?? post;
      await visit(`/post/${category}/${slug}`, [WIDE, NARROW, SMALLEST]);
    });

    await test.step('what the applicant sees', async () => {
      await openAs(page, applicant, '/dashboard');
      const own = (screen: string, query = '') =>
        `/dashboard/applicant/${screen}-proposal/${proposal.id}${query}`;
      await visit('/dashboard/applicant/proposals', [...TABLES, NARROW]);
      for (const path of [
        '/dashboard/available-programs',
        own('view'),
        own('edit'),
        `/dashboard/applicant/submit?programId=${program.id}`,
        '/dashboard/profile',
        '/dashboard/edit-profile',
      ])
        await visit(path);
    });

    await test.step('what the admin sees', async () => {
      await openAs(page, admin, '/dashboard');
      const lists = [
        'submissions',
        'manage-proposals',
        'manage-post',
        'manage-faqs',
        'enquiries',
        'testimonials',
        'users',
      ].map((name) => `/dashboard/admin/${name}`);
      const singles = [
        `view-proposal/${proposal.id}`,
        `proposals/${program.id}/edit`,
        `post/${post.id}/view`,
        `post/${post.id}/edit`,
        `faq/${faq.id}/edit`,
        `enquiries/${enquiry.id}`,
        `testimonial/view/${testimonial.id}`,
        `testimonial/edit/${testimonial.id}`,
      ];
      for (const path of lists) await visit(path, [...TABLES, NARROW]);
      for (const name of singles) await visit(`/dashboard/admin/${name}`);
    });
  } finally {
    await takeBack(backstage, admin, filled);
  }
  expect(tooWide).toEqual([]);
});

test('no long word in another program or in a criterion widens a phone’s page', async ({
  page,
  backstage,
  mailbox,
}) => {
  const admin = await backstage.admin();
  const anchors = Array.from({ length: 5 }, () => CRITERION);
  const stage = await stageRound(backstage, mailbox, {
    name: CRITERION,
    criteria: [{ name: CRITERION, question: CRITERION, weight: 1, anchors }],
  });
  const [judge] = stage.judges;
  // A program's page names those others that close first.
  const deadline_date = new Date(Date.now() + HOUR_MS).toISOString();
  const other = await backstage.createProgram({
    ...{ title: TITLE, deadline_date },
    questions: [{ kind: 'short_text', label: CRITERION, is_required: true }],
  });
  const reviews = `/reviews/?round_id=${stage.roundId}`;
  const [review] = await backstage.call<{ id: string }[]>('GET', reviews, judge);
  await page.setViewportSize({ ...page.viewportSize()!, width: NARROW });
  const visit = async (path: string, shows = CRITERION, excess = EXCESS) => {
    await page.goto(path);
    await expect(page.locator('main')).toContainText(shows);
    await settled(page);
    await expect.poll(() => page.evaluate<number>(excess), path).toBeLessThanOrEqual(0);
  };
  const program = `/national-pitch-trek/programs/${stage.program.id}`;
  const tabs = async (...names: string[]) => {
    await openAs(page, admin, '/dashboard');
    for (const tab of names) await visit(`/dashboard/admin/rounds/${stage.roundId}?tab=${tab}`);
  };

  await test.step('while it is open', async () => {
    for (const path of ['/national-pitch-trek/programs', program]) await visit(path, TITLE);
    await visit(`${program}/record`, CRITERION, PAGE_EXCESS);
    await openAs(page, judge!, '/dashboard');
    await visit('/dashboard/judging');
    await visit(`/dashboard/judging/${stage.roundId}`);
    await visit(`/dashboard/judging/${stage.roundId}/${review!.id}`);
    await openAs(page, stage.applicant, '/dashboard');
    await visit('/dashboard/available-programs', TITLE);
    await visit(`/dashboard/applicant/submit?programId=${other.id}&step=check`);
    await tabs('setup', 'judges', 'entries', 'progress');
    await visit('/dashboard/admin/rounds');
  });

  await test.step('once it is decided', async () => {
    await sealStage(backstage, stage);
    await tabs('ranking', 'decisions', 'release');
    await releaseStage(backstage, stage);
    await visit(`${program}/record`, CRITERION, PAGE_EXCESS);
    await openAs(page, judge!, '/dashboard');
    await visit(`/dashboard/judging/${stage.roundId}/${review!.id}`);
    await openAs(page, stage.applicant, '/dashboard');
    await visit(`/dashboard/applicant/view-proposal/${stage.proposals[6]!.id}`);
    await openAs(page, admin, '/dashboard');
    await visit(`/dashboard/admin/view-proposal/${stage.proposals[6]!.id}`);
  });
  await backstage.call('DELETE', `/programs/${other.id}`, { token: admin.token });
});

async function fillWithLongWords(backstage: Backstage, admin: SignedIn) {
  const { token } = admin;
  const create = (path: string, json: object) => backstage.call<Row>('POST', path, { token, json });
  const applicant = await registerWithLongWords(backstage);
  const program = await create('/programs/', {
    title: word(LENGTHS.title),
    description: RICH_TEXT,
    sector: 'Agriculture',
    deadline_date: inDays(30),
  });
  const proposal = await submitWithLongWords(backstage, applicant, program);
  const faq = await create('/faqs/', {
    question: word(LENGTHS.question),
    answer: word(LENGTHS.answer),
  });
  await create('/testimonials/', { ...NAMES, position: word(LENGTHS.name), message: LONG });
  await create('/contact_forms/', {
    ...NAMES,
    email: mailTo('visitor'),
    phone_number: '0241112222',
    message: LONG,
  });
  const newest = async (path: string) =>
    (await backstage.call<Row[]>('GET', `${path}?limit=1`, { token }))[0]!;
  const [testimonial, enquiry] = [await newest('/testimonials/'), await newest('/contact_forms/')];
  await backstage.call('PATCH', `/testimonials/${testimonial.id}`, {
    token,
    json: { is_approved: true },
  });
  const data = postForm({
    fields: { title: word(LENGTHS.title), body: RICH_TEXT },
    featured: await picture(),
    gallery: [await picture()],
  });
  const post = await backstage.call<Row>('POST', '/cms/', { token, data });
  return { applicant, program, proposal, faq, testimonial, enquiry, post };
}

async function registerWithLongWords(backstage: Backstage): Promise<SignedIn> {
  const [email, password] = [mailTo('applicant'), 'Trombone-7-Hats'];
  const place = {
    phone_number: '0241112222',
    city: word(LENGTHS.name),
    digital_address: 'GA-183-8164',
    region: 'Ashanti',
  };
  await backstage.call('POST', '/auth/register', {
    json: { ...NAMES, ...place, email, password, confirm_password: password },
  });
  return backstage.signIn({
    email,
    password,
    firstName: NAMES.first_name,
    lastName: NAMES.last_name,
  });
}

async function submitWithLongWords(
  backstage: Backstage,
  { token }: SignedIn,
  program: Row,
): Promise<Row> {
  const data = new FormData();
  const website = `https://example.com/${word(LENGTHS.website - 'https://example.com/'.length)}`;
  const fields = {
    program_id: program.id,
    business_name: word(LENGTHS.title),
    business_location: word(LENGTHS.place),
    business_website: website,
    business_description: RICH_TEXT,
  };
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  for (const kind of ['pitch_deck', 'financials'])
    data.set(
      kind,
      new File([new Uint8Array(await makePdf())], `${word(150)}.pdf`, { type: 'application/pdf' }),
    );
  return backstage.call<Row>('POST', '/proposals/', { token, data });
}

/**
 * Other journeys share the server: public rows are deleted, with the proposal that blocks its
 * program.
 */
async function takeBack(
  backstage: Backstage,
  { token }: SignedIn,
  {
    applicant,
    program,
    proposal,
    faq,
    testimonial,
    post,
  }: Awaited<ReturnType<typeof fillWithLongWords>>,
): Promise<void> {
  await backstage.call('PATCH', `/testimonials/${testimonial.id}`, {
    token,
    json: { is_approved: false },
  });
  for (const path of [`/faqs/${faq.id}`, `/cms/${post.id}`])
    await backstage.call('DELETE', path, { token });
  await backstage.call('DELETE', `/proposals/${proposal.id}`, { token: applicant.token });
  await backstage.call('DELETE', `/programs/${program.id}`, { token });
}

/** On which side of its element a text of the page begins; null while it is not there. */
const sideOf = (words: string) => `(() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  let text = texts.nextNode();
  while (text && !text.data.includes(${JSON.stringify(words)})) text = texts.nextNode();
  if (!text) return null;
  const range = document.createRange();
  range.setStart(text, 0);
  range.setEnd(text, 1);
  const { left, right } = text.parentElement.getBoundingClientRect();
  return range.getBoundingClientRect().right > (left + right) / 2 ? 'right' : 'left';
})()`;

test('what is written in Arabic begins on the right, what is written in English on the left', async ({
  page,
  backstage,
}) => {
  const applicant = await backstage.createApplicant();
  const title = `مخازن ${newName('Cold')}`;
  const description = '<p>نخزن الطماطم.</p><p>We store tomatoes.</p>';
  const program = await backstage.createProgram();
  const { id } = await backstage.submitProposal(applicant, program, { title, description });
  await openAs(page, applicant, `/dashboard/applicant/view-proposal/${id}`);
  const words: [string, string][] = [
    ['نخزن', 'right'],
    ['We store', 'left'],
    ['Answers', 'left'],
    [title, 'right'],
  ];
  for (const [text, side] of words)
    await expect.poll(() => page.evaluate(sideOf(text)), text).toBe(side);
});
