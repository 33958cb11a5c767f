/** An applicant’s proposal is a few lines on a phone, and the way back to a list is one. */
import { newName } from './backstage.ts';
import { expect, openAs, settled, test } from './fixtures.ts';

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

test(
  'an applicant’s proposal is three lines on a phone',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const applicant = await backstage.createApplicant();
    const program = await backstage.createProgram({ title: newName('Ice') });
    await backstage.submitProposal(applicant, program, { title: 'Volta Ice' });
    await page.setViewportSize({ width: AS_360, height: 740 });
    await openAs(page, applicant, '/dashboard/applicant/proposals');
    const row = page.getByRole('row', { name: 'Volta Ice' });
    await expect(row).toBeVisible();
    await expect
      .poll(() => page.evaluate(PROPOSAL_LINES))
      .toEqual([
        ['Business name', 'Funding stage'],
        ['Program', 'Sector', 'Submitted'],
        ['Actions', 'Deadline'],
      ]);
    for (const heard of ['Pending Funding', 'Not decided yet', 'Unapproved'])
      await expect(row).toContainText(heard);
  },
);

test(
  'the way back to the list is above the name, at the left',
  { tag: '@phone' },
  async ({ page, backstage }) => {
    const proposal = await backstage.createProposal();
    await openAs(page, await backstage.admin(), `/dashboard/admin/view-proposal/${proposal.id}`);
    const heading = page.getByRole('heading', { level: 1, name: proposal.title });
    await expect(heading).toBeVisible();
    const way = page.getByRole('link', { name: 'All submissions' });
    await settled(page);
    await expect
      .poll(async () => {
        const [back, name] = await Promise.all([way.boundingBox(), heading.boundingBox()]);
        return { left: back!.x - name!.x, isAbove: back!.y + back!.height <= name!.y };
      })
      .toEqual({ left: 0, isAbove: true });
  },
);
