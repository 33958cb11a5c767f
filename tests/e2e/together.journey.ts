/** Two people on one draft: invited by mail, joined through the log-in, on a phone. */
import { expect, openAs, test } from './fixtures.ts';
import { newName } from './backstage.ts';
import { CodeScreen, LoginScreen, RegisterScreen } from './pages/accounts.ts';
import { Screen } from './pages/screen.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test(
  'an owner invites from the form; who is invited logs in, accepts and goes on with the same draft',
  { tag: '@phone' },
  async ({ page, browser, backstage, mailbox, readCode, inspect }) => {
    const program = await backstage.createProgram();
    const owner = await backstage.createApplicant();
    const friend = await backstage.createApplicant();
    const { id } = await backstage.call<{ id: string }>('PUT', `/drafts/${program.id}`, {
      ...{ token: owner.token, json: { fields: { business_name: 'Keta Salt Works' } } },
    });
    await openAs(page, owner, `/dashboard/applicant/submit?programId=${program.id}`);
    await page.getByText('People', { exact: true }).click();
    await page.getByLabel('Email of the person to invite').fill(friend.email);
    await page.getByRole('button', { name: 'Invite' }).click();
    await expect(page.getByText('Invited', { exact: true })).toBeVisible();
    await inspect('people');

    const { text } = await mailbox.waitFor(friend.email, /\/invitation\//);
    const link = /\/invitation\/[\w-]{43}/.exec(text ?? '')![0];
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const other = await context.newPage();
    const screen = new Screen(other);
    await screen.open(link);
    await expect(other.getByRole('heading', { level: 1 })).toContainText('invites you to work on');
    await inspect('invitation', other);
    await other.getByRole('link', { name: 'Log in to accept' }).click();
    await expect(other.getByLabel('Email')).toHaveValue(friend.email);
    await other.getByLabel('Password', { exact: true }).fill(friend.password);
    await screen.press('Log in');
    await screen.expectHeading('Enter your code');
    await new CodeScreen(other).typeCode(await readCode(friend.email));
    await other.getByRole('button', { name: 'Accept' }).click();
    await expect(other).toHaveURL(new RegExp(`draftId=${id}`));
    await expect(other.getByLabel('Business name')).toHaveValue('Keta Salt Works');
    await other.getByLabel('Business name').fill('Keta Salt and Spice');
    await expect(other.getByText(/^Saved/).first()).toBeVisible();
    await other.goto('/dashboard/applicant/proposals');
    await expect(other.getByText(/Shared by/)).toBeVisible();
    await expect(other.getByRole('button', { name: /Delete/ })).toHaveCount(0);
    await inspect('shared-draft-list', other);
    await context.close();

    await page.reload();
    await expect(page.getByLabel('Business name')).toHaveValue('Keta Salt and Spice');
  },
);

test(
  'who is invited and has no account registers, and comes back to accept',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, readCode }) => {
    const program = await backstage.createProgram();
    const { token } = await backstage.createApplicant();
    const { id } = await backstage.call<{ id: string }>('PUT', `/drafts/${program.id}`, {
      ...{ token, json: { fields: { business_name: 'Keta Salt Works' } } },
    });
    const person = {
      email: `${newName('yaa').replace(' ', '.')}@example.com`,
      ...{ password: 'Trombone-7-Hats', firstName: 'Yaa', lastName: 'Owusu' },
    };
    await backstage.call('POST', `/drafts/${id}/members`, { token, json: { email: person.email } });
    const { text } = await mailbox.waitFor(person.email, /\/invitation\//);
    const screen = new Screen(page);
    await screen.open(/\/invitation\/[\w-]{43}/.exec(text ?? '')![0]);
    await page.getByRole('link', { name: 'Create an account' }).click();
    const form = new RegisterScreen(page);
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await form.fillIn(person);
    await form.choosePassword(person.password);
    await form.acceptTerms();
    await form.create();
    await form.expectMessage('Registration successful!');
    await new LoginScreen(page).logIn(person);
    await new CodeScreen(page).typeCode(await readCode(person.email));
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page).toHaveURL(new RegExp(`draftId=${id}`));
    await expect(page.getByLabel('Business name')).toHaveValue('Keta Salt Works');
  },
);
