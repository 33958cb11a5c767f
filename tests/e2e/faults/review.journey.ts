/** Two people at the same thing. Width does not matter here. */
import { expect, openAs, test } from '../fixtures.ts';
import { ProposalForm } from '../pages/proposals.ts';
import { Submission } from '../pages/submissions.ts';

test('two admins decide on one proposal: the second one sees both versions and chooses', async ({ page, backstage }) => {
  const proposal = await backstage.submitProposal(await backstage.createApplicant(), await backstage.createProgram());
  const screen = new Submission(page);
  await openAs(page, await backstage.createAdmin(), `/dashboard/admin/view-proposal/${proposal.id}`);
  await screen.openReview();
  await backstage.review(proposal, { funding_stage: 'SERIES_A', is_approved: 'false' });
  await screen.decide({ isApproved: true, stage: 'Pre Seed' });
  const conflict = screen.dialog.getByRole('alert');
  await expect(conflict).toContainText('Somebody changed this while you were working');
  await expect(conflict).toContainText(/Saved now\s*Series A\s*Yours\s*Pre Seed/);
  await screen.dialog.getByRole('button', { name: 'Save mine' }).click();
  await screen.expectMessage('Proposal updated successfully!');
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText('Pre Seed');
});

test('an approval while the applicant edits refuses the change with its reason', async ({ page, backstage }) => {
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  const form = new ProposalForm(page);
  await openAs(page, person, `/dashboard/applicant/edit-proposal/${proposal.id}`);
  await form.fillIn({ name: 'Late change', location: 'Ho, Volta' });
  await backstage.review(proposal, { funding_stage: 'SEED', is_approved: 'true' });
  await form.press('Save changes');
  await form.expectMessage('This proposal has been approved, so it can no longer be changed.');
  expect(await backstage.listProposals(person)).toMatchObject([{ business_name: proposal.title }]);
});
