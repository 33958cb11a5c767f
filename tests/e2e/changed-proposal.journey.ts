/** What an applicant changes after an admin has read it, in the list and in the room. */
import { expect, openAs, test } from './fixtures.ts';
import { Submissions } from './pages/submissions.ts';

test(
  'a change after reading is said in the list and in the room',
  { tag: '@phone' },
  async ({ page, backstage, inspect }) => {
    const program = await backstage.createProgram();
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, program);
    const admin = await backstage.createAdmin();
    const room = `/proposals/${proposal.id}`;
    await backstage.call('GET', `${room}/admin`, admin);
    await backstage.call('PATCH', room, {
      token: applicant.token,
      json: { business_location: 'Ada Foah' },
    });
    const list = new Submissions(page);
    await openAs(page, admin, `/dashboard/admin/submissions?program_id=${program.id}`);
    await expect(list.row(proposal.title)).toContainText('changed since you read it');
    await page.getByRole('button', { name: /^Changed since read/ }).click();
    await expect(page).toHaveURL(/changed_since_read=true/);
    await inspect('changed-since-read');
    await list.follow(proposal.title);
    const said = page.getByText('Changed by the applicant since you read it: Business location.');
    await expect(said).toBeVisible();
    await page.getByRole('button', { name: 'See the history' }).click();
    await expect(
      page.getByText(/ changed the business location from “.+” to “Ada Foah”\./),
    ).toBeVisible();
    await inspect('changed-proposal');
    await list.open(`/dashboard/admin/submissions?program_id=${program.id}`);
    await expect(list.row(proposal.title)).toContainText('Unapproved');
    await expect(list.row(proposal.title)).not.toContainText('changed since you read it');
  },
);
