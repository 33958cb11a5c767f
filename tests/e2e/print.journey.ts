/** The portal on paper, upright and across. */
import { expect, openAs, test } from './fixtures.ts';

/** A4 less its margins, in CSS pixels. */
const UPRIGHT = { width: 718, height: 1047 };
const ACROSS = { width: 1047, height: 718 };

const WIDTH_OF_MAIN = `document.querySelector('main').getBoundingClientRect().width`;
/** Columns of the list that have no place on the paper. */
const HIDDEN_COLUMNS = `[...document.querySelectorAll('main thead th')].filter((one) => one.textContent && getComputedStyle(one).display === 'none').map((one) => one.textContent)`;
/** Drawings and tables that are wider than what they stand in. */
const CUT = `[...document.querySelectorAll('main :is(table, canvas, svg, progress)')].filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1).length`;
/** Bars that would be white on white. */
const UNSEEN_BARS = `[...document.querySelectorAll('main td > span > [class*=bar]')].filter((one) => getComputedStyle(one).borderBlockStartWidth === '0px').length`;

test('lists print every column, and the home and a proposal the whole width @once', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const proposal = await backstage.submitProposal(person, program);
  const print = async (size: typeof UPRIGHT) => {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize(size);
    return page.evaluate<number>(WIDTH_OF_MAIN);
  };
  await openAs(page, person, `/dashboard/applicant/view-proposal/${proposal.id}`);
  await expect(page.getByRole('heading', { name: proposal.title })).toBeVisible();
  expect(await print(ACROSS)).toBeGreaterThan(900);
  await page.emulateMedia({ media: 'screen' });

  await openAs(page, await backstage.admin(), '/dashboard/admin/submissions');
  await expect(page.getByText(/^\d+ submissions?$/)).toBeVisible();
  for (const size of [UPRIGHT, ACROSS]) {
    expect(await print(size)).toBeGreaterThan(size.width - 100);
    expect(await page.evaluate(HIDDEN_COLUMNS)).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
  }

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Sector' })).toBeVisible();
  for (const size of [UPRIGHT, ACROSS]) {
    expect(await print(size)).toBeGreaterThan(size.width - 100);
    expect(await page.evaluate(CUT)).toBe(0);
    expect(await page.evaluate(UNSEEN_BARS)).toBe(0);
    await page.emulateMedia({ media: 'screen' });
  }
});
