/** Edge cases of public pages: slow scripts, wrong clocks, lost tabs, printing. */
import { HONEYPOT } from '#domain/constants.ts';
import { POST } from '#domain/posts/messages.ts';
import { PROGRAM } from '#domain/programs/rules.ts';
import { TESTIMONIAL } from '#domain/testimonials/rules.ts';
import { pages } from '#content/pages.ts';
import { inDays, newName } from './backstage.ts';
import { expect, settled, test } from './fixtures.ts';
import { holdBack } from './held-requests.ts';
import { PublicPages } from './pages/public-pages.ts';

test('a bio that the address opened closes by Escape and by Close, and gives focus to its link', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog');
  await page.goto(`${pages.team.path}#agriculture`);
  await expect(dialog).toContainText('power cut');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole('link', { name: 'Read more about the Head of Agriculture' }),
  ).toBeFocused();
  // Pressed before the script had loaded.
  const arrive = await holdBack(page, /enhance-main/);
  await page.goto(pages.team.path, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Read more about the Head of Technology' }).click();
  await expect(dialog).toContainText('market stall');
  arrive();
  await expect(page.locator('dialog:modal')).toBeVisible();
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test(
  'a bio closed in the moment it opens gives focus to its link all the same',
  { tag: '@phone' },
  async ({ page }) => {
    await page.addInitScript(`{
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function () {
      showModal.call(this);
      this.close();
    };
  }`);
    await page.goto(`${pages.team.path}#agriculture`);
    await page.waitForLoadState('load');
    // The browser follows the fragment in its next frame.
    await page.evaluate(`new Promise((next) => requestAnimationFrame(() => setTimeout(next)))`);
    await expect(
      page.getByRole('link', { name: 'Read more about the Head of Agriculture' }),
    ).toBeFocused();
  },
);

test(
  "Apply follows the server's time, not the visitor's clock",
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const [open, closed] = [
      await backstage.createProgram(),
      await backstage.createProgram({ deadline_date: inDays(-1) }),
    ];
    await page.clock.setFixedTime('2039-01-01T00:00:00Z');
    for (const [program, sentence] of [
      [open, PROGRAM.loginRequired],
      [closed, PROGRAM.closed],
    ] as const) {
      await page.goto(`/national-pitch-trek/programs/${program.id}`);
      await page.getByRole('link', { name: `Apply Now: ${program.title}` }).click();
      await expect(page.getByRole('dialog')).toContainText(sentence);
      await page.clock.setFixedTime('2019-01-01T00:00:00Z');
    }
  },
);

test('the map loads without moving address or link', async ({ page, isMobile }) => {
  const address = page.locator('[data-map] address');
  const link = page.locator('[data-map] a');
  for (const width of isMobile ? [320, 360] : [768, 1280]) {
    await page.setViewportSize({ width, height: 400 });
    await page.goto('/contact-us');
    const places = () =>
      Promise.all(
        [address, link].map((place) =>
          place.evaluate((element) => [
            element.offsetLeft,
            element.offsetTop,
            element.offsetWidth,
            element.offsetHeight,
          ]),
        ),
      );
    await settled(page);
    const before = await places();
    await expect(page.locator('iframe')).toHaveCount(0);
    await link.scrollIntoViewIfNeeded();
    await expect(page.locator('iframe')).toBeVisible();
    await expect.poll(() => places(), `${width} px`).toEqual(before);
  }
});

test(
  'external pictures of unknown size load without moving the text below',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const data = new FormData();
    const address = 'https://pictures.example.com/tall.svg';
    const fields = {
      title: newName('Elsewhere'),
      category: 'NEWS',
      is_published: 'true',
      featured_image: address,
      gallery_images: address,
      body: `<p><img src="${address}?body" alt="" /></p><p>Last words.</p>`,
    };
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    const { token } = await backstage.admin();
    const { id, slug } = await backstage.call<{ id: string; slug: string }>('POST', '/cms/', {
      token,
      data,
    });
    let arrive = () => {};
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    const body =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="900"><path d="M0 0h90v900H0"/></svg>';
    await page.route(
      /pictures\.example/,
      (route) => void arrival.then(() => route.fulfill({ body, contentType: 'image/svg+xml' })),
    );
    await page.goto(`/post/NEWS/${slug}`, { waitUntil: 'domcontentloaded' });
    // Styled and painted; `load` waits for the pictures.
    await expect(page.locator('html[data-enhanced]')).toBeAttached();
    await page.evaluate('document.fonts.ready.then(() => true)');
    const words = page.getByText('Last words.');
    const place = () => words.evaluate((element) => element.offsetTop);
    const before = await place();
    arrive();
    await expect
      .poll(() =>
        page.evaluate(
          `[...document.querySelectorAll('article img')].slice(0, 2).every((one) => one.naturalWidth > 0)`,
        ),
      )
      .toBe(true);
    await expect.poll(place).toBe(before);
    await backstage.call('DELETE', `/cms/${id}`, { token });
  },
);

test(
  'a printed post has its pictures, dark text on white, and no controls',
  { tag: '@phone' },
  async ({ page }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto('/post/all');
    await expect(page.locator('main noscript').first()).toBeAttached();
    await page.pdf();
    await expect(page.locator('main noscript')).toHaveCount(0);
    const pictures = page.locator('main li img');
    await expect
      .poll(() =>
        page.evaluate(
          `[...document.querySelectorAll('main li img')].filter((one) => one.naturalWidth > 0).length`,
        ),
      )
      .toBe(await pictures.count());
    const colours = `[...document.querySelectorAll('html, h1, main p')].filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one).color)`;
    await expect
      .poll(async () => [...new Set(await page.evaluate<string[]>(colours))])
      .toEqual(['rgb(0, 0, 0)']);
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByRole('link', { name: 'Subscribe (feed)' })).toBeHidden();
    await page.goto('/national-pitch-trek/programs');
    await expect(page.locator('main li h3').first()).toBeVisible();
    await expect(
      page
        .locator('main')
        .getByRole('link', { name: /Read More|Apply/ })
        .filter({ visible: true }),
    ).toHaveCount(0);
  },
);

