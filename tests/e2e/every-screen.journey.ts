/**
 * A table of screens by checks: each screen is loaded once in each lane, and then measured at each
 * width, in other sizes of text, in other colours and on paper.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { pages, sectorPages } from '#content/pages.ts';
import { storyPages } from '#content/stories/stories.ts';
import { enquiryInput, postForm, testimonialInput } from '../factories.ts';
import { picture } from '../image-samples.ts';
import { inDays, type Backstage } from './backstage.ts';
import { expect as expectNow, openAs, settled, test } from './fixtures.ts';
import { createJudge, openRound } from './judging-world.ts';
import type { Mailbox } from './mailbox.ts';
import { BARS, EDGES, PLACEHOLDERS } from './pages/contrast.ts';
import * as measured from './pages/measured.ts';
import { PublicPages } from './pages/public-pages.ts';
import { Screen } from './pages/screen.ts';
import { findInvalid } from './valid-html.ts';

/** Whatever else is wrong is said in the same run. */
const expect = expectNow.configure({ soft: true });

/** Rows of lists on a phone, in px: the name, a line of facts, and where it stands. */
const THREE_LINES = 145;
/** A second line of facts, because its list has more of them. */
const FOUR_LINES = 170;
/** As well as a select and a toggle. */
const FIVE_LINES = 200;

type Row = {
  path: string;
  heading?: string;
  /** What is shown last. */
  last?: (page: Page) => Locator;
  /** A list as a tablet loads it; on a phone it is the same as without. */
  isOnTablet?: boolean;
  /** A table with rows, the lowest of which is at most so high on a phone. */
  list?: number;
  /** Not one of those whose rows are one line on a laptop. */
  isFree?: boolean;
  /** On a laptop: a form that is submitted empty, fields without that, or values. */
  edges?: 'refused form' | 'fields' | 'values';
  /** axe and valid HTML: no other journey looks at it. */
  isInspected?: boolean;
  /** On a phone. */
  colours?: readonly string[];
  /** On a phone: upright too, or only across. */
  paper?: 'both' | 'across';
  /** On a laptop, with all sizes of text. */
  isLarge?: boolean;
  /** What else is true of it on a laptop. */
  also?: (page: Page) => Promise<void>;
};

const admin = (name: string, row: Omit<Row, 'path'> = {}): Row => ({
  path: `/dashboard/admin/${name}`,
  ...row,
});

type World = Awaited<ReturnType<typeof fill>>;

/** Whoever works in the portal has rows in every list. */
async function fill(backstage: Backstage, mailbox: Mailbox) {
  const { token } = await backstage.admin();
  const create = (path: string, json: object) =>
    backstage.call<{ id: string }>('POST', path, { token, json });
  const person = await backstage.createApplicant();
  const program = await backstage.createProgram();
  const proposal = await backstage.submitProposal(person, program);
  // Enough to fill the applicant's home: late content would push down the content below.
  for (let more = 0; more < 3; more += 1)
    await backstage.submitProposal(person, await backstage.createProgram());
  const { id: personId } = await backstage.call<{ id: string }>('GET', '/auth/me', person);
  await create(
    '/contact_forms/',
    enquiryInput({ message: 'When is the next trek?\nAnd where? '.repeat(20) }),
  );
  const enquiries = `/contact_forms/?limit=1`;
  const [enquiry] = await backstage.call<{ id: string }[]>('GET', enquiries, { token });
  const image = await picture();
  const data = postForm({ featured: image, gallery: [image] });
  const post = await backstage.call<{ id: string }>('POST', '/cms/', { token, data });
  const testimonial = await create('/testimonials/', testimonialInput());
  const mailing = await create('/mailings/', {
    ...{ ids: [proposal.id], subject: 'Pitch day', text: 'Hello', send_at: inDays(20) },
  });
  const judge = await createJudge(backstage, mailbox);
  const round = await openRound(backstage, [judge]);
  const [review] = await backstage.call<{ id: string }[]>('GET', '/reviews/', judge);
  return {
    ...{ person, personId, program, proposal, enquiry: enquiry!, post, testimonial, mailing },
    ...{ judge, round, review: review! },
  };
}

