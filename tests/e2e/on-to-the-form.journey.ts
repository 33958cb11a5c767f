import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { newName, type Backstage, type Person } from './backstage.ts';
import { CodeScreen, LoginScreen, RegisterScreen } from './pages/accounts.ts';
import { Screen } from './pages/screen.ts';

const FORM = /\/dashboard\/applicant\/submit\?programId=/;

/** Presses Apply as a visitor and confirms that a log-in is needed. */
async function applyAsVisitor(page: Page, backstage: Backstage): Promise<void> {
  const { title } = await backstage.createProgram();
  await page.goto('/national-pitch-trek/programs');
  await page.getByRole('link', { name: `Apply: ${title}` }).click();
  await page.getByRole('link', { name: 'OK' }).click();
  await expect(page.getByText('we’ll take you straight to your application')).toBeVisible();
}

async function register(page: Page): Promise<Person> {
  const person: Person = {
    email: `${newName('efua').replace(' ', '.')}@example.com`,
    password: 'Trombone-7-Hats',
    firstName: 'Efua',
    lastName: 'Sackey',
  };
  const screen = new RegisterScreen(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await screen.fillIn(person);
  await screen.choosePassword(person.password);
  await screen.acceptTerms();
  await screen.create();
  await screen.expectMessage('Registration successful!');
  return person;
}

test(
  'from Apply on to the form: through registration, log-in and code',
  { tag: '@phone' },
  async ({ page, backstage, readCode }) => {
    await applyAsVisitor(page, backstage);
    const person = await register(page);
    await expect(page.getByText('we’ll take you straight to your application')).toBeVisible();
    await new LoginScreen(page).logIn(person);
    await expect(page).toHaveURL(/\/otp\?purpose=login$/);
    await new CodeScreen(page).typeCode(await readCode(person.email));
    await expect(page).toHaveURL(FORM);
    await new Screen(page).expectHeading('Submit a proposal');
  },
);

test(
  'from Apply on to the form: registered in one tab, logged in in another',
  { tag: '@phone' },
  async ({ page, context, backstage, readCode }) => {
    await applyAsVisitor(page, backstage);
    const person = await register(page);
    const second = await context.newPage();
    await second.goto('/login');
    await new LoginScreen(second).logIn(person);
    await new CodeScreen(second).typeCode(await readCode(person.email));
    await expect(second).toHaveURL(FORM);
  },
);

test(
  'from Apply on to the form: through a password reset',
  { tag: '@phone' },
  async ({ page, backstage, readCode }) => {
    const { email } = await backstage.register();
    const password = 'Kente-42-Drums';
    await applyAsVisitor(page, backstage);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    const screen = new Screen(page);
    await screen.expectHeading('Forgot your password?');
    await screen.fill({ Email: email });
    await screen.press('Send the code');
    await expect(page).toHaveURL(/\/reset-password/);
    await new CodeScreen(page).typeCode(await readCode(email));
    await screen.fill({ 'New password': password, 'Confirm password': password });
    await screen.press('Set the new password');
    await expect(page).toHaveURL(/\/login/);
    await new LoginScreen(page).logIn({ email, password });
    await expect(page).toHaveURL(/\/otp\?purpose=login$/);
    await new CodeScreen(page).typeCode(await readCode(email));
    await expect(page).toHaveURL(FORM);
  },
);
