import { ENQUIRY } from '#domain/enquiries/messages.ts';
import { TESTIMONIAL } from '#domain/testimonials/rules.ts';
import { expect, test } from './fixtures.ts';
import { PublicPages } from './pages/public-pages.ts';

test.use({ javaScriptEnabled: false });

test(
  'without script: read, open an answer, meet a person of the team',
  { tag: '@phone' },
  async ({ page }) => {
    const site = new PublicPages(page);
    await site.open('/');
    await page.getByText('Who can apply?').click();
    await expect(page.getByText('Anyone aged 18 or over with a business')).toBeVisible();
    await site.open('/about/our-team');
    await page.getByRole('link', { name: 'Read more about the Head of Technology' }).click();
    await expect(page.getByText('market stall repairing handsets')).toBeVisible();
    await page.getByRole('link', { name: 'Close' }).click();
    await expect(page.getByText('market stall repairing handsets')).toBeHidden();
  },
);

test(
  'without script: the contact form says what is missing, keeps what was typed, and sends once',
  { tag: '@phone' },
  async ({ page, mailbox }) => {
    const site = new PublicPages(page);
    await site.open('/contact-us');
    await site.fill({ 'First name': 'Kofi' });
    const [refused] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      site.press('Send message'),
    ]);
    expect(refused.status()).toBe(422);
    await site.expectAnswer('Enter your message.');
    await expect(page.getByLabel('First name')).toHaveValue('Kofi');
    const words = `Twice pressed, once sent ${Date.now()}`;
    for (let index = 0; index < 2; index += 1) {
      await site.open('/contact-us');
      await site.fill({
        'First name': 'Kofi',
        'Last name': 'Annor',
        Email: 'kofi@example.com',
        Message: words,
      });
      await site.press('Send message');
      await site.expectAnswer(ENQUIRY.sent);
    }
    await mailbox.waitFor('hello@example.com', new RegExp(words));
    expect(
      (await mailbox.list('hello@example.com')).filter(({ text }) => text?.includes(words)),
    ).toHaveLength(1);
  },
);

test('without script: a testimonial is sent', { tag: '@phone' }, async ({ page }) => {
  const site = new PublicPages(page);
  await site.open('/create-testimonials');
  await site.fill({
    'First name': 'Abena',
    'Last name': 'Sarpong',
    Position: 'Weaver',
    Message: 'They asked about the loom, not the lawyer.',
  });
  await site.press('Send testimonial');
  await site.expectAnswer(TESTIMONIAL.submitted);
});
