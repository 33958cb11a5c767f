/** An admin's own words in the emails about approvals and corrections. */
import { expect, openAs, test } from './fixtures.ts';
import { newName, type NamedItem } from './backstage.ts';
import { ReadingRoom, Submissions } from './pages/submissions.ts';

test(
  'many are approved with one text, each email with their own names',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, inspect }) => {
    const program = await backstage.createProgram();
    const people = [await backstage.createApplicant(), await backstage.createApplicant()];
    const titles: string[] = [];
    let last: NamedItem | undefined;
    for (const person of people) {
      last = await backstage.submitProposal(person, program);
      titles.push(last.title);
    }
    const admin = await backstage.createAdmin();
    const name = newName('Welcome');
    const text = 'Well done {first_name} of {business_name}.';
    await backstage.call('POST', '/mail-templates/', {
      token: admin.token,
      json: { name, kind: 'approval', text },
    });
    const list = new Submissions(page);
    const press = (button: string | RegExp) =>
      list.dialog.getByRole('button', { name: button }).click();
    await openAs(page, admin, `/dashboard/admin/submissions?program_id=${program.id}`);
    for (const title of titles)
      await page.getByRole('checkbox', { name: `Select: ${title}` }).check();
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Approve' })
      .click();
    await press('Add your own message');
    await list.dialog.getByLabel('Start from a template').selectOption({ label: name });
    const words = list.dialog.getByLabel('Your message to the applicants');
    await expect(words).toHaveValue(text);
    await words.fill('See you in {city}.');
    await press('Review');
    await expect(list.dialog.locator('#field-mail_text-error')).toContainText(
      'There is no placeholder {city}.',
    );
    await inspect('bulk-words');
    await words.fill('Well done {first_name} of {business_name}, see you in Tamale.');
    await press('Review');
    await expect(list.dialog.locator('details').filter({ visible: true })).toContainText(
      /Well done Ama of .*, see you in Tamale\./,
    );
    await press('Back');
    await expect(words).toHaveValue(/see you in Tamale/);
    await press('Review');
    await press('Approve 2 proposals');
    await list.expectMessage('2 proposals changed.');
    await backstage.passUndo(last!);
    for (const [index, { email }] of people.entries())
      await mailbox.waitFor(email, new RegExp(`Well done Ama of ${titles[index]}, see you`));
  },
);

test(
  'a decline that corrects an approval goes out with words of its own',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, inspect }) => {
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, await backstage.createProgram());
    await backstage.review(proposal, { is_approved: 'true' });
    const admin = await backstage.createAdmin();
    const name = newName('Sorry');
    await backstage.call('POST', '/mail-templates/', {
      token: admin.token,
      json: { name, kind: 'correction', text: 'We are sorry, {first_name}.' },
    });
    const room = new ReadingRoom(page);
    await openAs(page, admin, `/dashboard/admin/view-proposal/${proposal.id}`);
    await room.expectHeading(proposal.title);
    await room.desk.getByRole('button', { name: 'Decline' }).click();
    await room.reason.fill('The accounts of the second year are missing.');
    await room.desk.getByLabel('Start your message from').selectOption({ label: name });
    const words = room.desk.getByLabel('Your message to the applicant');
    await expect(words).toHaveValue('We are sorry, Ama.');
    await words.fill('We mixed up two lists, {surname}.');
    await room.desk.getByRole('button', { name: 'Preview the email' }).click();
    await expect(room.desk.locator('#field-mail_text-error')).toContainText(
      'There is no placeholder {surname}.',
    );
    await words.fill('We mixed up two lists, {first_name}.');
    await room.desk.getByRole('button', { name: 'Preview the email' }).click();
    await expect(room.desk.locator('details')).toContainText('We mixed up two lists, Ama.');
    await inspect('correction-words');
    await page.reload();
    await room.expectHeading(proposal.title);
    await room.desk.getByRole('button', { name: 'Decline' }).click();
    await expect(words).toHaveValue('We mixed up two lists, {first_name}.');
    await room.desk.getByRole('button', { name: 'Decline' }).last().click();
    await expect(room.desk).toContainText('Declined');
    await backstage.passUndo(proposal);
    await mailbox.waitFor(applicant.email, /We mixed up two lists, Ama\./);
  },
);

test(
  'a decision that the applicant knows is taken back with words of its own',
  { tag: '@phone' },
  async ({ page, backstage, mailbox }) => {
    const applicant = await backstage.createApplicant();
    const proposal = await backstage.submitProposal(applicant, await backstage.createProgram());
    await backstage.review(proposal, { is_approved: 'true' });
    const room = new ReadingRoom(page);
    await openAs(page, await backstage.admin(), `/dashboard/admin/view-proposal/${proposal.id}`);
    await room.expectHeading(proposal.title);
    await room.desk.getByRole('button', { name: 'Reverse decision' }).click();
    await room.desk.getByLabel('Your message to the applicant').fill('We decide next week.');
    await room.desk.getByRole('button', { name: 'Preview the email' }).click();
    await expect(room.desk.locator('details')).toContainText('We decide next week.');
    await room.desk.getByRole('button', { name: 'Reverse decision' }).last().click();
    await expect(room.desk).toContainText('Not decided yet');
    await backstage.passUndo(proposal);
    await mailbox.waitFor(applicant.email, /We decide next week\./);
  },
);
