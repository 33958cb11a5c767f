/** One text to many applicants: who gets it is said before it is sent. */
import { expect, openAs, test } from './fixtures.ts';
import { inDays, newName } from './backstage.ts';
import { Screen } from './pages/screen.ts';
import { Submission } from './pages/submissions.ts';

test('an admin writes to the applicants that the list shows, and sees who got it', async ({
  page,
  backstage,
  mailbox,
  inspect,
}) => {
  const program = await backstage.createProgram();
  const applicants = [await backstage.createApplicant(), await backstage.createApplicant()];
  for (const applicant of applicants) await backstage.submitProposal(applicant, program);
  await backstage.submitProposal(applicants[0]!, program);
  const subject = newName('Prepare for');
  const screen = new Screen(page);
  const list = `/dashboard/admin/submissions?program_id=${program.id}`;
  await openAs(page, await backstage.createAdmin(), list);
  await expect(page.getByText('3 submissions')).toBeVisible();
  await page.locator('summary', { hasText: 'More' }).click();
  await screen.follow('Write to applicants');
  await screen.expectHeading('Write to applicants');
  await screen.expectMessage('The applicants behind all submissions in your list.');

  await screen.press('Review');
  await expect(screen.refusal).toContainText('Enter the subject.');
  await screen.fill({
    Subject: `${subject} {business}`,
    Text: 'Hello {first_name},\n\nplease read {link}',
  });
  await screen.press('Review');
  await expect(screen.refusal).toContainText('There is no placeholder {business}.');
  await screen.fill({ Subject: subject });
  await inspect('write-to-applicants');
  await page.reload();
  await screen.press('Use it');
  await expect(page.getByLabel('Subject', { exact: true })).toHaveValue(subject);
  await screen.press('Review');
  const { dialog } = screen;
  await expect(dialog).toContainText('2 people get this email, each with their own details.');
  await expect(dialog.locator('details')).toHaveCount(2);
  await expect(dialog).toContainText('Hello Ama,');
  await inspect('mailing-preview');
  await dialog.getByRole('button', { name: 'Send to 2 people' }).click();
  await screen.expectHeading(subject);
  await screen.expectMessage('2 of 2 sent');
  const who = page.getByRole('region', { name: 'Who gets it' });
  await expect(who.getByRole('listitem')).toHaveCount(2);
  await expect(who).toContainText(applicants[0]!.email);
  await expect(who.getByText(/^Sent/)).toHaveCount(2);
  await inspect('mailing');
  for (const { email } of applicants)
    await mailbox.waitFor(email, new RegExp(`^${subject}\\n[^]*Hello Ama,`));
  await page.getByRole('link', { name: 'All mailings' }).click();
  await expect(screen.row(subject)).toContainText('2 of 2 sent');
  await inspect('mailings');
});

test(
  'a selection, and a mailing to nobody; a planned one is cancelled',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const program = await backstage.createProgram();
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, program);
    const screen = new Screen(page);
    const list = `/dashboard/admin/submissions?program_id=${program.id}`;
    await openAs(page, await backstage.createAdmin(), list);
    await page.getByLabel(`Select: ${proposal.title}`).check();
    await page.getByRole('region', { name: 'Selection' }).getByText('Write to applicants').click();
    await screen.expectMessage('The applicants behind the submission you selected.');

    await screen.follow('Choose other people');
    // The form before has the same fields.
    await expect(page.getByLabel('Everyone with an unfinished draft for a program')).toBeVisible();
    const subject = newName('Your draft');
    await screen.fill({ Subject: subject, Text: 'Hello {first_name}, {deadline} is near.' });
    await screen.press('Review');
    await expect(screen.refusal).toContainText('Choose a program.');
    await page.getByLabel('Everyone with an unfinished draft for a program').check();
    await page.getByLabel('Program', { exact: true }).selectOption({ label: program.title });
    await screen.press('Review');
    await expect(screen.refusal).toContainText(
      'Nobody would get this mailing. Choose other people.',
    );
    await inspect('mailing-to-nobody');

    await backstage.call('PUT', `/drafts/${program.id}`, {
      token: applicant.token,
      json: { fields: { business_name: 'Shea Works' } },
    });
    await page.getByLabel('Send at (GMT)').fill(inDays(3).slice(0, 16));
    await screen.press('Review');
    await expect(screen.dialog).toContainText('1 person gets this email.');
    await screen.dialog.getByRole('button', { name: 'Schedule for 1 person' }).click();
    await screen.expectHeading(subject);
    await screen.expectMessage('1 person waiting');
    await screen.press('Cancel this mailing');
    await screen.dialog.getByRole('button', { name: 'Cancel this mailing' }).click();
    await screen.expectMessage('The mailing is cancelled.');
    await screen.expectMessage('0 of 1 sent, 1 not sent');
  },
);

