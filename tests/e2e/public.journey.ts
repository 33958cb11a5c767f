import { PROGRAM } from '#domain/programs/rules.ts';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import { POST } from '#domain/posts/messages.ts';
import { TESTIMONIAL } from '#domain/testimonials/rules.ts';
import { navigation } from '#content/navigation.ts';
import { pages, sectorPages } from '#content/pages.ts';
import { team } from '#content/about/our-team.ts';
import { expect, test } from './fixtures.ts';
import { PublicPages } from './pages/public-pages.ts';

test('the bar holds the links of spec §2.5, and the small menu closes after a choice', async ({
  page,
  isMobile,
}) => {
  await page.goto('/');
  const bar = page
    .getByRole('navigation', { name: 'Main' })
    .filter({ visible: !isMobile || undefined });
  if (isMobile) await page.locator('summary', { hasText: 'Menu' }).click();
  for (const item of navigation) {
    const isGroup = 'links' in item;
    if (isGroup) await bar.first().getByText(item.label, { exact: true }).click();
    for (const { label, to } of isGroup ? item.links : [item])
      await expect(bar.first().getByRole('link', { name: label, exact: true })).toHaveAttribute(
        'href',
        to,
      );
  }
  await bar.first().getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(/contact-us$/);
  await expect(bar.first()).toBeVisible({ visible: !isMobile });
});

test(
  'a visitor sends the contact form; what is wrong is said beside the fields and typed words stay',
  { tag: '@phone' },
  async ({ page, mailbox, expectNoViolations }) => {
    const site = new PublicPages(page);
    await site.open('/contact-us');
    await site.fill({ 'First name': 'Esi', 'Last name': 'Owusu', Email: 'esi@example.com' });
    await page.getByLabel(/^Phone/).fill('02x4');
    await page.getByLabel('Message').fill('Do you fund salt?');
    await site.press('Send message');
    await site.expectAnswer(/phone/i);
    await expect(page.getByLabel('First name')).toHaveValue('Esi');
    await expect(page.getByLabel(/^Phone/)).toHaveAttribute('aria-invalid', 'true');
    await expectNoViolations(page);
    await page.getByLabel(/^Phone/).fill('024 123 4567');
    await site.press('Send message');
    await site.expectAnswer(ENQUIRY.sent);
    await site.expectToast(ENQUIRY.sent);
    await expect(page.getByLabel('First name')).toHaveValue('');
    await mailbox.waitFor('hello@example.com', /Do you fund salt\?/);
  },
);

test(
  'a testimonial of nine characters, of 100,000, with HTML',
  { tag: '@phone' },
  async ({ page }) => {
    const site = new PublicPages(page);
    await site.open('/create-testimonials');
    await site.fill({
      'First name': 'Yaw',
      'Last name': 'Darko',
      Position: 'Baker',
      Message: '123456789',
    });
    await site.press('Send testimonial');
    await site.expectAnswer(TESTIMONIAL.tooShort);
    await page.getByLabel('Message').fill('x'.repeat(100_000));
    await site.press('Send testimonial');
    await site.expectAnswer(/at most 5,000 characters/);
    await page.getByLabel('Message').fill('<b>Bold</b> & <script>alert(1)</script>');
    await site.press('Send testimonial');
    await site.expectAnswer(TESTIMONIAL.submitted);
  },
);

test(
  'eight bios open as dialogs and give focus back',
  { tag: '@phone' },
  async ({ page, expectNoViolations }) => {
    await page.goto(pages.team.path);
    await expect(page.getByRole('link', { name: /^Read more/ })).toHaveCount(team.length);
    const link = page.getByRole('link', { name: 'Read more about the Head of Agriculture' });
    await link.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('power cut');
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
  },
);

test(
  'reasons and questions open one at a time; the carousel waits where motion is unwanted and turns by its arrows',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/');
    const reasons = page.locator('details[name=reasons]');
    await expect(reasons).toHaveCount(10);
    await reasons.nth(0).locator('summary').click();
    await reasons.nth(3).locator('summary').click();
    await expect(page.locator('details[name=reasons][open]')).toHaveCount(1);
    const carousel = page.getByRole('region', { name: 'Testimonials' });
    await expect(carousel.getByRole('button', { name: 'Play' })).toBeVisible();
    const row = carousel.getByRole('list');
    await carousel.getByRole('button', { name: 'Next testimonials' }).click();
    await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBeGreaterThan(100);
    await expect(carousel.getByRole('img', { name: '5 out of 5 stars' }).first()).toBeAttached();
  },
);

test(
  'lists of posts: both addresses, any case, pages that do not exist, categories that do not exist',
  { tag: '@phone' },
  async ({ page }) => {
    const site = new PublicPages(page);
    await site.open('/content/Press_Release');
    await expect(site.heading).toHaveText('Press Release');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      /\/post\/PRESS_RELEASE$/,
    );
    await site.open('/post/all?page=9999');
    await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    for (const wrong of ['0', '-1', 'x']) {
      await page.goto(`/post/all?page=${wrong}`);
      await expect(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expect(page.getByRole('article').or(page.locator('main ul > li h2'))).toHaveCount(6);
    }
    await page.goto('/post/gossip');
    await expect(site.heading).toHaveText(POST.invalidCategoryTitle);
    await expect(page.getByText(POST.invalidCategory)).toBeVisible();
    await page.goto('/post');
    await expect(page).toHaveURL(/\/post\/all$/);
    await page.getByRole('heading', { level: 2 }).first().getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Other Posts' })).toBeVisible();
    await expect(page.locator('aside li')).toHaveCount(5);
    await page.goto('/post/NEWS/notes-for-the-next-week-on-the-road');
    await expect(site.heading).toHaveText(POST.notFoundPublic);
    await page.getByRole('link', { name: 'Back to all posts' }).click();
    await expect(page).toHaveURL(/\/post\/all$/);
  },
);

test(
  'a sector page offers its open programs, and Apply asks a visitor to log in',
  { tag: '@phone' },
  async ({ page, backstage, expectNoViolations }) => {
    const { title } = await backstage.createProgram({ sector: 'Agriculture' });
    await page.goto(sectorPages.Agriculture.path);
    await expect(page.getByRole('img')).toHaveCount(3);
    await page.getByRole('link', { name: `Apply: ${title}` }).click();
    await expect(page.getByRole('dialog')).toContainText(PROGRAM.loginRequired);
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
  },
);
