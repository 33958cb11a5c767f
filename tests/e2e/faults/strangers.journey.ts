/** A stranger who knows somebody's e-mail address, beside the pages that its owner uses. */
import { expect, test } from '../fixtures.ts';
import { CodeScreen, LoginScreen, RegisterScreen } from '../pages/accounts.ts';
import { Screen } from '../pages/screen.ts';

const COMPOSED = 'Caf\u00e9-Trombone-7';
const DECOMPOSED = 'Cafe\u0301-Trombone-7';

test('the owner registers, logs in and resets in a browser while a stranger tries everything, and é is é', async ({
  page,
  server,
  readCode,
}) => {
  const [email, name] = ['stranger-beside@example.com', { firstName: 'Esi', lastName: 'Owusu' }];
  const call = (path: string, body: object) =>
    fetch(`${server.url}/api/v1/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(({ status }) => status);
  const repeat = (times: number, work: () => Promise<number>) =>
    Promise.all(Array.from({ length: times }, work));
  const tryPasswords = () =>
    repeat(12, () => call('login', { username: email, password: 'Wrong-Trombone-7' }));

  const register = await new RegisterScreen(page).open('/register');
  await register.fillIn({ ...name, email, password: COMPOSED });
  await register.choosePassword(COMPOSED, DECOMPOSED);
  await register.acceptTerms();
  await register.create();
  await register.expectMessage('Registration successful!');

  await expect(tryPasswords()).resolves.toContain(429);
  await (await new LoginScreen(page).open('/login')).logIn({ email, password: DECOMPOSED });
  await expect(page).toHaveURL(/\/otp/);
  const code = await readCode(email);
  const wrong = code === '000000' ? '111111' : '000000';
  await repeat(8, () => call('verify-otp', { email, otp: wrong }));
  await new CodeScreen(page).typeCode(code);
  await expect(page).toHaveURL(/\/dashboard$/);
  const cookies = await page.context().cookies(`${server.url}/api/v1/auth/login`);
  expect(cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([
    [true, 'Strict'],
    [true, 'Strict'],
  ]);
  await expect(page.context().cookies(server.url)).resolves.toEqual([]);

  await page.evaluate('localStorage.clear()');
  const forgot = await new Screen(page).open('/forgot-password');
  await forgot.fill({ Email: email });
  await forgot.press('Send the code');
  await expect(page).toHaveURL(/\/reset-password/);
  const resetCode = await readCode(email);
  await repeat(8, () => call('password-reset-request', { email }));
  await repeat(8, () =>
    call('password-reset', { email, otp: wrong, new_password: 'Another-Trombone-8' }),
  );
  await new CodeScreen(page).typeCode(resetCode);
  await forgot.fill({ 'New password': `${COMPOSED}!`, 'Confirm password': `${DECOMPOSED}!` });
  await forgot.press('Set the new password');
  await forgot.expectMessage('Password reset successfully! Please log in.');
});