/** One for all tests of this file, which no other file of this worker sees. */
const worlds = new WeakMap<Backstage, Promise<World>>();
function worldOf(backstage: Backstage, mailbox: Mailbox): Promise<World> {
  const world = worlds.get(backstage) ?? fill(backstage, mailbox);
  worlds.set(backstage, world);
  return world;
}

/** The screens of each person. */
const SCREENS: Record<'admin' | 'person' | 'judge', (world: World) => Row[]> = {
  admin: ({ program, proposal, personId, mailing, post, testimonial, enquiry, round, judge }) => [
    { path: '/dashboard', isLarge: true, paper: 'both', last: allLists },
    // Other journeys' proposals may be marked, each with a line more.
    admin(`submissions?program_id=${program.id}`, {
      ...{ list: THREE_LINES, isLarge: true, colours: [PLACEHOLDERS], paper: 'both' },
    }),
    admin(`submissions?program_id=${program.id}`, { isOnTablet: true }),
    admin('manage-proposals', { list: FOUR_LINES, isLarge: true }),
    admin('manage-post', { list: THREE_LINES, isLarge: true }),
    admin('manage-faqs', { list: THREE_LINES }),
    admin('testimonials', { list: FOUR_LINES, isLarge: true }),
    admin('enquiries', { list: FIVE_LINES, isLarge: true }),
    admin('users', { list: FIVE_LINES, isLarge: true, isInspected: true, heading: 'Users' }),
    admin('audit', { list: THREE_LINES, isLarge: true }),
    admin('mail?state=all', { list: THREE_LINES, isLarge: true }),
    admin('mailings', { list: FIVE_LINES }),
    admin('decline-reasons', { list: THREE_LINES, isFree: true }),
    { path: '/dashboard/nothing-here', isInspected: true, heading: 'Page Not Found' },
    {
      path: '/dashboard/my-profile',
      ...{ isInspected: true, heading: 'My Profile', edges: 'values' },
      last: (page) => page.getByRole('heading', { name: 'My data' }),
    },
    { path: '/dashboard/edit-my-profile', isInspected: true, heading: 'Edit profile' },
    admin('create', { isInspected: true, heading: 'Add a colleague', edges: 'refused form' }),
    admin('create-faq', { edges: 'refused form' }),
    // As high as a phone, its save bar and the tools of its text are close.
    admin('manage-proposals/create', {
      ...{ isInspected: true, heading: 'Create a program', isLarge: true, edges: 'refused form' },
      also: expectOneMark,
    }),
    admin('create-post', {
      ...{ isLarge: true, edges: 'refused form' },
      last: (page) => page.getByRole('button', { name: 'Bold' }),
    }),
    admin(`view-proposal/${proposal.id}`, { isLarge: true }),
    admin(`users/${personId}`, { edges: 'values' }),
    admin(`mailings/${mailing.id}`),
    admin(`post/${post.id}/view`),
    admin(`testimonial/view/${testimonial.id}`),
    admin(`enquiries/${enquiry.id}`),
    ...['judges', 'rounds', 'rounds/create', 'judges/invite'].map((name) =>
      admin(name, { isLarge: true }),
    ),
    admin('mail-templates/create', { isLarge: true }),
    admin('report', { isLarge: true, colours: [EDGES, BARS], last: zones }),
    admin(`rounds/${round.id}`, { isLarge: true }),
    admin(`judges/${judge.id}`, { isLarge: true }),
  ],
  person: ({ proposal, program }) => [
    {
      path: '/dashboard',
      isLarge: true,
      last: (page) => page.getByRole('heading', { name: 'Your proposals' }),
    },
    { path: '/dashboard/profile', isInspected: true, heading: 'My Profile' },
    {
      path: '/dashboard/edit-profile',
      ...{ isInspected: true, heading: 'Edit profile', isLarge: true, edges: 'fields' },
    },
    {
      path: '/dashboard/applicant/proposals',
      ...{ isInspected: true, heading: 'My Proposals', isLarge: true },
      last: (page) => page.getByText(program.title).first(),
    },
    {
      path: '/dashboard/available-programs',
      isLarge: true,
      last: (page) => page.getByText('You have applied').first(),
    },
    {
      path: `/dashboard/applicant/view-proposal/${proposal.id}`,
      ...{ paper: 'across', isLarge: true },
    },
    {
      path: `/dashboard/applicant/view-proposal/${proposal.id}?sent=1`,
      also: expectStraightFacts,
    },
  ],
  judge: ({ round, review }) => [
    { path: '/dashboard/judging', isLarge: true },
    { path: `/dashboard/judging/${round.id}`, isLarge: true },
    { path: `/dashboard/judging/${round.id}/${review.id}`, isLarge: true },
  ],
};

