/** What a visitor learns before applying: what is open, and how to make the files. */
import { pages } from '#content/pages.ts';
import { expect, test } from './fixtures.ts';

test(
  'what is open, how much and until when, the nearest deadline first: home, list, program and post',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const now = Date.now();
    const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
    const amount_text = 'GHS 50,000 to 250,000';
    const next = await backstage.createProgram({ deadline_date: inDays(2), amount_text });
    const later = await backstage.createProgram({ deadline_date: inDays(3) });
    const sentence = new RegExp(`^\\d+ programs open\\. The next closes on \\d+ \\w+\\.`);
    await page.goto('/');
    await expect(page.getByText(sentence)).toBeVisible();
    const rows = page.getByRole('region', { name: 'Closing next' }).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    const deadlines = await rows
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')!));
    expect(deadlines).toEqual(deadlines.toSorted());
    await page.goto(pages.programs.path);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.locator('main li', { hasText: next.title })).toContainText(amount_text);
    await page.goto(`${pages.programs.path}/${later.id}`);
    const others = page.locator('section', { hasText: 'Other open programs' }).locator('li h3 a');
    await expect(others).toHaveCount(3);
    await page.goto(pages.posts.path);
    await page.locator('main li h2 a').first().click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('link', { name: 'See the open programs' }).last()).toBeVisible();
  },
);

test(
  'how to make a PDF: each step with a drawing, reached from a program and from the steps of applying',
  { tag: '@phone' },
  async ({ page }) => {
    const link = page.getByRole('link', { name: 'Making a PDF on your phone' });
    await page.goto(pages.trek.path);
    await expect(link).toHaveAttribute('href', pages.makingPdf.path);
    await page.goto(pages.programs.path);
    await page.locator('main li h3 a').first().click();
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${pages.makingPdf.path}$`));
    const steps = page.locator('main section li');
    await expect(steps).toHaveCount(15);
    await expect(steps.locator('svg')).toHaveCount(15);
    await page.getByRole('link', { name: 'If your file is refused' }).click();
    await expect(page.getByText('It asks for a password')).toBeInViewport();
  },
);
