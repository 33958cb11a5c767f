/** How public pages look and respond: details that a careful visitor would notice. */
import type { Page } from '@playwright/test';
import { pages } from '#content/pages.ts';
import { storyPages } from '#content/stories/stories.ts';
import { reasons } from '#content/reasons.ts';
import { expect, settled, test } from './fixtures.ts';
import { PublicPages } from './pages/public-pages.ts';

/** Full pictures of a phone with three device pixels per CSS pixel. */
const SHARP = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 3, isMobile: true };
const FURTHER_PAGE_BYTES = 15_000;

/** Scrolls through the whole page as a reader does. */
const READ_ON = `(async () => { for (let y = 0; y < document.body.scrollHeight; y += 300) { scrollTo(0, y); await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); } })()`;

test('Back to top is an arrow of 44 px that lies over nothing', async ({ page, isMobile }) => {
  for (const path of [pages.home.path, pages.terms.path, pages.programs.path]) {
    await page.goto(path);
    const arrow = page.getByRole('link', { name: 'Back to top', includeHidden: true });
    await settled(page);
    await expect(arrow).toBeAttached();
    await expect(arrow).toBeHidden();
    for (const part of [0.3, 0.6, 1]) {
      await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${part})`);
      await expect(arrow).toBeVisible();
      await expect
        .poll(async () => {
          const { width, height } = (await arrow.boundingBox())!;
          return Math.min(width, height);
        })
        .toBeGreaterThanOrEqual(44);
      await expect.poll(() => page.evaluate(UNDER_THE_ARROW), `${path} at ${part}`).toEqual([]);
    }
    if (path === pages.programs.path) await expectRoomInBar(page, Boolean(isMobile));
    await arrow.click();
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  }
});

test('a way to apply is in sight in the narrow bar, logged in or not', async ({ page }) => {
  await page.goto('/terms');
  const apply = page.locator('body > header').getByRole('link', { name: 'Apply', exact: true });
  for (const width of [320, 360, 412, 768]) {
    await page.setViewportSize({ width, height: 740 });
    for (const isLoggedIn of [false, true]) {
      await page.evaluate(
        `document.documentElement.toggleAttribute('data-signed-in', ${isLoggedIn})`,
      );
      await expect(apply).toBeVisible();
      await expect
        .poll(
          () => page.evaluate<number>(`document.querySelector('body > header').offsetHeight`),
          `${width} px, one line`,
        )
        .toBeLessThan(80);
    }
  }
  await apply.click();
  await expect(page).toHaveURL('/national-pitch-trek/programs');
});

/** Between the designed widths, too, and beside the longer name of the button to the portal. */
async function expectRoomInBar(page: Page, isMobile: boolean): Promise<void> {
  const site = new PublicPages(page);
  await page.evaluate(`document.documentElement.toggleAttribute('data-signed-in')`);
  for (const width of isMobile ? [320, 480, 600, 610] : [1160, 1250]) {
    await page.setViewportSize({ width, height: 740 });
    await site.expectNoSidewaysScroll();
    await expect.poll(() => page.evaluate(UNDER_THE_ARROW), `${width} px`).toEqual([]);
  }
}

/** Texts and controls whose boxes overlap the arrow's. */
const UNDER_THE_ARROW = `(() => {
  const arrow = document.querySelector('[data-to-top]');
  const own = arrow.getBoundingClientRect();
  const meets = (box) => box.width > 0 && box.left < own.right && own.left < box.right && box.top < own.bottom && own.top < box.bottom;
  const isSeen = (element) => { const { visibility, clipPath } = getComputedStyle(element); return visibility === 'visible' && clipPath === 'none'; };
  const found = [];
  const header = document.querySelector('body > header');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || arrow.contains(node) || !node.parentElement.checkVisibility() || !isSeen(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // What has gone under the bar is not over or under the arrow in it.
    if (!header.contains(node) && header.contains(arrow)) continue;
    if ([...range.getClientRects()].some(meets)) found.push(node.data.trim());
  }
  for (const control of header.querySelectorAll('a, button, summary'))
    if (control !== arrow && control.checkVisibility() && meets(control.getBoundingClientRect()))
      found.push('the box of ' + control.textContent.trim());
  return found;
})()`;

test('voices and the months of a loan stand on the edge of their headings', async ({ page }) => {
  const lefts = (selectors: string[]) =>
    page.evaluate<number[]>(
      `${JSON.stringify(selectors)}.map((one) => Math.round(document.querySelector(one).getBoundingClientRect().left))`,
    );
  for (const [path, heading, below] of [
    ['/', 'section:has([data-carousel]) h2', '[data-carousel] blockquote'],
    ['/sector/agriculture', 'li:has(rect[data-in]) h3', 'li:has(rect[data-in]) rect'],
  ] as const) {
    await page.goto(path);
    await settled(page);
    await expect
      .poll(async () => {
        const [edge, other] = await lefts([heading, below]);
        return other! - edge!;
      }, path)
      .toBe(0);
  }
});

test('opening a reason does not move the other column', async ({ page }) => {
  await page.goto('/');
  const items = page.locator('details[name=reasons]');
  await expect(items).toHaveCount(reasons.length);
  const columns = () =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('details[name=reasons]')].map((one) => Math.round(one.getBoundingClientRect().left))`,
    );
  await settled(page);
  const before = await columns();
  await items.first().locator('summary').click();
  await expect(items.first()).toHaveAttribute('open');
  await expect.poll(columns).toEqual(before);
});

