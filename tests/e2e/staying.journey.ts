/** Whoever is about to be logged out, or just was, stays by the password, and loses nothing. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createJudge, openRound } from './judging-world.ts';
import { expectLoaded, goOffline, goOnline } from './offline.ts';
import { logInByMail } from './pages/accounts.ts';
import { ReviewScreen } from './pages/review.ts';
import { Screen } from './pages/screen.ts';

/** As if the session had begun so many seconds ago; the forced logout comes after 1740. */
const age = (page: Page, seconds: number) =>
  page.evaluate(`localStorage.setItem('session-started', Date.now() - ${seconds * 1000})`);
const look = (page: Page) => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
const readToken = (page: Page) => page.evaluate(`localStorage.getItem('token')`) as Promise<string>;
const expired = (page: Page) => page.getByRole('dialog', { name: 'Session Expired' });
const staying = (page: Page) => page.getByRole('dialog', { name: 'Stay logged in' });

test(
  'who stays by the password goes on in both tabs with what was typed, and nobody else can',
  { tag: '@phone' },
  async ({ page, context, backstage, readCode, inspect }) => {
    const person = await backstage.register();
    const program = await backstage.createProgram();
    await logInByMail(new Screen(page), person, readCode);
    await expect(page).toHaveURL(/\/dashboard$/);
    const form = await new Screen(page).open(`/dashboard/applicant/submit?programId=${program.id}`);
    const name = page.getByLabel('Business name');
    await name.fill('Zongo Lamps');
    const password = page.getByLabel(`Password of ${person.email}`, { exact: true });

    await age(page, 1500);
    await look(page);
    const line = page.getByText('You will be logged out in less than 5 minutes.');
    await expect(line).toBeVisible();
    await inspect('staying-soon');
    await page.getByRole('button', { name: 'Stay logged in' }).click();
    await expect(password).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(staying(page)).toContainText('Enter your password.');
    await password.fill('Somebody-Elses-9');
    await page.keyboard.press('Enter');
    await expect(staying(page)).toContainText('The password is wrong.');
    await inspect('staying-wrong');
    const before = await readToken(page);
    await password.fill(person.password);
    await page.keyboard.press('Enter');
    await form.expectMessage('You stay logged in.');
    await expect(staying(page)).toBeHidden();
    await expect(line).toBeHidden();
    await expect.poll(() => readToken(page)).not.toBe(before);
    await expect(name).toHaveValue('Zongo Lamps');

    const other = await context.newPage();
    await new Screen(other).open('/dashboard/profile');
    await age(page, 1745);
    await name.fill('Zongo Lamps Ltd');
    await look(page);
    await look(other);
    await expect(expired(other)).toBeVisible();
    await expect(expired(page)).toContainText('your password is enough');
    await inspect('staying-expired');
    await expect(expired(page).getByRole('heading')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(password).toBeFocused();
    await inspect('staying-password');
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await expect(staying(page)).toBeHidden();
    await expect(expired(other)).toBeHidden();
    await new Screen(other).open('/dashboard/profile');
    await expectLoaded(other, 'session-watch');
    await look(other);
    await expect(other.getByRole('main').getByText(person.email)).toBeVisible();
    await expect(expired(other)).toBeHidden();
    await expect(name).toHaveValue('Zongo Lamps Ltd');
    const token = await readToken(page);
    const draft = () =>
      backstage.call<{ fields: { business_name?: string } }>('GET', `/drafts/${program.id}`, {
        token,
      });
    await expect.poll(async () => JSON.stringify(await draft())).toContain('Zongo Lamps Ltd');

    // Ended elsewhere: only a login helps.
    await backstage.logOut({ ...person, token });
    await name.fill('Zongo Lamps Limited');
    await expect(expired(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stay logged in' })).toHaveCount(0);
  },
);

test(
  'a judge whose session ends without a line stays once the line is back, with every score',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, readCode }) => {
    const judge = await createJudge(backstage, mailbox);
    const round = await openRound(backstage, [judge], { spares_own_region: false });
    const [first] = await backstage.call<{ id: string }[]>('GET', '/reviews/', judge);
    await logInByMail(new Screen(page), judge, readCode);
    await expect(page).toHaveURL(/\/dashboard/);
    const screen = new ReviewScreen(page);
    await screen.open(`/dashboard/judging/${round.id}/${first!.id}`);
    await screen.score('Market', 4);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await goOffline(page, 'session-watch');
    await screen.score('Team', 5);
    await expect(page.getByText('Saved on this phone')).toBeVisible();
    await age(page, 1745);
    await look(page);
    await expired(page).getByRole('button', { name: 'Stay logged in' }).click();
    await page.getByLabel(`Password of ${judge.email}`, { exact: true }).fill(judge.password);
    const stay = staying(page).getByRole('button', { name: 'Stay logged in' });
    await stay.click();
    await expect(staying(page)).toContainText('There is no connection. Nothing is lost');
    await goOnline(page);
    await stay.click();
    await expect(staying(page)).toBeHidden();
    await screen.expectScore('Market', 4);
    await screen.expectScore('Team', 5);
    const total = async () =>
      (await backstage.call<{ total: number | null }>('GET', `/reviews/${first!.id}`, judge)).total;
    await expect.poll(total).not.toBeNull();
  },
);