test(
  'in print every question has its answer, whichever was unfolded',
  { tag: '@phone' },
  async ({ page }) => {
    const answers = page.locator('main details > :not(summary)');
    await page.goto('/');
    await page.locator('main summary').last().click();
    await expect(answers.filter({ visible: true })).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await expect(answers.filter({ visible: true })).toHaveCount(await answers.count());
  },
);

test(
  'the schedule has the dates of the specification, apart from the names; seven values are seven',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto(pages.trek.path);
    const row = page.getByRole('row', { name: /Western Development/ });
    await expect(row).toContainText('Oct 8-12');
    const gap = async () => {
      const [name, dates] = await Promise.all(
        [row.getByRole('rowheader'), row.getByRole('cell').last()].map((one) => one.boundingBox()),
      );
      return dates!.x - name!.x - name!.width;
    };
    await settled(page);
    await expect.poll(gap).toBeGreaterThanOrEqual(8);
    await page.goto(pages.framework.path);
    await expect(page.locator('main ol > li')).toHaveCount(7);
  },
);

test(
  'typed text is restored after the tab was closed, until it is sent',
  { tag: '@phone' },
  async ({ page, context }) => {
    const site = new PublicPages(page);
    await site.open('/create-testimonials');
    await site.fill({ 'First name': 'Efua', Message: 'They came back a second time.' });
    await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).toContain('second time');
    await page.close();
    const later = await new PublicPages(await context.newPage()).open('/create-testimonials');
    await expect(later.page.getByLabel('Message')).toHaveValue('They came back a second time.');
    await expect
      .poll(() => later.page.evaluate('JSON.stringify(localStorage)'))
      .not.toContain(HONEYPOT);
    await later.fill({ 'Last name': 'Sackey', Position: 'Potter' });
    await later.press('Send testimonial');
    await later.expectAnswer(TESTIMONIAL.submitted);
    await later.open('/create-testimonials');
    await expect(later.page.getByLabel('First name')).toHaveValue('');
  },
);

test(
  'unsent text is deleted a day after the last change, even from the device',
  { tag: '@phone' },
  async ({ page }) => {
    const site = new PublicPages(page);
    const stored = () => page.evaluate<string>('JSON.stringify(localStorage)');
    const hoursLater = (hours: number) => page.clock.setFixedTime(Date.now() + hours * 3_600_000);
    await site.open('/contact-us');
    await site.fill({ 'First name': 'Efua', Message: 'My number is a secret.' });
    await expect.poll(stored).toContain('a secret');
    await hoursLater(23);
    await site.open('/contact-us');
    await expect(page.getByLabel('Message')).toHaveValue('My number is a secret.');
    await hoursLater(25);
    await site.open('/terms');
    await expect(site.heading).toBeVisible();
    await expect.poll(stored).not.toContain('a secret');
    await site.open('/contact-us');
    await expect(page.getByLabel('First name')).toHaveValue('');
  },
);

test(
  'missing addresses and wrong methods have one title and heading, and no text of the framework',
  { tag: '@phone' },
  async ({ request }) => {
    for (const [path, sentence] of [
      ['/national-pitch-trek/programs/nope', PROGRAM.notFound],
      ['/sector/foo', 'Page Not Found'],
      ['/post/foo/slug', POST.invalidCategory],
      ['/post/NEWS/nope', POST.notFoundPublic],
      ['/nowhere', 'Page Not Found'],
    ] as const) {
      const html = await (await request.get(path)).text();
      expect(
        [/<title>(.*?)<\/title>/.exec(html)?.[1], /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]],
        path,
      ).toEqual([sentence, sentence]);
    }
    const wrong = await request.post('/terms', { form: { any: 'thing' } });
    expect(wrong.status()).toBe(405);
    await expect(wrong.text()).resolves.toContain('opened this way.</h1>');
    await expect(wrong.text()).resolves.not.toContain('did not provide');
  },
);

test(
  'pictures load even if the script that watches for them does not',
  { tag: '@phone' },
  async ({ page }) => {
    await page.route(/enhance-main/, (route) => route.abort());
    await page.goto('/post/all');
    const pictures = page.locator('main li img');
    await expect(pictures).toHaveCount(6);
    await pictures.last().scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        page.evaluate<number>(`[...document.querySelectorAll('main li img')].at(-1).naturalWidth`),
      )
      .toBeGreaterThan(0);
  },
);

test.describe('the splash', () => {
  test.use({ hasSplash: true });

  test(
    'covers the first page of a visit for a second and a half, and no other',
    { tag: '@phone' },
    async ({ page }) => {
      // It stands still: on a slow machine the splash would be over before it was looked for.
      await page.clock.install({ time: 0 });
      await page.clock.pauseAt(1000);
      await page.goto('/');
      const splash = page.locator('body > [data-splash]');
      await expect(splash).toBeVisible();
      await page.clock.runFor(1500);
      await expect(splash).toBeHidden();
      await page.goto('/contact-us');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(splash).toBeHidden();
    },
  );
});
