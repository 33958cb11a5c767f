/** A judge, from the invitation that was mailed to the end of the round. */
import { expect, openAs, test } from './fixtures.ts';
import { goOffline, goOnline } from './offline.ts';
import { CodeScreen } from './pages/accounts.ts';
import {
  closeRound,
  createJudge,
  inviteJudge,
  JUDGE_PASSWORD,
  openRound,
  readInvitation,
} from './judging-world.ts';
import { ReviewScreen } from './pages/review.ts';
import { Screen } from './pages/screen.ts';

test(
  'an invitation is read, refused by field, and accepted; then its judge logs in',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, readCode, inspect }) => {
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
    await expect(screen.refusal).toContainText('Agree to the terms.');
    await expect(screen.refusal).toContainText('Enter a password.');
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
    const { organisations } = await backstage.call<{ organisations: string[] }>(
      'GET',
      '/judges/me',
      {
        token,
      },
    );
    expect(organisations).toEqual(['Volta Foods Ltd', 'Keta Salt Works']);

    await screen.open(link);
    await screen.expectHeading('This invitation can’t be answered');
    await expect(page.getByText('This invitation was already answered.')).toBeVisible();
    await inspect('judge-invitation-used');
  },
);

test(
  'whoever can’t judge says so once, and is asked first',
  { tag: '@phone' },
  async ({ page, backstage, mailbox }) => {
    const { email } = await inviteJudge(backstage);
    const screen = new Screen(page);
    await screen.open(await readInvitation(mailbox, email));
    await screen.press('I can’t this time');
    await expect(screen.dialog).toContainText('This link will stop working.');
    await screen.dialog.getByRole('button', { name: 'Decline' }).click();
    await screen.expectHeading('Thank you for telling us');
    await page.reload();
    await screen.expectHeading('This invitation can’t be answered');
    await screen.open('/judge-invitation/unknown');
    await expect(page.getByText('This invitation does not exist.')).toBeVisible();
  },
);

const MARKET = 'Market';
const TEAM = 'Team';

