/**
 * People's mistakes, and what screens then say. Width does not matter here, but on a phone there is
 * the least room for it.
 */
import type { Page } from '@playwright/test';
import { inDays } from '../backstage.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { holdBack } from '../held-requests.ts';
import { CodeScreen, LoginScreen } from '../pages/accounts.ts';
import { fillProposal, submitPath } from '../pages/filled-proposal.ts';
import { ProgramForm } from '../pages/programs.ts';
import { MyProposals } from '../pages/proposals.ts';
import { Screen } from '../pages/screen.ts';
import { RichTextPage, WORD } from '../pages/rich-text.ts';

/** The part of a message on top that covers something readable or pressable. */
const COVERED = `(() => {
  const toast = document.querySelector('.toasts')?.firstElementChild?.getBoundingClientRect();
  if (!toast) return ['no message'];
  return [...document.querySelectorAll('h1, h2, a[href="#main"], button, summary, nav[aria-label^="Pages"], input, select')]
    .filter((element) => !element.closest('.toasts') && element.checkVisibility())
    .filter((element) => {
      const box = element.getBoundingClientRect();
      return box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
    })
    .map((element) => element.textContent);
})()`;

function countCalls(page: Page, pattern: RegExp): () => number {
  let calls = 0;
  page.on('request', (request) => void (pattern.test(request.url()) && (calls += 1)));
  return () => calls;
}

test('a refused code is gone and the next one begins; mending a full code sends nothing', async ({
  page,
  backstage,
  readCode,
}) => {
  const person = await backstage.register();
  await (await new LoginScreen(page).open('/login')).logIn(person);
  const screen = new CodeScreen(page);
  await expect(screen.firstBox).toBeFocused();
  const right = await readCode(person.email);
  const tries = countCalls(page, /verify-otp/);
  await screen.typeCode(right === '123456' ? '654321' : '123456');
  await screen.expectRefused();
  await expect(page.getByText('OTP verification failed. Enter valid OTP')).toHaveCount(2);
  await expect(screen.firstBox).toBeFocused();
  await expect(screen.firstBox).toHaveValue('');
  await expect(page.getByLabel('Digit 6 of 6')).toHaveValue('');
  expect(tries()).toBe(1);

  await page.route('**/verify-otp', (route) => route.abort());
  await page.keyboard.type('111111');
  await expect(page.locator('.toasts'), 'a dead line is called that').toContainText(
    'No connection',
  );
  await page.getByLabel('Digit 3 of 6').click();
  await page.keyboard.type('2');
  expect(tries()).toBe(2);
  await page.unroute('**/verify-otp');
  await screen.pasteCode(right);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an address that is taken leads to log in and to a new password; errors go one by one', async ({
  page,
  backstage,
}) => {
  const person = await backstage.register();
  const screen = await new Screen(page).open('/register');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('heading')).toHaveCount(0);
  await screen.press('Create account');
  const links = screen.refusal.getByRole('link');
  await expect(links).toHaveCount(10);
  const inForm = page.locator('form [id$="-error"]');
  await expect(inForm).toHaveCount(10);
  await expect(links, 'in the order of the form').toHaveText(await inForm.allTextContents());
  await screen.fill({ 'First name': 'Ama' });
  await expect(links).toHaveCount(9);
  await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid');

  await screen.fill({ 'Last name': 'Mensah', Email: person.email, 'Phone number': '0241112222' });
  await screen.fill({ 'City or town': 'Kumasi', 'Digital address': 'AK-039-5028' });
  await screen.fill({ Password: person.password, 'Confirm password': person.password });
  await page.getByLabel('Region').selectOption('Ashanti');
  await page.getByRole('checkbox').check();
  await screen.press('Create account');
  await expect(screen.refusal).toContainText('Email already registered');
  await page.locator('form').getByRole('link', { name: 'set a new password' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});

test('a slip in the name of a great provider is asked about, and not refused', async ({ page }) => {
  // Typed before the script had loaded.
  const arrive = await holdBack(page, /\/assets\/.*\.js/);
  await page.goto('/register', { waitUntil: 'commit' });
  const screen = new Screen(page);
  const email = page.getByLabel('Email');
  await screen.fill({ Email: 'ama.mensah@gmial.com', 'Phone number': '0241112222' });
  arrive();
  await expect(page.getByText('Did you mean ama.mensah@gmail.com?')).toBeVisible();
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(email).toHaveValue('ama.mensah@gmail.com');
  await expect(page.getByText('Did you mean')).toHaveCount(0);
  await screen.fill({ Email: 'ama.mensah@yaho.com', 'Phone number': '0241113333' });
  await expect(page.getByText('Did you mean ama.mensah@yahoo.com?')).toBeVisible();
});

