/** Whatever the size of the text, and without the web font: nothing scrolls sideways. */
import { chromium } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/browser.ts';
import type { Backstage, SignedIn } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { createJudge, openRound } from './judging-world.ts';
import type { Mailbox } from './mailbox.ts';

const EXCESS = `document.documentElement.scrollWidth - innerWidth`;
const PUBLIC = [
  ...['/', '/national-pitch-trek', '/national-pitch-trek/programs', '/about/our-team'],
  ...['/sector/entertainment', '/sector/infrastructure', '/post/all', '/contact-us'],
  ...['/create-testimonials', '/register', '/receipts', '/making-a-pdf', '/unauthorized'],
];
const APPLICANT = [
  ...['/dashboard', '/dashboard/available-programs', '/dashboard/applicant/proposals'],
  '/dashboard/edit-profile',
];
const ADMIN = [
  ...['/dashboard', '/dashboard/admin/submissions', '/dashboard/admin/users'],
  ...['/dashboard/admin/manage-proposals/create', '/dashboard/admin/create-post'],
];
/** Lists, forms and what is read: screens of every kind. */
const MORE_OF_ADMIN = [
  ...['report', 'manage-proposals', 'manage-post', 'enquiries', 'testimonials', 'audit'],
  ...['mail', 'judges', 'rounds', 'rounds/create', 'judges/invite', 'mail-templates/create'],
].map((name) => `/dashboard/admin/${name}`);

type Visits = readonly [SignedIn, readonly string[]];

/** Whoever works in the portal, with rows in every list, and the screens of theirs. */
async function enterPortal(backstage: Backstage, mailbox: Mailbox): Promise<Visits[]> {
  const judge = await createJudge(backstage, mailbox);
  const round = await openRound(backstage, [judge]);
  const [review] = await backstage.call<{ id: string }[]>('GET', '/reviews/', judge);
  const proposal = await backstage.createProposal();
  const judging = `/dashboard/judging/${round.id}`;
  return [
    [
      await backstage.admin(),
      [
        ...MORE_OF_ADMIN,
        `/dashboard/admin/view-proposal/${proposal.id}`,
        `/dashboard/admin/rounds/${round.id}`,
        `/dashboard/admin/judges/${judge.id}`,
      ],
    ],
    [judge, ['/dashboard/judging', judging, `${judging}/${review!.id}`]],
  ];
}

/** As a browser that enlarges text only: what counts the width in letters does not hear of it. */
const textOnly = (font: number) =>
  `document.documentElement.style.setProperty('font-size', '${font}px', 'important')`;

/** Labels and controls whose text does not fit into them. */
const CUT = `[...document.querySelectorAll('main :is(label, button, summary)')]
  .filter((one) => one.checkVisibility() && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.trim())`;

type Look = { font: number; width: number; hasWebFont: boolean; isTextOnly?: boolean };
const LOOKS: Look[] = [
  { font: 34, width: 360, hasWebFont: true, isTextOnly: true },
  { font: 34, width: 1280, hasWebFont: true, isTextOnly: true },
  { font: 32, width: 360, hasWebFont: true },
  { font: 20, width: 360, hasWebFont: true },
  { font: 16, width: 280, hasWebFont: true },
  { font: 16, width: 360, hasWebFont: false },
];

for (const { font, width, hasWebFont, isTextOnly } of LOOKS)
  test(
    `text${isTextOnly ? ' only' : ''} of ${font} px at ${width}${hasWebFont ? '' : ' without the web font'}`,
    { tag: '@once' },
    async ({ backstage, mailbox, baseURL }) => {
      const browser = await chromium.launch({
        executablePath: findBrowser() ?? undefined,
        args: [
          ...BROWSER_FLAGS,
          ...(isTextOnly ? [] : [`--blink-settings=defaultFontSize=${font}`]),
        ],
      });
      const page = await browser.newPage({ baseURL, viewport: { width, height: 740 } });
      if (!hasWebFont) await page.route(/woff2/, (route) => route.abort());
      const tooWide: string[] = [];
      const visit = async (path: string) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        if (isTextOnly) await page.evaluate(textOnly(font));
        const excess = await page.evaluate<number>(EXCESS);
        if (excess > 0) tooWide.push(`${path} by ${excess}`);
        if (isTextOnly)
          tooWide.push(...(await page.evaluate<string[]>(CUT)).map((text) => `${path}: ${text}`));
      };
      for (const path of PUBLIC) await visit(path);
      const people: Visits[] = [
        [await backstage.createApplicant(), APPLICANT],
        [await backstage.admin(), ADMIN],
        ...(isTextOnly ? await enterPortal(backstage, mailbox) : []),
      ];
      for (const [person, paths] of hasWebFont ? people : []) {
        await openAs(page, person, '/dashboard');
        for (const path of paths) await visit(path);
      }
      await browser.close();
      expect(tooWide).toEqual([]);
    },
  );
