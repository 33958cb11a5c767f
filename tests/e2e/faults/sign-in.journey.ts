/** Logging in when something is wrong, and how a session ends. Width does not matter here. */
import type { Draft } from '#domain/drafts/schema.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { CodeScreen, LoginScreen, logInByMail, RegisterScreen } from '../pages/accounts.ts';
import { ProposalForm, pdfFile } from '../pages/proposals.ts';
import { Screen } from '../pages/screen.ts';
import { makePdf } from '../../pdf-samples.ts';

test('the code is pasted; a profile that does not load is reported, and a path remembered for another role leads home', async ({
  page,
  backstage,
  readCode,
}) => {
  const person = await backstage.register();
  const login = await new LoginScreen(page).open('/dashboard/admin/users');
  await login.logIn(person);
  await expect(page).toHaveURL(/\/otp/);
  await page.route('**/auth/me', (route) => route.fulfill({ status: 500, body: '' }));
  await new CodeScreen(page).pasteCode(await readCode(person.email));
  await login.expectMessage('Failed to fetch user');
  await page.reload();
  await login.expectMessage('Unauthorized. No profile found.');
  await login.expectMessage('Failed to fetch user');
  await expect(page.getByRole('button', { name: 'Log in again' })).toBeVisible();
  await page.unroute('**/auth/me');
  await login.press('Try again');
  await expect(page).toHaveURL(/\/dashboard$/);
  await login.expectMessage('Ama');
});

test('the whole login works with the keyboard alone', async ({ page, backstage, readCode }) => {
  const person = await backstage.register();
  const { keyboard } = page;
  await new LoginScreen(page).open('/login');
  await tabTo(page, 'Email');
  await keyboard.type(person.email);
  await tabTo(page, 'Password');
  await keyboard.type(person.password);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/otp/);
  await expect(new CodeScreen(page).firstBox).toBeFocused();
  await keyboard.type(await readCode(person.email));
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(
    page.locator('main:focus-within'),
    'a screen reader goes on in the new screen',
  ).toBeVisible();
});