test('nobody becomes an admin by an arrow key; what must stay says so before it is asked about', async ({
  page,
  backstage,
  inspect,
}) => {
  const person = await backstage.createApplicant();
  const program = await backstage.createProgram({ deadline_date: inDays(3) });
  await backstage.submitProposal(person, program);
  const screen = new Screen(page);

  await test.step('a role', async () => {
    await openAs(page, await backstage.admin(), `/dashboard/admin/users?q=${person.email}`);
    const role = page.getByRole('combobox', { name: 'Role of Ama Mensah' });
    await role.focus();
    await page.keyboard.press('Home');
    await expect(role).not.toHaveValue('APPLICANT');
    await expect(screen.dialog).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(screen.dialog).toContainText('Make Ama Mensah an admin?');
    await inspect('change-role');
    await page.keyboard.press('Escape');
    await expect(role).toHaveValue('APPLICANT');
    await role.selectOption('ADMIN');
    await screen.dialog.getByRole('button', { name: 'Make an admin' }).click();
    await screen.expectMessage('User role updated!');
    await expect.poll(() => page.evaluate(COVERED)).toEqual([]);
    await page.getByRole('switch', { name: 'Active: Ama Mensah' }).click();
    await expect(screen.dialog).toContainText('Deactivate Ama Mensah?');
    await screen.dialog.getByRole('button', { name: 'Deactivate' }).click();
    await screen.expectMessage('User is inactive !');
  });

  await test.step('Back undoes a filter; no key leads to what is out of sight', async () => {
    await screen.open('/dashboard/admin/manage-proposals');
    await page.getByLabel('Sort by').selectOption({ label: 'Title, A to Z' });
    await expect(page).toHaveURL(/sort=title/);
    await page.goBack();
    await expect(page).toHaveURL(/manage-proposals$/);
    const inHead = page.getByRole('link', { name: 'Deadline', includeHidden: true });
    await expect(inHead).toBeAttached();
    await expect(inHead).toBeHidden();
    await page.getByLabel('Sort by').focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(`document.activeElement.checkVisibility()`)).toBe(true);
    await expect
      .poll(() => page.evaluate(`Boolean(document.activeElement.closest('thead'))`))
      .toBe(false);
  });

  await test.step('a program with proposals; a new one is seen', async () => {
    await screen.searchFor(program.title);
    await screen.press(`Delete: ${program.title}`);
    await expect(screen.dialog).toContainText('It has 1 proposal.');
    await expect(screen.dialog.getByRole('button')).toHaveText(['Close']);
    await screen.dialog.getByRole('button', { name: 'Close' }).click();
    for (let count = 0; count < 10; count += 1) await backstage.createProgram();
    await screen.open('/dashboard/admin/manage-proposals/create');
    const form = new ProgramForm(page);
    const deadline = inDays(2).slice(0, 16);
    await form.fillIn({ title: 'Sooner than all', sector: 'Mining', deadline });
    await new RichTextPage(page).paste(WORD);
    await new RichTextPage(page).expectWord();
    await screen.press('Create a program');
    await screen.expectMessage('Program created successfully!');
    await expect(screen.row('Sooner than all')).toBeVisible();
    await expect.poll(() => page.evaluate(COVERED)).toEqual([]);
  });
});

test('a second proposal, the last day, and the way back are said in words', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const program = await backstage.createProgram();
  const own = new MyProposals(page);
  await openAs(page, person, '/dashboard/applicant/proposals');
  const form = await fillProposal(page, person, program);
  await form.expectMessage('You can edit until');
  await form.submit();
  await form.expectMessage('Proposal submitted successfully!');
  await expect.poll(() => page.evaluate(COVERED)).toEqual([]);
  await page.goBack();
  await expect(page, 'not the form').toHaveURL(/\/(healthz|dashboard\/applicant\/proposals)$/);
  await own.open('/dashboard/applicant/proposals');
  await expect(own.row('Volta Boats')).toContainText(/You can edit until \d+ \w+/);

  await own.open(submitPath(program));
  await own.expectMessage('You have already applied to this program');
  await own.follow('View that proposal');
  const standing = page.getByRole('region', { name: 'Progress' });
  await expect(standing).toContainText(/Not decided yet\s*Unapproved/);
  await expect(standing).toContainText(/You can edit until \d+ \w+/);

  const midnight = new Date();
  midnight.setUTCHours(23, 59, 59, 0);
  await backstage.moveDeadline(program, midnight.toISOString());
  await own.open(submitPath(program));
  await own.expectMessage("Today is the last day: what you send can't be changed afterwards.");
});
