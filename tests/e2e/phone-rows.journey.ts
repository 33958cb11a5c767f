/** A row of a list is a few lines on a phone, and the way back to a list is one. */
import { newName } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';

/** The lowest row: names and labels of other journeys may make others higher. */
const LOWEST = `Math.min(...[...document.querySelectorAll('main tbody tr')].map((row) => row.offsetHeight))`;

/** The name, one line of facts, and where it stands or what can be done: three lines. */
const THREE = 145;
/** A second line of facts, because its list has more of them. */
const FOUR = 170;
/** As well as a select and a toggle. */
const FIVE = 200;

const LISTS = {
  submissions: THREE,
  'manage-post': THREE,
  'manage-faqs': THREE,
  'decline-reasons': THREE,
  mail: THREE,
  audit: THREE,
  'manage-proposals': FOUR,
  testimonials: FOUR,
  users: FIVE,
};

test('each row of each list is a few lines on a phone', async ({ page, backstage }) => {
  const program = await backstage.createProgram();
  await backstage.submitProposal(await backstage.createApplicant(), program);
  const admin = await backstage.admin();
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [list, most] of Object.entries(LISTS)) {
    await openAs(page, admin, `/dashboard/admin/${list}`);
    await expect(page.getByRole('row').filter({ visible: true }).first()).toBeVisible();
    expect(await page.evaluate<number>(LOWEST), list).toBeLessThanOrEqual(most);
  }
});

/** A browser that tests has a face a seventh wider than that of phones. */
const AS_360 = 412;
/** The labels of what is in sight, line by line. */
const PROPOSAL_LINES = `(() => {
  const cells = [...document.querySelectorAll('main tbody :is(th, td)')].filter((cell) => cell.offsetWidth > 1);
  const middle = (cell) => cell.getBoundingClientRect().top + cell.offsetHeight / 2;
  const lines = [];
  for (const cell of cells.sort((one, other) => middle(one) - middle(other))) {
    const isSame = lines.length > 0 && Math.abs(middle(lines.at(-1)[0]) - middle(cell)) < 12;
    if (isSame) lines.at(-1).push(cell);
    else lines.push([cell]);
  }
  return lines.map((line) => line.map((cell) => cell.dataset.label).sort());
})()`;

test('an applicant’s proposal is three lines on a phone', async ({ page, backstage }) => {
  const applicant = await backstage.createApplicant();
  const program = await backstage.createProgram({ title: newName('Ice') });
  await backstage.submitProposal(applicant, program, { title: 'Volta Ice' });
  await page.setViewportSize({ width: AS_360, height: 740 });
  await openAs(page, applicant, '/dashboard/applicant/proposals');
  const row = page.getByRole('row', { name: 'Volta Ice' });
  await expect(row).toBeVisible();
  expect(await page.evaluate(PROPOSAL_LINES)).toEqual([
    ['Business name', 'Funding stage'],
    ['Program', 'Sector', 'Submitted'],
    ['Actions', 'Deadline'],
  ]);
  for (const heard of ['Pending Funding', 'Not decided yet', 'Unapproved'])
    await expect(row).toContainText(heard);
});

test('the way back to the list is above the name, at the left', async ({ page, backstage }) => {
  const proposal = await backstage.createProposal();
  await openAs(page, await backstage.admin(), `/dashboard/admin/view-proposal/${proposal.id}`);
  const heading = page.getByRole('heading', { level: 1, name: proposal.title });
  await expect(heading).toBeVisible();
  const back = await page.getByRole('link', { name: 'All submissions' }).boundingBox();
  const name = await heading.boundingBox();
  expect(back!.x).toBe(name!.x);
  expect(back!.y + back!.height).toBeLessThanOrEqual(name!.y);
});