const allLists = (page: Page) => page.getByRole('heading', { name: 'All lists' });
const zones = (page: Page) => page.getByRole('heading', { name: 'By zone' });

/** Each call of the API is answered once the page has been painted without it. */
async function answerLate(page: Page): Promise<void> {
  await page.route('**/api/v1/**', async (route) => {
    // The page may have gone.
    await page.evaluate(measured.BEFORE_DATA).catch(() => undefined);
    await route.continue().catch(() => undefined);
  });
}

/** Loads a screen; nothing that is in sight moves meanwhile. */
async function load(page: Page, { path, heading, last, list }: Row): Promise<void> {
  const screen = new Screen(page);
  await screen.open(path);
  if (heading) await screen.expectHeading(heading);
  if (last) await expect(last(page)).toBeVisible();
  if (list) await expect(page.locator('main tbody tr').first()).toBeVisible();
  await settled(page);
  await expect
    .poll(() => page.evaluate<number>(measured.SHIFTED_BY_DATA), `${path} moves while it loads`)
    .toBeLessThanOrEqual(0.02);
}

const LAPTOP = { width: 1280, height: 800 };
const TABLET = { width: 768, height: 1024 };

type Inspect = (name: string) => Promise<void>;
const nameOf = ({ path }: Row) => path.slice(1).replaceAll('/', '-');

async function checkOnPhone(page: Page, row: Row, inspect: Inspect): Promise<void> {
  const { path, list, colours = [], paper } = row;
  await page.setViewportSize({ width: 320, height: 740 });
  await load(page, row);
  await expect.poll(() => page.evaluate(measured.SMALL_TARGETS), path).toEqual([]);
  await new Screen(page).expectNoSidewaysScroll();
  await page.setViewportSize({ width: 360, height: 740 });
  if (row.isInspected) await inspect(nameOf(row));
  if (list)
    await expect
      .poll(() => page.evaluate<number>(measured.LOWEST_ROW), `a row of ${path} is too high`)
      .toBeLessThanOrEqual(list);
  for (const kind of colours) await expectContrast(page, kind);
  if (paper) await expectPaper(page, paper);
}

/** Placeholders are text; edges and bars are not. */
async function expectContrast(page: Page, kind: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect
      .poll(async () => Math.min(...(await page.evaluate<number[]>(kind)), 21), colorScheme)
      .toBeGreaterThan(kind === EDGES ? 3 : 4.5);
    await expect.poll(() => page.evaluate<number[]>(kind)).not.toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A4 less its margins, in CSS pixels: all columns, the whole width, and nothing cut. */
async function expectPaper(page: Page, paper: 'both' | 'across'): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  for (const [width, height] of [
    ...(paper === 'both' ? ([[718, 1047]] as const) : []),
    [1047, 718] as const,
  ]) {
    await page.setViewportSize({ width, height });
    const what = `${page.url()} on paper ${width} px wide`;
    const least = width - (paper === 'both' ? 100 : 147);
    await expect
      .poll(() => page.evaluate<number>(measured.WIDTH_OF_MAIN), what)
      .toBeGreaterThan(least);
    await expect.poll(() => page.evaluate(measured.HIDDEN_COLUMNS), what).toEqual([]);
    await expect.poll(() => page.evaluate(measured.CUT_DRAWINGS), what).toBe(0);
    await expect.poll(() => page.evaluate(measured.UNSEEN_BARS), what).toBe(0);
  }
  await page.emulateMedia({ media: 'screen' });
}

