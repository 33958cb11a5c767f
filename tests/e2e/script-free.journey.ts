import { ENQUIRY } from '#domain/enquiries/messages.ts';
import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import { eligibilityPage, questionsPage } from '#content/questions.ts';
import { inDays } from './backstage.ts';
import { expect, test } from './fixtures.ts';
import { PublicPages } from './pages/public-pages.ts';

test.use({ javaScriptEnabled: false });

test(
  'without script: read, open an answer, meet a person of the team',
  { tag: '@once' },
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
  { tag: '@once' },
  async ({ page, mailbox }) => {
    const site = new PublicPages(page);
    await site.open('/contact-us');
    await site.fill({ 'First name': 'Kofi' });
    const [refused] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      site.press('Send message'),
    ]);
    expect(refused.status()).toBe(422);
    await site.expectAnswer('Please enter your message.');
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

test('without script: a testimonial is sent', { tag: '@once' }, async ({ page }) => {
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

const REGISTERED = 'Is your business registered in Ghana?';
const QUESTIONS = [
  {
    kind: 'yes_no',
    label: REGISTERED,
    is_required: true,
    eligible: { values: [true], sentence: 'This program is for registered businesses.' },
  },
  {
    kind: 'number',
    label: 'For how many years?',
    help: 'Whole years.',
    shown_if: { position: 0, equals: true },
    eligible: { min: 2, max: null, sentence: 'It must be at least two years old.' },
  },
  { kind: 'choices', label: 'What do you process?', options: ['Cocoa', 'Cashew'] },
];

test('without script: read all questions, and see who can apply', async ({
  page,
  backstage,
  inspect,
}) => {
  const program = await backstage.createProgram({ questions: QUESTIONS });
  const site = new PublicPages(page);
  await site.open(`/national-pitch-trek/programs/${program.id}`);
  await inspect('public-program-with-questions');
  await page.getByRole('link', { name: questionsPage.link }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(page.getByText('Only if you answer “Yes” to question 1')).toBeVisible();
  await inspect('public-program-questions');
  await page.getByRole('link', { name: questionsPage.back }).click();
  await page.getByRole('link', { name: eligibilityPage.link }).click();
  const ask = async (choice: string, years = '') => {
    await page.getByRole('group', { name: REGISTERED }).getByLabel(choice).check();
    await page.getByLabel('For how many years?').fill(years);
    await site.press(eligibilityPage.check);
  };
  await inspect('public-can-you-apply');
  await ask('Yes', 'two');
  await expect(page.getByRole('alert')).toContainText('Please answer with a number.');
  await inspect('public-can-you-apply-refused');
  await ask('No');
  await expect(page.getByRole('heading', { name: eligibilityPage.noTitle })).toBeVisible();
  await expect(page.getByText('This program is for registered businesses.')).toBeVisible();
  await inspect('public-can-you-apply-no');
  await ask('Yes', '3');
  await expect(page.getByRole('heading', { name: eligibilityPage.yesTitle })).toBeVisible();
  await inspect('public-can-you-apply-yes');
  await page.getByRole('link', { name: `Apply Now: ${program.title}` }).click();
  await expect(page).toHaveURL(/\/login\?next=/);
});

test(
  'without script: a program says when it opens',
  { tag: '@once' },
  async ({ page, backstage }) => {
    const program = await backstage.createProgram({ opens_at: inDays(3) });
    await new PublicPages(page).open(`/national-pitch-trek/programs/${program.id}`);
    await expect(page.getByRole('heading', { name: /^Opens on / })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Apply Now/ })).toHaveCount(0);
  },
);
