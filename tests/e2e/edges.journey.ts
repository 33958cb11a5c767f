/** Form fields, their notes and read-only content are aligned on the same edges. */
import { enquiryInput } from '../factories.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Screen } from './pages/screen.ts';

const WIDTHS = [360, 768, 1280, 1920];
const FORMS = ['create', 'create-faq', 'manage-proposals/create', 'create-post'].map(
  (name) => `/dashboard/admin/${name}`,
);

/**
 * Where form fields begin and end: a few fields are short or in pairs, so that the outermost count,
 * and each that is wider than half of the form. A difference of one pixel is a different edge.
 */
const FORM_EDGES = `(() => {
  const boxes = (selector) => [...document.querySelectorAll('main form ' + selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width }) => width > 2);
  const controls = boxes(':is([data-field] > :is(input, select, textarea), [role=textbox])').concat(boxes('[data-field] [contenteditable=true]'));
  const left = Math.min(...controls.map((box) => box.left));
  const right = Math.max(...controls.map((box) => box.right));
  const rights = controls.filter((box) => box.width > (right - left) * 0.6).map((box) => box.right).concat(right);
  const summary = document.querySelector('main [role=alert]')?.getBoundingClientRect();
  const near = (edges) => [...new Set(edges.map(Math.round))].filter((edge, place, all) => all.every((other, at) => at >= place || Math.abs(other - edge) > 1));
  return {
    left: near([left, ...(summary ? [summary.left] : []), ...boxes('[data-field] > label').map((box) => box.left).filter((edge) => edge < left + 20)]),
    right: near([...rights, ...(summary ? [summary.right] : [])]),
  };
})()`;

/** Where values begin: facts beside their names, except those of a narrow column on the right. */
const VALUE_EDGES = `[...new Set([...document.querySelectorAll('main dd')]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).textAlign !== 'end')
  .map((one) => Math.round(one.getBoundingClientRect().left)))]`;

/** Ends of the words of facts that are not on the right edge of their list. */
const FACT_ENDS = `(() => {
  const heading = [...document.querySelectorAll('main h2')].find(({ textContent }) => textContent === 'Progress');
  const list = heading.closest('section').querySelector('dl');
  const ends = [...list.querySelectorAll('dd')].map((value) => {
    const range = document.createRange();
    range.selectNodeContents(value);
    return Math.max(...[...range.getClientRects()].map(({ right }) => right));
  });
  return ends.filter((end) => Math.abs(end - list.getBoundingClientRect().right) > 1);
})()`;

test('fields, summaries and values share their edges', async ({ page, backstage, isMobile }) => {
  test.skip(isMobile, 'at four widths in one go');
  const admin = await backstage.admin();
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  const { id } = await backstage.call<{ id: string }>('GET', '/auth/me', { token: person.token });
  await backstage.call('POST', '/contact_forms/', { json: enquiryInput({}) });
  const screen = new Screen(page);
  const atAllWidths = async (check: (what: string) => Promise<void>) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await check(`${page.url()} at ${width} px`);
    }
  };
  const expectOneColumn = (screen: string) =>
    expect
      .poll(() => page.evaluate(FORM_EDGES), { message: screen })
      .toEqual({ left: [expect.any(Number)], right: [expect.any(Number)] });
  const expectOneEdge = async (screen: string) =>
    expect
      .poll(() => page.evaluate(VALUE_EDGES), { message: screen })
      .toEqual([expect.any(Number)]);
  const loaded = () =>
    expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(
      0,
    );

  for (const path of FORMS) {
    await openAs(page, admin, path);
    await loaded();
    await page.locator('main form button[type=submit]').first().click();
    await expect(page.locator('main [role=alert]').first()).toBeVisible();
    await atAllWidths(expectOneColumn);
  }
  for (const path of ['/dashboard/my-profile', `/dashboard/admin/users/${id}`]) {
    await screen.open(path);
    await loaded();
    await atAllWidths(expectOneEdge);
  }
  await openAs(page, person, '/dashboard/edit-profile');
  await loaded();
  await atAllWidths(expectOneColumn);
  await screen.open(`/dashboard/applicant/view-proposal/${proposal.id}?sent=1`);
  await loaded();
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectOneEdge(`${page.url()} at ${width} px`);
  }
  await page.setViewportSize({ width: 360, height: 900 });
  await expect.poll(() => page.evaluate(FACT_ENDS)).toEqual([]);
});
