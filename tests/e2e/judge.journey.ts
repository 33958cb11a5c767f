/** A judge, from the invitation that was mailed to the end of the round. */
import { expect, test } from './fixtures.ts';
import { CodeScreen } from './pages/accounts.ts';
import { inviteJudge, JUDGE_PASSWORD, readInvitation } from './pages/judging.ts';
import { Screen } from './pages/screen.ts';

test('an invitation is read, refused by field, and accepted; then its judge logs in', async ({
  page,
  backstage,
  mailbox,
  readCode,
  inspect,
}) => {
  const { email } = await inviteJudge(backstage, { organisations: ['Volta Foods Ltd'] });
  const screen = new Screen(page);
  const link = await readInvitation(mailbox, email);
  await screen.open(link);
  await screen.expectHeading('Will you judge?');
  await expect(page.getByText(/Hello Efua, Odum Capital invites you to judge/)).toBeVisible();
  await expect(page.getByText('What you read is confidential.')).toBeVisible();
  await expect(page.getByLabel('Organisations')).toHaveValue('Volta Foods Ltd');
  await inspect('judge-invitation');
  await screen.press('Accept');
  await expect(screen.refusal).toContainText('Please agree to the terms.');
  await expect(screen.refusal).toContainText('Please enter a password.');
  await page.getByLabel('I agree to these terms').check();
  await page.getByLabel('Password', { exact: true }).fill(JUDGE_PASSWORD);
  await page.getByLabel('Organisations').fill('Volta Foods Ltd\nKeta Salt Works');
  await screen.press('Accept');
  await screen.expectHeading('Log in');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(JUDGE_PASSWORD);
  await screen.press('Log in');
  await screen.expectHeading('Enter your code');
  await new CodeScreen(page).typeCode(await readCode(email));
  await expect(page).toHaveURL(/\/dashboard/);
  const person = { email, password: JUDGE_PASSWORD, firstName: '', lastName: '' };
  const { token } = await backstage.signIn(person);
  const { organisations } = await backstage.call<{ organisations: string[] }>('GET', '/judges/me', {
    token,
  });
  expect(organisations).toEqual(['Volta Foods Ltd', 'Keta Salt Works']);

  await screen.open(link);
  await screen.expectHeading('This invitation can’t be answered');
  await expect(page.getByText('This invitation was already answered.')).toBeVisible();
  await inspect('judge-invitation-used');
});

test('whoever can’t judge says so once, and is asked first', async ({
  page,
  backstage,
  mailbox,
}) => {
  const { email } = await inviteJudge(backstage);
  const screen = new Screen(page);
  await screen.open(await readInvitation(mailbox, email));
  await screen.press('I can’t this time');
  await expect(screen.dialog).toContainText('This link does not work again.');
  await screen.dialog.getByRole('button', { name: 'Decline' }).click();
  await screen.expectHeading('Thank you for telling us');
  await page.reload();
  await screen.expectHeading('This invitation can’t be answered');
  await screen.open('/judge-invitation/unknown');
  await expect(page.getByText('This invitation does not exist.')).toBeVisible();
});