async function checkOnLaptop(page: Page, row: Row, inspect: Inspect): Promise<void> {
  await page.setViewportSize(row.isOnTablet ? TABLET : LAPTOP);
  await load(page, row);
  if (row.isOnTablet || (row.list && !row.isFree)) await expectRows(page, row);
  if (row.isInspected) await inspect(nameOf(row));
  await row.also?.(page);
  if (row.isLarge) await expectRoomForText(page);
  if (row.edges === 'refused form') {
    await page.locator('main form button[type=submit]').first().click();
    await expect(page.locator('main [role=alert]').first()).toBeVisible();
  }
  if (row.edges) await expectOneEdge(page, row.edges === 'values');
}

/** Lists begin near the top, and have rows of one line where there is room. */
async function expectRows(page: Page, { path, isOnTablet }: Row): Promise<void> {
  const rows = () => page.evaluate<{ first: number; tall: number }>(measured.ROWS);
  const most = isOnTablet ? 300 : 240;
  await expect.poll(async () => (await rows()).first, path).toBeLessThanOrEqual(most);
  if (!isOnTablet) await expect.poll(async () => (await rows()).tall, path).toBe(0);
}

async function expectOneEdge(
  page: Page,
  isOfValues: boolean,
  widths = [360, 768, 1280, 1920],
): Promise<void> {
  const one = [expect.any(Number)];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(
        () => page.evaluate(isOfValues ? measured.VALUE_EDGES : measured.FORM_EDGES),
        `the edges of ${page.url()} at ${width} px`,
      )
      .toEqual(isOfValues ? one : { left: one, right: one });
  }
}

async function expectStraightFacts(page: Page): Promise<void> {
  await expectOneEdge(page, true, [1280, 1920]);
  await page.setViewportSize({ width: 360, height: 900 });
  await expect.poll(() => page.evaluate(measured.FACT_ENDS)).toEqual([]);
}