test(
  'one that is being sent is stopped: it says what had gone out',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const id = '11111111-1111-4111-8111-111111111111';
    const mailing = {
      ...{ id, subject: 'Pitch day', text: 'Hello {first_name}', people: 37, send_at: null },
      ...{ created_at: inDays(0), created_by: 'Esi Admin' },
    };
    let counts = { state: 'sending', queued: 25, sent: 12, failed: 0 };
    await page.route(`**/api/v1/mailings/${id}`, async (route) => {
      if (route.request().method() !== 'DELETE') {
        await route.fulfill({ json: { ...mailing, ...counts } });
        return;
      }
      counts = { state: 'cancelled', queued: 0, sent: 14, failed: 1 };
      await route.fulfill({ status: 204 });
    });
    const screen = new Screen(page);
    await openAs(page, await backstage.admin(), `/dashboard/admin/mailings/${id}`);
    await screen.expectMessage('12 of 37 sent, 25 queued');
    await screen.press('Stop sending');
    await expect(screen.dialog).toContainText(
      '12 emails of 37 have been sent and cannot be recalled.',
    );
    await inspect('stop-sending');
    await screen.dialog.getByRole('button', { name: 'Stop sending' }).click();
    await screen.expectMessage('Stopped. 14 emails of 37 had been sent.');
    await screen.expectMessage('14 of 37 sent, 1 failed, 22 not sent');
    await expect(page.getByRole('button', { name: 'Stop sending' })).toHaveCount(0);
  },
);

test(
  'texts for emails: one is added, changed, and used in a mailing',
  { tag: '@desktop' },
  async ({ page, backstage, inspect }) => {
    const screen = new Screen(page);
    const name = newName('Pitch day');
    await openAs(page, await backstage.createAdmin(), '/dashboard/admin/mailings');
    await screen.follow('Email templates');
    await screen.expectHeading('Email templates');
    await screen.follow('Add a template');
    await screen.fill({ Name: name, Text: 'Hello {first_nme}' });
    await page.getByLabel('What it is for').selectOption({ label: 'Mailing' });
    await screen.press('Add a template');
    await expect(screen.refusal).toContainText('There is no placeholder {first_nme}.');
    await page.locator('summary', { hasText: 'and the other placeholders become' }).click();
    await expect(page.getByText('their deadline')).toBeVisible();
    await inspect('add-text');
    await screen.fill({ Text: 'Hello {first_name}' });
    await screen.press('Add a template');
    await expect(screen.refusal).toContainText('Enter the subject.');
    await screen.fill({ Subject: 'Come to {program}' });
    await screen.press('Add a template');
    await screen.expectMessage('Template saved.');
    await expect(screen.row(name)).toContainText('Mailing');
    await inspect('texts');
    await screen.follow(name);
    await screen.fill({ Text: 'Good day {first_name}' });
    await screen.press('Save');
    await screen.expectHeading('Email templates');

    await screen.goTo('Mailings');
    await screen.follow('Write to applicants');
    await page.getByLabel('Text', { exact: true }).fill('My own words');
    const from = page.getByLabel('Start from a template');
    await from.selectOption({ label: name });
    await expect(page.getByLabel('Subject', { exact: true })).toHaveValue('Come to {program}');
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Good day {first_name}');
    await from.selectOption({ label: 'Write your own' });
    await expect(page.getByLabel('Text', { exact: true })).toHaveValue('My own words');

    await page.goto('/dashboard/admin/mail-templates');
    await screen.press(`Delete: ${name}`);
    await screen.dialog.getByRole('button', { name: 'Delete' }).click();
    await screen.expectMessage('Template deleted.');
    await expect(screen.row(name)).toHaveCount(0);
  },
);

test(
  'an approval starts from a text, filled in for the applicant, and is previewed',
  { tag: '@desktop' },
  async ({ page, backstage, mailbox, inspect }) => {
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, await backstage.createProgram());
    const admin = await backstage.createAdmin();
    const name = newName('Welcome');
    await backstage.call('POST', '/mail-templates/', {
      token: admin.token,
      json: { name, kind: 'approval', text: 'Well done {first_name} of {business_name}: {link}' },
    });
    const screen = new Submission(page);
    await openAs(page, admin, `/dashboard/admin/view-proposal/${proposal.id}`);
    await screen.openReview();
    await screen.dialog.getByLabel('Approved').check();
    await screen.dialog.getByLabel('Start from a template').selectOption({ label: name });
    const words = screen.dialog.getByLabel('Your message to the applicant');
    await expect(words).toHaveValue(`Well done Ama of ${proposal.title}: {link}`);
    await words.fill('Well done Ama, see you in {city}.');
    await screen.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(screen.dialog).toContainText('There is no placeholder {city}.');
    await words.fill('Well done Ama, see you in Tamale: {link}');
    await screen.dialog.getByRole('button', { name: 'Preview the email' }).click();
    await expect(screen.dialog.locator('details')).toContainText(
      new RegExp(`see you in Tamale: http.*/view-proposal/${proposal.id}`),
    );
    await inspect('approval-words');
    await screen.dialog.getByRole('button', { name: 'Save' }).click();
    await screen.expectMessage('Proposal updated successfully');
    await backstage.passUndo(proposal);
    await mailbox.waitFor(applicant.email, /see you in Tamale/);
  },
);
