/** Two people edit the same row. Width does not matter here. */
import { expect, openAs, test } from '../fixtures.ts';
import { goOffline, goOnline } from '../offline.ts';
import { ProposalForm } from '../pages/proposals.ts';
import { Screen } from '../pages/screen.ts';
import { Submission } from '../pages/submissions.ts';

test('two admins decide on one proposal: the second one sees both versions and chooses', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const screen = new Submission(page);
  await openAs(
    page,
    await backstage.createAdmin(),
    `/dashboard/admin/view-proposal/${proposal.id}`,
  );
  await screen.openReview();
  await backstage.review(proposal, { funding_stage: 'SERIES_A', is_approved: 'false' });
  // The window is looked at again: the room behind the dialog shows it, the dialog stays.
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
  await expect(screen.stage.first()).toHaveValue('SERIES_A');
  await screen.decide({ isApproved: true, stage: 'Pre Seed' });
  const conflict = screen.dialog.getByRole('alert');
  await expect(conflict).toContainText('Somebody changed this while you were working');
  await expect(conflict).toContainText(/Saved now\s*Series A\s*Yours\s*Pre Seed/);
  await screen.dialog.getByRole('button', { name: 'Save mine' }).click();
  await screen.expectMessage('Proposal updated successfully!');
  await expect(screen.stage).toHaveValue('PRE_SEED');
});

test('an approval while the applicant edits refuses the change with its reason', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  const form = new ProposalForm(page);
  await openAs(page, person, `/dashboard/applicant/edit-proposal/${proposal.id}`);
  await form.fillIn({ name: 'Late change', location: 'Ho, Volta' });
  await backstage.review(proposal, { funding_stage: 'SEED', is_approved: 'true' });
  await form.press('Save changes');
  await form.expectMessage('This proposal has been approved, so it can no longer be changed.');
  await expect(backstage.listProposals(person)).resolves.toMatchObject([
    { business_name: proposal.title },
  ]);
});

test('a decision without a connection is refused at once and never sent later; one being sent cannot be cancelled', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  const screen = new Submission(page);
  const cancel = screen.dialog.getByRole('button', { name: 'Cancel' });
  await openAs(
    page,
    await backstage.createAdmin(),
    `/dashboard/admin/view-proposal/${proposal.id}`,
  );
  await screen.openReview();
  await goOffline(page, 'review-form');
  await screen.decide({ isApproved: true, stage: 'Seed' });
  await expect(screen.refusal).toContainText('Failed to update proposal.');
  await cancel.click();
  await goOnline(page);
  await page.reload();
  await expect(screen.stage, 'nothing was sent when the line came back').toHaveValue(
    'PENDING_FUNDING',
  );

  await screen.openReview();
  const answer = Promise.withResolvers<void>();
  await page.route('**/admin', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await screen.decide({ isApproved: true, stage: 'Seed' });
  await expect(cancel).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(screen.dialog).toBeVisible();
  answer.resolve();
  await screen.expectMessage('Proposal updated successfully!');
  await expect(screen.dialog).toBeHidden();
});

test('a document that is being scanned or is infected says so instead of offering a download', async ({
  page,
  backstage,
}) => {
  const proposal = await backstage.createProposal();
  await page.route('**/api/v1/proposals/*/admin', async (route) => {
    const response = await route.fetch();
    const { documents, ...others } = await response.json();
    const scanned = {
      pitch_deck: { ...documents.pitch_deck, scan: 'checking' },
      financials: { ...documents.financials, scan: 'infected' },
    };
    await route.fulfill({ response, json: { ...others, documents: scanned } });
  });
  await openAs(
    page,
    await backstage.createAdmin(),
    `/dashboard/admin/view-proposal/${proposal.id}`,
  );
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents).toContainText(
    /Pitch deck.*Checking for viruses.*Financials.*A virus was found in this file/s,
  );
  await expect(documents.getByRole('button')).toHaveCount(0);
  await page.unroute('**/api/v1/proposals/*/admin');
  await page.reload();
  await expect(documents.getByRole('button', { name: 'Request Download Link' })).toHaveCount(2);
});

test('a role and a switch say at once that they did not change', async ({ page, backstage }) => {
  const admin = await backstage.admin();
  const other = await backstage.createAdmin();
  const screen = new Screen(page);
  await openAs(page, admin, `/dashboard/admin/users?q=${encodeURIComponent(other.email)}`);
  const row = screen.row(other.email);
  await expect(row).toBeVisible();
  await goOffline(page);
  await row.getByRole('combobox').selectOption({ label: 'Applicant' });
  await screen.dialog.getByRole('button', { name: 'Make an applicant' }).click();
  await expect(screen.dialog.getByText('Failed to change role.')).toBeVisible();
  await screen.dialog.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('switch').click();
  await screen.dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Failed to toggle user status').first()).toBeVisible();
  await screen.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByRole('switch'), 'it shows what is stored').toBeChecked();
});