async function expectOneMark(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await expect.poll(() => page.evaluate(measured.MARKED_LINKS)).toEqual(['All Programs']);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Text only: what counts the width in letters does not hear of it. */
type Look = { font: number; width: number; isTextOnly?: boolean };
const LOOKS: Look[] = [
  { font: 32, width: 360 },
  { font: 20, width: 360 },
  { font: 16, width: 280 },
  { font: 34, width: 360, isTextOnly: true },
  { font: 34, width: 1280, isTextOnly: true },
];

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** With the text size of a browser set to each look: nothing is too wide, and no word is cut. */
async function expectRoomForText(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const setSize = async (standard: number, ofRoot: string) => {
    await (await session).send('Page.setFontSizes', { fontSizes: { standard } });
    await page.evaluate(
      `document.documentElement.style.setProperty('font-size', '${ofRoot}', 'important')`,
    );
  };
  for (const { font, width, isTextOnly } of LOOKS) {
    const look = `${page.url()}, text ${isTextOnly ? 'only ' : ''}of ${font} px at ${width}`;
    await page.setViewportSize({ width, height: 740 });
    await setSize(isTextOnly ? 16 : font, isTextOnly ? `${font}px` : '');
    await settled(page);
    await expect
      .poll(() => page.evaluate(measured.WIDER), `${look} is wider than the window`)
      .toBe('');
    if (isTextOnly)
      await expect.poll(() => page.evaluate(measured.CUT_LABELS), `${look} cuts words`).toEqual([]);
  }
  await setSize(16, '');
}

test('while a code is awaited, its screens stand still although only the browser knows for whom', async ({
  page,
}) => {
  await page.addInitScript(measured.WATCH_SHIFTS);
  // Chromium counts this shift in narrow windows only, not on simulated phones.
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/healthz');
  await page.evaluate(`sessionStorage.setItem('pending-email', 'kojo@example.com')`);
  for (const path of ['/reset-password', '/otp']) {
    await load(page, { path, last: () => page.getByText('kojo@example.com') });
    await expect.poll(() => page.evaluate(measured.SMALL_TARGETS), path).toEqual([]);
    await new Screen(page).expectNoSidewaysScroll();
  }
});

for (const who of ['admin', 'person', 'judge'] as const)
  test(`every screen of the portal, ${who}: nothing moves, is too wide, too small, cut or pale`, async ({
    page,
    backstage,
    mailbox,
    isMobile,
    inspect,
  }) => {
    const world = await worldOf(backstage, mailbox);
    const person = who === 'admin' ? await backstage.admin() : world[who];
    await page.addInitScript(measured.WATCH_SHIFTS);
    await openAs(page, person, '/dashboard');
    await answerLate(page);
    for (const row of SCREENS[who](world))
      await test.step(row.path, () =>
        (isMobile ? checkOnPhone : checkOnLaptop)(page, row, inspect),
      );
  });

const PATHS = [...Object.values(pages), ...Object.values(sectorPages), ...storyPages].map(
  ({ path }) => path,
);
const WRONG = [
  '/post/gossip',
  '/post/NEWS/no-such-post',
  '/sector/fishing',
  '/national-pitch-trek/programs/none',
  '/nowhere',
];
const OTHERS = ['/content/blog', '/unauthorized', '/register', '/receipts'];
/** Seen with large text as well. */
const LARGE = [
  ...['/', '/national-pitch-trek', '/national-pitch-trek/programs', '/about/our-team'],
  ...['/sector/entertainment', '/sector/infrastructure', '/post/all', '/contact-us'],
  ...['/create-testimonials', '/register', '/receipts', '/making-a-pdf', '/unauthorized'],
];

/**
 * axe is half the cost of a visit, and a phone of 360 px shows what one of 320 px shows; a tablet
 * has a layout of its own.
 */
const WIDTHS = {
  mobile: [
    { size: { width: 360, height: 740 }, isWithAxe: false },
    { size: { width: 320, height: 640 }, isWithAxe: true },
  ],
  desktop: [
    { size: { width: 1280, height: 800 }, isWithAxe: true },
    { size: { width: 768, height: 1024 }, isWithAxe: true, hasKnownColours: true },
  ],
};
/** Opening a page in a new browser context costs more than reading it. */
const GROUPS: Record<string, string[]> = {
  'the pages': Object.values(pages).map(({ path }) => path),
  'the sectors': Object.values(sectorPages).map(({ path }) => path),
  'the stories': storyPages.map(({ path }) => path),
  'other addresses of pages': OTHERS,
  'wrong addresses': WRONG,
};

for (const [name, paths] of Object.entries(GROUPS)) {
  test(`${name} stand, fit the screen, are valid, and axe finds nothing`, async ({
    page,
    isMobile,
    expectNoViolations,
  }) => {
    const site = new PublicPages(page);
    const widths = WIDTHS[isMobile ? 'mobile' : 'desktop'];
    for (const path of paths)
      await test.step(path, async () => {
        await page.setViewportSize(widths[0]!.size);
        const response = await page.goto(path);
        expect(response?.status(), path).toBe(WRONG.includes(path) ? 404 : 200);
        await expect(site.heading).toBeVisible();
        for (const { size, isWithAxe, ...options } of widths) {
          await page.setViewportSize(size);
          await site.expectNoSidewaysScroll();
          if (isWithAxe) await expectNoViolations(page, options);
        }
        if (isMobile) await expectFingersFit(site, path, await response!.text());
        else await expectTextFits(site, path);
      });
  });
}

/** Each target of a page has room; its HTML, the same at every width, is valid. */
async function expectFingersFit(site: PublicPages, path: string, html: string): Promise<void> {
  if (PATHS.includes(path)) await site.expectLargeTargets();
  if (path === pages.trek.path) await expectContrast(site.page, EDGES);
  await expect(findInvalid(html), path).resolves.toEqual([]);
}

/** One grid at 1920 px, and no text too large. */
async function expectTextFits(site: PublicPages, path: string): Promise<void> {
  await site.page.setViewportSize({ width: 1920, height: 1080 });
  if (PATHS.includes(path)) await site.expectOneGrid();
  if (LARGE.includes(path)) await expectRoomForText(site.page);
}

test('without the web font nothing scrolls sideways', { tag: '@phone' }, async ({ page }) => {
  await page.route(/woff2/, (route) => route.abort());
  const screen = new Screen(page);
  for (const path of LARGE) {
    await screen.open(path);
    await settled(page);
    await screen.expectNoSidewaysScroll();
  }
});
