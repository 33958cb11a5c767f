/** What the firm and an applicant have to tell each other about a proposal after the deadline. */
import { expect, openAs, test } from './fixtures.ts';
import { inDays } from './backstage.ts';

test('they write to each other; what is typed and not sent is kept', async ({
  page,
  browser,
  backstage,
  inspect,
}) => {
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(applicant, program);
  const admin = await backstage.createAdmin();
  await backstage.call('POST', `/proposals/${proposal.id}/messages`, {
    token: admin.token,
    json: { text: 'Which branch of the bank is it?' },
  });
  const own = `/dashboard/applicant/view-proposal/${proposal.id}`;
  await openAs(page, applicant, own);
  await expect(page.getByText('Which branch of the bank is it?')).toBeVisible();
  await page.getByLabel('Your message').fill('The one in Tamale.');
  await inspect('own-messages');
  await page.reload();
  const unread = page.locator('#messages summary');
  await expect(unread).toBeVisible();
  await unread.click();
  await expect(page.getByLabel('Your message')).toHaveValue('The one in Tamale.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByLabel('Your message')).toHaveValue('');
  await expect(page.locator('#messages li')).toHaveCount(2);

  const desk = await browser.newPage();
  await openAs(desk, admin, `/dashboard/admin/view-proposal/${proposal.id}`);
  await expect(desk.locator('#messages summary')).toContainText('1 new');
  await desk.locator('#messages summary').click();
  await expect(desk.getByText('The one in Tamale.')).toBeVisible();
  await inspect('room-messages', desk);
  await desk.close();
});

test('lists and homes say what is new and what is asked for', async ({
  page,
  browser,
  backstage,
  inspect,
}) => {
  const applicant = await backstage.createApplicant();
  const program = await backstage.createProgram();
  const proposal = await backstage.submitProposal(applicant, program);
  const admin = await backstage.createAdmin();
  const write = ({ token }: { token: string }, text: string) =>
    backstage.call('POST', `/proposals/${proposal.id}/messages`, { token, json: { text } });
  await write(admin, 'Which branch of the bank is it?');
  for (const text of ['The one in Tamale.', 'By the market.']) await write(applicant, text);

  for (const path of ['/dashboard/applicant/proposals', '/dashboard']) {
    if (path === '/dashboard') await page.goto(path);
    else await openAs(page, applicant, path);
    await expect(page.locator('main')).toContainText('1 new message');
    await inspect(path === '/dashboard' ? 'own-home-waiting' : 'own-proposals-waiting');
  }

  const desk = await browser.newPage();
  await openAs(desk, admin, `/dashboard/admin/submissions?program_id=${program.id}`);
  const row = desk.locator('tbody tr').filter({ hasText: proposal.title });
  await expect(row).toContainText('2 new messages');
  const chip = desk.getByRole('button', { name: /^New messages/ });
  await expect(chip).toHaveText(/1$/);
  await chip.click();
  await expect(desk).toHaveURL(/has_unread_messages=true/);
  await expect(row).toBeVisible();
  await inspect('submissions-waiting', desk);
  await desk.goto('/dashboard');
  await expect(desk.getByRole('link', { name: 'New messages' })).toHaveAttribute(
    'href',
    /has_unread_messages=true/,
  );
  await expect(desk.getByRole('link', { name: 'Changes asked for' })).toBeVisible();
  await inspect('admin-home-waiting', desk);
  await desk.close();
});

test('an admin gives one applicant more time, who sees until when', async ({
  page,
  browser,
  backstage,
  inspect,
}) => {
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(applicant, program);
  const admin = await backstage.createAdmin();
  const desk = await browser.newPage();
  await openAs(desk, admin, `/dashboard/admin/proposals/${program.id}/edit`);
  const form = desk.locator('section', { hasText: 'More time for one applicant' });
  await form.getByLabel('Email of the applicant').fill(applicant.email);
  await form.getByLabel('New deadline (GMT)').fill(inDays(40).slice(0, 16));
  await form.getByLabel('Reason').fill('The power was out in Tamale.');
  await form.getByRole('button', { name: 'Extend the deadline' }).click();
  await expect(form.getByText('The power was out in Tamale.')).toBeVisible();
  await inspect('extension', desk);
  await desk.close();
  await openAs(page, applicant, `/dashboard/applicant/view-proposal/${proposal.id}`);
  await expect(page.getByText(/^Extended for you until/).first()).toBeVisible();
  await inspect('extended');
});