test('a judge scores by thumb, loses nothing to a reload, submits, and goes on to the end', async ({
  page,
  backstage,
  mailbox,
  inspect,
}) => {
  const judge = await createJudge(backstage, mailbox);
  const { titles } = await openRound(backstage, [judge], { spares_own_region: false });
  const screen = new ReviewScreen(page);
  await openAs(page, judge, '/dashboard');
  await expect(page).toHaveURL(/\/dashboard\/judging$/);
  await expect(page.getByText(/^0 of 2 done\s· closes /)).toBeVisible();
  await inspect('judging-home');
  await screen.follow('Start');
  await expect(screen.heading).toHaveText(/^[A-Z0-9]{4}$/);
  await expect(page.getByText('We’ve hidden names')).toBeVisible();
  // All five sentences, and what it weighs, before a score is chosen.
  await expect(screen.criterion(MARKET)).toContainText('60% of the total');
  for (const sentence of ['Not at all', 'A little', 'Fairly', 'Very', 'Outstanding'])
    await expect(screen.criterion(MARKET).getByText(sentence)).toBeVisible();
  await screen.press('Later');
  await expect(page.getByText('2 of 2')).toBeVisible();
  await expect(page.getByText('Review saved.')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('1 of 2')).toBeVisible();
  await screen.score(MARKET, 4);
  await inspect('judging-review');
  await screen.press('Save and next');
  await expect(screen.refusal).toContainText('Team: Choose a score.');
  await page.getByLabel('What is strong').fill('A clear market.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await screen.expectScore(MARKET, 4);
  await expect(page.getByLabel('What is strong')).toHaveValue('A clear market.');
  await screen.score(TEAM, 2);
  await expect(page.getByText('55', { exact: true })).toBeVisible();
  const first = await screen.heading.textContent();
  await screen.press('Save and next');
  await screen.expectMessage('Review submitted.');
  await expect(screen.heading).not.toHaveText(first!);
  await expect(page.getByText('2 of 2')).toBeVisible();
  for (const title of titles) await expect.poll(() => page.content()).not.toContain(title);
  await screen.score(MARKET, 5);
  await screen.score(TEAM, 5);
  await screen.press('Save and next');
  await screen.expectHeading('Screening');
  await expect(page.getByText('No proposals are waiting for you.')).toBeVisible();
  await screen.follow('Done (2)');
  await expect(page.getByText('55 of 100')).toBeVisible();
  await inspect('judging-done');
  const reviews = await backstage.call<{ state: string; total: number; strength: string }[]>(
    'GET',
    '/reviews/',
    judge,
  );
  expect(reviews.map(({ state }) => state)).toEqual(['submitted', 'submitted']);
  expect(reviews.map(({ total }) => total).sort((a, b) => a - b)).toEqual([55, 100]);
});

test(
  'without a line a review is kept on the phone, and sent once the line is back',
  { tag: '@phone' },
  async ({ page, backstage, mailbox }) => {
    const judge = await createJudge(backstage, mailbox);
    const round = await openRound(backstage, [judge], { spares_own_region: false });
    const [first] = await backstage.call<{ id: string }[]>('GET', '/reviews/', judge);
    const screen = new ReviewScreen(page);
    await openAs(page, judge, `/dashboard/judging/${round.id}/${first!.id}`);
    await screen.score(MARKET, 3);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await goOffline(page);
    await screen.score(TEAM, 3);
    await expect(page.getByText('Saved on this phone')).toBeVisible();
    await screen.press('Save and next');
    await screen.expectMessage('Your review is saved on this device');
    await goOnline(page);
    await expect
      .poll(async () => {
        const { state } = await backstage.call<{ state: string }>(
          'GET',
          `/reviews/${first!.id}`,
          judge,
        );
        return state;
      })
      .toBe('submitted');
  },
);

test(
  'a judge leaves what they know to another, and reads everything once the round has closed',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, inspect }) => {
    const [judge, other] = [
      await createJudge(backstage, mailbox),
      await createJudge(backstage, mailbox),
    ];
    const round = await openRound(backstage, [judge, other], {
      ...{ spares_own_region: false, is_blind: false, shows_documents: true },
    });
    const screen = new ReviewScreen(page);
    await openAs(page, judge, `/dashboard/judging/${round.id}`);
    await screen.follow('Start');
    await expect(
      page.getByText('Do you have any tie to this business or its people?'),
    ).toBeVisible();
    await inspect('judging-declare');
    const known = await screen.heading.textContent();
    expect(round.titles).toContain(known);
    await screen.press('Yes');
    // No tie is chosen for anybody.
    await screen.dialog.getByRole('button', { name: 'Leave it to another judge' }).click();
    await expect(screen.dialog).toContainText('Choose a type of tie.');
    await screen.dialog.getByLabel('Type of tie').selectOption('Family or close friends');
    await inspect('judging-tie');
    await screen.dialog.getByRole('button', { name: 'Leave it to another judge' }).click();
    await screen.expectMessage('You are not judging this one.');
    await expect(screen.heading).not.toHaveText(known!);
    await screen.press('No, show it');
    await screen.score(MARKET, 1);
    await screen.score(TEAM, 1);
    await inspect('judging-open');
    await screen.press('Save and next');
    await screen.expectHeading('Screening');
    await closeRound(backstage, round.id);
    await page.reload();
    await expect(page.getByText(/1 of 1 done\s· closed, results are not out yet/)).toBeVisible();
    await screen.follow('Done (1)');
    await page.getByRole('main').getByRole('listitem').getByRole('link').click();
    await expect(page.getByText('This round is closed.')).toBeVisible();
    await expect(page.getByText('1: Not at all').first()).toBeVisible();
    await inspect('judging-closed');
  },
);