test(
  'a list of posts costs no more than a page when it is read to its end, on sharp screens too',
  { tag: '@phone' },
  async ({ browser, server }) => {
    const context = await browser.newContext({ ...SHARP, baseURL: server.url });
    const page = await context.newPage();
    await page.goto(pages.home.path);
    // The main script, which all pages share, comes after the paint.
    await page.locator('html[data-enhanced]').waitFor({ state: 'attached' });
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await session.send('Network.enable');
    await page.goto(pages.posts.path);
    await page.evaluate(READ_ON);
    const pictures = page.locator('main li img');
    await expect(pictures).toHaveCount(6);
    await expect
      .poll(() =>
        page.evaluate(
          `[...document.querySelectorAll('main li img')].every((one) => one.naturalWidth > 0)`,
        ),
      )
      .toBe(true);
    await settled(page);
    expect(bytes).toBeLessThan(FURTHER_PAGE_BYTES);
    await context.close();
  },
);

test(
  'an empty contact form is told how many fields need attention, once',
  { tag: '@phone' },
  async ({ page }) => {
    const site = new PublicPages(page);
    await site.open('/contact-us');
    await site.press('Send message');
    await site.expectAnswer('There is a problem with 4 answers.');
    await expect(page.locator('main > [data-answer] li')).toHaveCount(4);
    await expect(page.locator('.toasts').count(), 'now, not after a toast has gone').resolves.toBe(
      0,
    );
    await site.fill({ 'First name': 'Esi', 'Last name': 'Owusu', Email: 'esi@example.com' });
    await site.press('Send message');
    await site.expectAnswer('Enter your message.');
    await expect(page.locator('main > [data-answer] li')).toHaveCount(0);
    await expect(page.locator('.toasts').count(), 'now, not after a toast has gone').resolves.toBe(
      0,
    );
  },
);

test('teasers are complete sentences', { tag: '@phone' }, async ({ page }) => {
  for (const path of [pages.programs.path, pages.posts.path]) {
    await page.goto(path);
    const teasers = page.locator('main li p[data-teaser]');
    await expect.poll(() => teasers.count()).toBeGreaterThan(3);
    for (const teaser of await teasers.allTextContents()) expect(teaser).toMatch(/[.!?]["’”)]*$/);
  }
});

test(
  'the page follows the font size that somebody has set in the browser',
  { tag: '@phone' },
  async ({ browser, server }) => {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.goto('/terms');
    const size = () =>
      page.evaluate('parseFloat(getComputedStyle(document.documentElement).fontSize)');
    await expect.poll(size).toBe(17);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
    await expect.poll(size).toBe(25.5);
    await context.close();
  },
);

test(
  'a page printed before scrolling shows no placeholder for a missing picture',
  { tag: '@phone' },
  async ({ page }) => {
    await page.route(/\/media\//, (route) => route.abort());
    await page.goto('/');
    await page.emulateMedia({ media: 'print' });
    const places = page.locator('main [data-picture]');
    await expect.poll(() => places.count()).toBeGreaterThan(2);
    await expect(places.filter({ visible: true })).toHaveCount(0);
    await page.unroute(/\/media\//);
    await page.goto('/');
    await page.pdf();
    await expect(places.filter({ visible: true })).toHaveCount(await places.count());
  },
);

test('the targets of the screens before a login are 44 px high on a phone', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'on phones; those of other pages: every-screen.journey.ts');
  const site = new PublicPages(page);
  for (const path of ['/login', '/register', '/forgot-password']) {
    await site.open(path);
    await site.expectLargeTargets();
  }
});

test('a map that does not load leaves the address to read', async ({ page }) => {
  await page.route(/openstreetmap/, (route) => route.abort());
  await page.goto('/contact-us');
  const address = page.locator('[data-map] address');
  await address.scrollIntoViewIfNeeded();
  await expect(page.locator('iframe')).toBeAttached();
  const isOnTop = () =>
    address.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(
        element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2),
      );
    });
  await expect.poll(isOnTop).toBe(true);
});

test(
  'a tile of the map says when the trek comes and leads to its row',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/');
    const tile = page.getByRole('link', { name: 'Ashanti Sept 25-29' });
    await expect(tile).toHaveAttribute('href', '/national-pitch-trek#middle-belt-growth-zone');
    await expect(page.locator('main li', { hasText: 'Middle Belt Growth Zone' })).toBeVisible();
    await tile.click();
    await expect(page).toHaveURL(/#middle-belt-growth-zone$/);
    const row = page.getByRole('row', { name: /Middle Belt/ });
    await expect(row).toBeInViewport();
    await expect(row.getByRole('link'), 'five links to one list told nobody anything').toHaveCount(
      0,
    );
    await expect(
      page.getByRole('columnheader', { name: 'Dates of the coming trek' }),
    ).toBeAttached();
  },
);

test(
  'a program says what to prepare, when it closes to the minute, and what else is open',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto(pages.programs.path);
    await page.locator('main li h3 a').first().click();
    await expect(page.getByRole('heading', { name: 'What to prepare' })).toBeVisible();
    await expect(page.locator('aside time').first()).toHaveText(/\d{4} at \d\d:\d\d$/);
    await expect(
      page.locator('section', { hasText: 'Other open programs' }).getByRole('listitem'),
    ).toHaveCount(3);
  },
);

test(
  'each story is marked as a sample and leads on to programs of its sector',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/');
    for (const { path, title } of storyPages) {
      await page.goto('/');
      await page.getByRole('link', { name: title, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByText(/^Sample story/)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Programs in this sector' })).toBeVisible();
    }
  },
);