test('five wrong codes void the right one; a new login gives a new one', async ({
  page,
  backstage,
  readCode,
}) => {
  const person = await backstage.register();
  await (await new LoginScreen(page).open('/login')).logIn(person);
  await expect(page).toHaveURL(/\/otp/);
  const right = await readCode(person.email);
  const screen = new CodeScreen(page);
  for (let tries = 1; tries <= 5; tries += 1) {
    await replaceCode(screen, otherThan(right, tries));
    await screen.expectRefused();
  }
  await replaceCode(screen, right);
  await screen.expectRefused();
  await expect(page).toHaveURL(/\/otp/);
  await screen.follow('Use another email');
  await logInByMail(screen, person, readCode);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('public pages end a session when the portal does: the button says Login, and nothing of it is left', async ({
  page,
  backstage,
}) => {
  await openAs(page, await backstage.createApplicant(), '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.install();
  const screen = await new Screen(page).open('/terms');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.clock.fastForward('28:00');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.clock.fastForward('01:30');
  await screen.expectMessage('Your session has expired. Please log in again.');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect
    .poll(() => page.evaluate(`[localStorage.getItem('token'), localStorage.getItem('root')]`))
    .toEqual([null, null]);
});

test('without a token the portal leads to the log-in, and an expired session shows Login at once', async ({
  page,
  backstage,
}) => {
  await new Screen(page).open('/terms');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  await openAs(page, await backstage.createApplicant(), '/dashboard');
  await page.evaluate(`localStorage.setItem('session-started', Date.now() - 1741_000)`);
  await page.goto('/terms');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('a code works once', async ({ page, context, backstage, readCode }) => {
  const person = await backstage.register();
  await (await new LoginScreen(page).open('/login')).logIn(person);
  await expect(page).toHaveURL(/\/otp/);
  const opening = context.waitForEvent('page');
  await page.evaluate('void window.open(location.href)');
  const twin = new CodeScreen(await opening);
  await expect(twin.firstBox).toBeVisible();
  const code = await readCode(person.email);
  await new CodeScreen(page).typeCode(code);
  await expect(page).toHaveURL(/\/dashboard$/);
  await twin.typeCode(code);
  await twin.expectRefused();
});

test('an expired session says so, and text that was typed and sent is restored after the next login', async ({
  page,
  backstage,
  readCode,
}) => {
  const person = await backstage.createApplicant();
  const program = await backstage.createProgram();
  const form = new ProposalForm(page);
  await openAs(page, person, `/dashboard/applicant/submit?programId=${program.id}`);
  await form.fillIn({
    name: 'Ama’s Looms',
    location: 'Bonwire, Ashanti',
    description: 'Kente for offices.',
  });
  const pdf = await makePdf();
  await form.choose({
    pitchDeck: pdfFile('deck.pdf', pdf),
    financials: pdfFile('financials.pdf', pdf),
  });

  await form.expectReady();
  await form.expectSaved();

  await page.evaluate(`localStorage.setItem('session-started', Date.now() - 1_700_000)`);
  const look = () => page.evaluate(`void document.dispatchEvent(new Event('visibilitychange'))`);
  await look();
  await form.dialog.getByRole('button', { name: 'Close' }).click();
  await look();
  await expect(form.dialog, 'warned once').toBeHidden();

  await backstage.logOut(person);
  await form.submit();
  const expired = page.getByRole('dialog', { name: 'Session Expired' });
  await expect(expired).toContainText('Your session has expired. Please log in again.');
  await expired.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect
    .poll(
      () => page.evaluate(`Object.keys(localStorage).filter((key) => !key.startsWith('draft:'))`),
      'token and profile are gone',
    )
    .toEqual([]);

  await logInByMail(new Screen(page), person, readCode);
  await form.expectHeading('Submit a proposal');
  await form.press('Back to the form');
  await form.expectMessage('We saved what you typed');
  await expect(page.getByLabel('Business name')).toHaveValue('Ama’s Looms');
  await expect(page.locator('[contenteditable="true"]')).toHaveText('Kente for offices.');
  await form.expectReady();
  await expect(backstage.listProposals(await backstage.signIn(person))).resolves.toEqual([]);
});

test('a login after somebody else’s forced logout starts at home, not on that person’s page', async ({
  page,
  backstage,
  readCode,
}) => {
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  const screen = new Screen(page);
  const path = `/dashboard/applicant/view-proposal/${proposal.id}`;
  const logOutByForce = async () => {
    await page.evaluate(
      `localStorage.setItem('session-started', 1); document.dispatchEvent(new Event('visibilitychange'))`,
    );
    await screen.dialog.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await screen.expectHeading('Log in');
  };
  await openAs(page, person, path);
  await screen.expectHeading(proposal.title);
  await logOutByForce();
  await logInByMail(screen, await backstage.register(), readCode);
  await expect(page).toHaveURL(/\/dashboard$/);

  await openAs(page, await backstage.signIn(person), path);
  await screen.expectHeading(proposal.title);
  await logOutByForce();
  await logInByMail(screen, person, readCode);
  await screen.expectHeading(proposal.title);
});

test('somebody else logs in, in another tab: an open form neither shows nor sends anything as them', async ({
  page,
  context,
  backstage,
}) => {
  const [person, next] = [await backstage.createApplicant(), await backstage.createApplicant()];
  const program = await backstage.createProgram();
  const form = new ProposalForm(page);
  await openAs(page, person, `/dashboard/applicant/submit?programId=${program.id}`);
  await page.getByLabel('Business name').fill('Ama’s Looms');
  await form.expectSaved();
  const other = new Screen(await context.newPage());
  await openAs(other.page, next, '/dashboard');
  await other.expectHeading('Dashboard');

  await expect(page.getByLabel('Business name')).toHaveValue('');
  await page.getByLabel('Business name').fill('Kofi’s Boats');
  await form.expectSaved();
  const namesOf = async ({ token }: { token: string }) =>
    ((await backstage.call('GET', '/drafts/', { token })) as Draft[]).map(
      ({ fields }) => fields.business_name,
    );
  await expect(namesOf(person)).resolves.toEqual(['Ama’s Looms']);
  await expect(namesOf(next)).resolves.toEqual(['Kofi’s Boats']);
});

test('a browser that stores nothing can log in, and is logged in until the page is left', async ({
  page,
  backstage,
  readCode,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Denied.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get: refuse });
  });
  const screen = await new Screen(page).open('/login');
  await logInByMail(screen, await backstage.register(), readCode);
  await screen.expectHeading('Dashboard');
  await screen.page.getByRole('link', { name: 'View Proposals' }).click();
  await screen.expectHeading('My Proposals');
});

test('guards lead a visitor to the login and back, and the wrong role to Unauthorized', async ({
  page,
  backstage,
  readCode,
}) => {
  const person = await backstage.createApplicant();
  const screen = new Screen(page);
  await page.goto('/dashboard/profile');
  await expect(page).toHaveURL(/\/login$/);
  await logInByMail(screen, person, readCode);
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await page.goto('/dashboard/admin/submissions');
  await expect(page).toHaveURL(/\/unauthorized$/);
  await screen.expectHeading('Unauthorized');
  await screen.follow('Back to my dashboard');
  await expect(page).toHaveURL(/\/dashboard$/);
  await openAs(page, await backstage.admin(), '/dashboard');
  await page.goto('/dashboard/applicant/proposals');
  await expect(page).toHaveURL(/\/unauthorized$/);
});

test('who mistyped the address at registering corrects it, and types nothing else again', async ({
  page,
}) => {
  const register = new RegisterScreen(page);
  await register.open('/register');
  const names = { firstName: 'Esi', lastName: 'Mensah' };
  const person = { ...names, email: 'esi.mensah@exmaple.org', password: 'Trombone-7-Hats' };
  await register.fillIn(person);
  await register.choosePassword(person.password);
  await register.acceptTerms();
  await register.create();
  await register.expectMessage('Registration successful!');
  await register.open('/register');
  await register.press('Use it');
  await expect(page.getByLabel('Last name')).toHaveValue(person.lastName);
  await expect(page.getByLabel('Digital address')).toHaveValue('NT-039-5028');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('who forgot the password types the address once; the answer does not say whether it is known', async ({
  page,
}) => {
  const login = new LoginScreen(page);
  await login.open('/login');
  await login.fill({ Email: 'nobody@example.com' });
  await login.follow('Forgot your password?');
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
  await login.press('Send the code');
  await login.expectMessage('If this address has an account, we sent a 6-digit code to it:');
  await login.expectMessage('nobody@example.com');
});

/** Presses Tab until the field with this label has the focus. */
async function tabTo(page: Screen['page'], label: string): Promise<void> {
  const focused = page.getByLabel(label, { exact: true }).and(page.locator(':focus'));
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await focused.count()) > 0) return;
  }
  throw new Error(`Tab does not lead to ${label}`);
}

/** After a refusal, the boxes are empty. */
async function replaceCode(screen: CodeScreen, code: string): Promise<void> {
  await expect(screen.page.getByLabel('Digit 6 of 6')).toHaveValue('');
  const answer = screen.page.waitForResponse(/verify-otp/);
  await screen.typeCode(code);
  await answer;
}

const otherThan = (code: string, by: number): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0');
