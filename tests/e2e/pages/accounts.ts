import { expect, type Locator } from '@playwright/test';
import type { Person } from '../backstage.ts';
import { Screen } from './screen.ts';

/** /register */
export class RegisterScreen extends Screen {
  async fillIn({ firstName, lastName, email }: Person): Promise<void> {
    await this.fill({
      'First name': firstName,
      'Last name': lastName,
      Email: email,
      'Phone number': '024 111 2222',
      'City or town': 'Tamale',
      'Digital address': 'NT-039-5028',
    });
    await this.page.getByLabel('Region').selectOption('Northern');
  }

  async choosePassword(password: string, confirmation = password): Promise<void> {
    await this.fill({ Password: password, 'Confirm password': confirmation });
  }

  acceptTerms(): Promise<void> {
    return this.page.getByRole('checkbox').check();
  }

  create(): Promise<void> {
    return this.press('Create account');
  }
}

/** /login */
export class LoginScreen extends Screen {
  async logIn({ email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
    await this.fill({ Email: email, Password: password });
    await this.press('Log in');
  }
}

/** Where a mailed code is entered: /otp, and the same boxes on /reset-password. */
export class CodeScreen extends Screen {
  get firstBox(): Locator {
    return this.page.locator('input[autocomplete="one-time-code"]');
  }

  /** Types digit by digit, as a person does; the last one submits. */
  async typeCode(code: string): Promise<void> {
    await this.firstBox.click();
    await this.page.keyboard.type(code);
  }

  async pasteCode(code: string): Promise<void> {
    await this.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(code)})`);
    await this.firstBox.click();
    await this.page.keyboard.press('ControlOrMeta+V');
  }

  async expectRefused(): Promise<void> {
    await expect(this.refusal).toContainText('OTP verification failed. Enter valid OTP');
  }
}

/** The whole login: password, mailed code, dashboard. */
export async function logInByMail(
  screen: Screen,
  person: Pick<Person, 'email' | 'password'>,
  readCode: (email: string) => Promise<string>,
): Promise<void> {
  const { page } = screen;
  if (!new URL(page.url(), 'http://localhost').pathname.startsWith('/login'))
    await screen.open('/login');
  await new LoginScreen(page).logIn(person);
  await screen.expectMessage('OTP sent to your email');
  await expect(page).toHaveURL(/\/otp\?purpose=login$/);
  await new CodeScreen(page).typeCode(await readCode(person.email));
  await screen.expectMessage('OTP verified successfully!');
}
