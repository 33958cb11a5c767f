/**
 * Every job can be done by keyboard alone. The two most important ones are tested here; the same
 * fields and dialogs are used by all others.
 */
import { makePdf } from '../pdf-samples.ts';
import { newName } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Keyboard } from './pages/keyboard.ts';
import { pdfFile, ProposalForm, type Upload } from './pages/proposals.ts';
import { Submission, Submissions } from './pages/submissions.ts';

/** Escape and Enter on what had opened it, before the browser has reported the closing. */
const CLOSE_AND_PRESS = `(async () => {
  document.querySelector('dialog[open]').requestClose();
  await new Promise(queueMicrotask);
  document.activeElement.click();
})()`;

test('a proposal is submitted without a mouse', async ({ page, backstage }) => {
  const applicant = await backstage.createApplicant();
  const program = await backstage.createProgram();
  const business = newName('Keys and Looms');
  const pdf = Buffer.from(await makePdf());
  const form = new ProposalForm(page);
  const keyboard = new Keyboard(page);
  const choose = async (field: typeof form.pitchDeck, file: Upload) => {
    const chooser = page.waitForEvent('filechooser');
    await keyboard.press(field, 'Space');
    await (await chooser).setFiles(file);
  };

  await openAs(page, applicant, `/dashboard/applicant/submit?programId=${program.id}`);
  await keyboard.fill(page.getByLabel('Business name'), business);
  await keyboard.fill(page.getByLabel('Business location'), 'Bonwire, Ashanti');
  const editor = page.locator('[contenteditable="true"]');
  await keyboard.press(page.getByRole('button', { name: 'Bold' }), 'Space');
  await expect(editor).toBeFocused();
  await page.keyboard.type('Kente for export');
  await expect(editor.locator('strong')).toHaveText('Kente for export');
  await keyboard.press(page.getByRole('button', { name: 'Continue' }));
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeFocused();
  await choose(form.pitchDeck, pdfFile('deck.pdf', pdf));
  await choose(form.financials, pdfFile('financials.pdf', pdf));
  await keyboard.press(page.getByRole('button', { name: 'Check before you submit' }));
  await keyboard.press(page.getByRole('button', { name: 'Submit proposal' }));
  await form.expectMessage('Proposal submitted successfully!');
  await form.expectHeading(business);
  await expect(page.getByText('Not decided yet').first()).toBeVisible();
  await expect(form.heading).toBeFocused();
});

test('a submission is found, approved and staged without a mouse', async ({ page, backstage }) => {
  const proposal = await backstage.createProposal();
  const list = new Submissions(page);
  const submission = new Submission(page);
  const keyboard = new Keyboard(page);

  await openAs(page, await backstage.admin(), '/dashboard/admin/submissions');
  await keyboard.fill(page.getByRole('searchbox', { name: 'Search' }), proposal.title);
  await expect(list.row(proposal.title)).toHaveCount(1);
  await keyboard.press(page.getByRole('link', { name: proposal.title }));
  await submission.expectHeading(proposal.title);

  const review = page.getByRole('button', { name: 'Approve or set stage' });
  await keyboard.press(review);
  await expect(submission.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(submission.dialog).toBeHidden();
  await expect(review, 'the focus is back where it was').toBeFocused();

  await page.keyboard.press('Enter');
  await expect(submission.dialog).toBeVisible();
  await page.evaluate(CLOSE_AND_PRESS);
  const approved = submission.dialog.getByLabel('Approved');
  await expect(approved).toBeFocused();
  await page.keyboard.press('Space');
  await keyboard.tabTo(submission.dialog.getByLabel('Funding stage'));
  await page.keyboard.type('Series A');
  await keyboard.press(submission.dialog.getByRole('button', { name: 'Save' }));
  await submission.expectMessage('Proposal updated successfully!');
  await expect(page.getByLabel('Funding stage')).toHaveValue('SERIES_A');
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText('Approved');
  await expect(review).toBeFocused();
});
