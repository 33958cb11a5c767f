import { eligibilityPage, questionsPage } from '#content/questions.ts';
import { inDays } from './backstage.ts';
import { expect, test } from './fixtures.ts';
import { PublicPages } from './pages/public-pages.ts';

const REGISTERED = 'Is your business registered in Ghana?';
const YEARS = 'For how many years?';
const QUESTIONS = [
  {
    kind: 'yes_no',
    label: REGISTERED,
    is_required: true,
    eligible: { values: [true], sentence: 'This program is for registered businesses.' },
  },
  {
    kind: 'number',
    label: YEARS,
    help: 'Whole years.',
    min: 0,
    shown_if: { position: 0, equals: true },
    eligible: { min: 2, max: null, sentence: 'It must be at least two years old.' },
  },
  { kind: 'choices', label: 'What do you process?', options: ['Cocoa', 'Cashew'] },
  { kind: 'long_text', label: 'What would change in your district?', max_length: 2000 },
];

/** The public pages about a program's own questions. */
class QuestionPages extends PublicPages {
  async ask(choice: string, years: string): Promise<void> {
    const group = this.page.getByRole('radiogroup', { name: REGISTERED });
    await group.getByLabel(choice).check();
    await this.page.getByLabel(YEARS).fill(years);
    await this.press(eligibilityPage.check);
  }
}

test(
  'every question on one sheet, and whether one can apply',
  { tag: '@phone' },
  async ({ page, backstage, inspect, isMobile }) => {
    const program = await backstage.createProgram({ questions: QUESTIONS });
    const site = new QuestionPages(page);
    const look = async (name: string) => {
      await inspect(name);
      if (isMobile) await site.expectLargeTargets();
    };
    await page.goto(`/national-pitch-trek/programs/${program.id}`);
    await look('public-program-with-questions');
    await page.getByRole('link', { name: questionsPage.link }).click();
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(4);
    await look('public-program-questions');
    await page.getByRole('link', { name: questionsPage.back }).click();
    await page.getByRole('link', { name: eligibilityPage.link }).click();
    await expect(page.getByLabel(YEARS)).toBeVisible();
    await look('public-can-you-apply');
    await site.ask('Yes', 'two');
    await expect(page.getByRole('alert')).toContainText('Answer with a number.');
    await look('public-can-you-apply-refused');
    await site.ask('No', '');
    await expect(page.getByRole('heading', { name: eligibilityPage.noTitle })).toBeVisible();
    await look('public-can-you-apply-no');
    await site.ask('Yes', '3');
    await expect(page.getByRole('heading', { name: eligibilityPage.yesTitle })).toBeVisible();
    expect(new URL(page.url()).search, 'answers stay out of the history').toBe('');
    await look('public-can-you-apply-yes');
  },
);

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('all questions, a kind no, and a yes that leads to the form', async ({
    page,
    backstage,
  }) => {
    const program = await backstage.createProgram({ questions: QUESTIONS });
    const site = new QuestionPages(page);
    await site.open(`/national-pitch-trek/programs/${program.id}`);
    await page.getByRole('link', { name: questionsPage.link }).click();
    await expect(page.getByText('Only if you answer “Yes” to question 1')).toBeVisible();
    await expect(page.getByText('Text, at most 2,000 characters')).toBeVisible();
    await page.getByRole('link', { name: questionsPage.back }).click();
    await page.getByRole('link', { name: eligibilityPage.link }).click();
    await site.ask('No', '');
    await expect(page.getByText('This program is for registered businesses.')).toBeVisible();
    await expect(page.getByRole('link', { name: eligibilityPage.others })).toHaveAttribute(
      'href',
      '/national-pitch-trek/programs',
    );
    await site.ask('Yes', '1');
    await expect(page.getByText('It must be at least two years old.')).toBeVisible();
    await site.ask('Yes', '2');
    await expect(page.getByRole('heading', { name: eligibilityPage.yesTitle })).toBeVisible();
    await expect(page.getByLabel(YEARS)).toHaveValue('2');
    await page.getByRole('link', { name: `Apply Now: ${program.title}` }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
  });

  test('a program says when it opens', { tag: '@phone' }, async ({ page, backstage }) => {
    const program = await backstage.createProgram({ opens_at: inDays(3) });
    await new PublicPages(page).open(`/national-pitch-trek/programs/${program.id}`);
    await expect(page.getByText(/^Opens on\d+ \w+ \d{4} at/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Apply Now/ })).toHaveCount(0);
  });
});