test(
  'a round that closes while its judge writes says so, and takes nothing away',
  { tag: '@phone' },
  async ({ page, backstage, mailbox }) => {
    const judge = await createJudge(backstage, mailbox);
    const round = await openRound(backstage, [judge], { proposals: 1, spares_own_region: false });
    const [first] = await backstage.call<{ id: string }[]>('GET', '/reviews/', judge);
    const screen = new ReviewScreen(page);
    await openAs(page, judge, `/dashboard/judging/${round.id}/${first!.id}`);
    await screen.score(MARKET, 3);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await closeRound(backstage, round.id);
    await page.getByLabel('What is strong').fill('Three shops sell it.');
    await expect(page.getByText('Not saved: This round is closed.')).toBeVisible();
    await expect(page.getByLabel('What is strong')).toHaveValue('Three shops sell it.');
    await page.reload();
    await expect(page.getByText('It is saved on this device:')).toBeVisible();
    await expect(page.getByText('Three shops sell it.')).toBeVisible();
    await screen.open('/dashboard/judging');
    await expect(page.getByText('1 review could not be sent')).toBeVisible();
    await expect(page.getByText('This round is closed.')).toBeVisible();
    await expect(page.getByText(/^Sending/)).toHaveCount(0);
    await page.getByRole('alert').getByRole('link').click();
    await screen.press('Delete from this device');
    await screen.dialog.getByRole('button', { name: 'Delete from this device' }).click();
    await expect(page.getByText('It is saved on this device:')).toHaveCount(0);
    await screen.open('/dashboard/judging');
    await screen.expectHeading('Judging');
    await expect(page.getByText('0 of 1 done')).toBeVisible();
    await expect(page.getByText('could not be sent')).toHaveCount(0);
  },
);

test(
  'keys score, step, submit, and do nothing while somebody writes',
  { tag: '@desktop' },
  async ({ page, backstage, mailbox }) => {
    const judge = await createJudge(backstage, mailbox);
    const round = await openRound(backstage, [judge], { spares_own_region: false });
    const [first] = await backstage.call<{ id: string }[]>('GET', '/reviews/', judge);
    const screen = new ReviewScreen(page);
    await openAs(page, judge, `/dashboard/judging/${round.id}/${first!.id}`);
    await expect(screen.criterion(MARKET)).toBeVisible();
    await page.keyboard.press('5');
    await screen.expectScore(MARKET, 5);
    await page.keyboard.press('2');
    await screen.expectScore(TEAM, 2);
    await page.keyboard.press('k');
    await page.keyboard.press('4');
    await screen.expectScore(MARKET, 4);
    await page.getByLabel('Note to the firm').fill('');
    await page.keyboard.type('2 of 5, c?');
    await expect(page.getByLabel('Note to the firm')).toHaveValue('2 of 5, c?');
    await screen.expectScore(MARKET, 4);
    await page.getByLabel('Note to the firm').blur();
    await page.keyboard.press('?');
    await expect(screen.dialog).toContainText('Keyboard shortcuts');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await screen.expectMessage('Review submitted.');
  },
);

test(
  'a judge changes their interests and has a profile of their own',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, inspect }) => {
    const judge = await createJudge(backstage, mailbox);
    const screen = new Screen(page);
    await openAs(page, judge, '/dashboard/profile');
    await screen.expectHeading('My Profile');
    await expect(page.getByText(judge.email)).toBeVisible();
    await screen.goTo('My conflicts of interest');
    await screen.expectHeading('My conflicts of interest');
    await page.getByLabel('People').fill('Kofi Sarpong\nAma Sarpong');
    await page.getByLabel('Yes, name me in the public record').check();
    await inspect('judge-interests');
    await screen.press('Save changes');
    await screen.expectMessage('Your interests are saved.');
    await page.reload();
    await expect(page.getByLabel('People')).toHaveValue('Kofi Sarpong\nAma Sarpong');
    await expect(page.getByLabel('Yes, name me in the public record')).toBeChecked();
    await screen.open('/dashboard/available-programs');
    await expect(page).toHaveURL(/\/unauthorized/);
  },
);
