/** A pitch round as an admin sets it up and runs its evening. */
import { API_BASE } from '#domain/api.ts';
import type { Locator } from '@playwright/test';
import { inDays, newName, type Backstage, type SignedIn } from './backstage.ts';
import { expect, openAs, settled, test } from './fixtures.ts';
import { createJudge, openRound } from './judging-world.ts';
import { goOffline, goOnline } from './offline.ts';
import { Screen } from './pages/screen.ts';

/** Of five minutes: begun, and not stopped by whatever came since, however long that took. */
const RUNNING = /^[0-4]:\d\d$/;
const ANCHORS = ['Not at all', 'A little', 'Fairly', 'Very', 'Outstanding'];

test('a pitch round from its set-up to the release @desktop', async ({
  page,
  backstage,
  mailbox,
  inspect,
  takeScreenshot,
}) => {
  const admin = await backstage.admin();
  const screen = new Screen(page);
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const names = [newName('Amber'), newName('Birch'), newName('Cedar')];
  const proposals: { id: string }[] = [];
  for (const title of names)
    proposals.push(await backstage.submitProposal(applicant, program, { title }));
  const judges = [
    await createJudge(backstage, mailbox, { first_name: 'Esi', last_name: newName('Anan') }),
    await createJudge(backstage, mailbox, { first_name: 'Kojo', last_name: newName('Boye') }),
  ];
  const part = async (label: string) => {
    const link = page
      .getByRole('navigation', { name: 'Parts of the round' })
      .getByRole('link', { name: label });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  };

  await test.step('one call makes a draft for each zone', async () => {
    await openAs(page, admin, '/dashboard/admin/rounds/create');
    await page.getByLabel('Program', { exact: true }).selectOption({ label: program.title });
    await screen.fill({ Name: 'Zones' });
    await page.getByLabel('Kind of round').selectOption('pitch');
    await expect(page.getByLabel('Reviews per proposal')).toHaveCount(0);
    await page.getByLabel('Create five rounds, one for each zone').check();
    await screen.unfold('Criteria');
    await expect
      .poll(async () => (await page.getByText('From 1 to 100.').boundingBox())?.width, 'it is seen')
      .toBeGreaterThan(50);
    await screen.fill({ 'Name of the criterion': 'Market', Weight: '60' });
    for (const [at, text] of ANCHORS.entries())
      await screen.fill({ [`What a ${at + 1} means`]: text });
    await inspect('admin-pitch-zones');
    await screen.press('Create a round');
    await screen.expectMessage('Five rounds created.');
    await expect(page.getByRole('link', { name: /^Zones: / })).toHaveCount(5);
  });

  await test.step('another is set up with hall, minutes and sessions, and opened', async () => {
    await page
      .getByRole('link', { name: /^Zones: / })
      .first()
      .click();
    await page.getByLabel('All regions').waitFor({ state: 'hidden' });
    await screen.fill({ Name: 'Tamale', Places: '1' });
    for (const box of await page
      .getByRole('group', { name: 'Regions' })
      .getByRole('checkbox')
      .all())
      await box.uncheck();
    await page.getByLabel('Closes at (date and time)').fill(inDays(7).slice(0, 16));
    await screen.unfold('Judges, and what applicants are told');
    for (const { id } of judges) await page.locator(`[name="judge_ids.${id}"]`).check();
    await screen.unfold('How judges work');
    await screen.fill({
      'Venue (optional)': 'Tamale Cultural Centre',
      Pitch: '5',
      Questions: '5',
      'Changing over': '0',
    });
    await screen.press('Add a session');
    await page.getByLabel('Begins at (date and time)').fill(`${inDays(2).slice(0, 10)}T09:00`);
    await screen.fill({ 'Begins with pitch number': '2' });
    await screen.press('Save');
    await expect(screen.refusal).toContainText('The first begins with pitch 1');
    await inspect('admin-pitch-setup-refused');
    await screen.fill({ 'Begins with pitch number': '1' });
    await screen.press('Save');
    await screen.expectMessage('Round saved.');
    await backstage.moveDeadline(program, new Date(Date.now() - 1000).toISOString());
    await screen.press('Preview opening');
    await expect(screen.dialog).toContainText('3 pitches, each scored by all 2 judges.');
    await inspect('admin-pitch-preview');
    await screen.dialog.getByRole('button', { name: 'Open round' }).click();
    await screen.expectMessage('Round opened. 2 judges have been told.');
  });

  await test.step('the order moves, and somebody is absent and here again', async () => {
    await part('Proposals');
    const first = (await page.locator('tbody tr').first().getByRole('link').textContent())!;
    await expect(page.locator('tbody tr').first()).toContainText('9:00');
    await screen.press(`Move to…: ${first}`);
    await screen.dialog.getByLabel('Place in the order').fill('3');
    await screen.dialog.getByRole('button', { name: 'Save' }).click();
    await screen.expectMessage('Order changed.');
    await expect(page.locator('tbody tr').last()).toContainText(first);
    await expect(page.locator('tbody tr').last()).toContainText('9:20');
    await screen.press(`Absent: ${first}`);
    await screen.expectMessage(`${first} is absent.`);
    await inspect('admin-pitch-entries');
    await screen.press(`Here: ${first}`);
    await screen.expectMessage(`${first} is here.`);
    await part('Set-up');
    await inspect('admin-pitch-frozen');
    await part('Progress');
    await inspect('admin-pitch-progress');
    await screen.press('Close now');
    await expect(screen.dialog).toContainText('3 missing, nothing sent yet');
    await inspect('admin-pitch-close');
    await screen.dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('its owner reads when it is', async () => {
    const other = await page.context().browser()!.newContext();
    const theirs = await other.newPage();
    await openAs(theirs, applicant, `/dashboard/applicant/view-proposal/${proposals[0]!.id}`);
    await expect(
      theirs.getByText(/^Your pitch: .*Tamale Cultural Centre\. 5 minutes/).first(),
    ).toBeVisible();
    await inspect('applicant-pitch', theirs);
    await other.close();
  });

  const roundId = new URL(page.url()).pathname.split('/').at(-1)!;
  const clock = page.getByRole('timer');
  const stage = page.getByRole('region', { name: 'On stage' });
  const callOf = (name: string) =>
    backstage.call<{ code: string; business_name: string }[]>(
      ...(['GET', `/rounds/${roundId}/${name}`, { token: admin.token }] as const),
    );
  const entries = await callOf('entries');
  const [one, two, three] = entries as [Entry, Entry, Entry];

  await test.step('the desk fits on one screen, and the wall beside it follows', async () => {
    await screen.follow('Open the desk');
    await expect(stage).toContainText(one.business_name);
    await expect(page.getByRole('region', { name: 'Judges' })).toContainText('Not ready');
    await settled(page);
    const excess = 'document.documentElement.scrollHeight - innerHeight';
    await expect.poll(() => page.evaluate(excess)).toBeLessThanOrEqual(0);
    await inspect('admin-desk');
    const other = await page.context().browser()!.newContext();
    const theirs = await other.newPage();
    await theirs.goto(page.url());
    const [heading, link] = (['heading', 'link'] as const).map((role) =>
      theirs.getByRole(role, { name: 'Sign in' }),
    ) as [Locator, Locator];
    await expect(link).toBeVisible();
    const indent = async () => (await link.boundingBox())!.x - (await heading.boundingBox())!.x;
    await expect.poll(indent, 'the link stands below the heading').toBe(0);
    await expect(theirs.locator('body > [data-splash]')).toBeHidden();
    await inspect('admin-desk-signed-out', theirs);
    await other.close();
  });
  const popup = page.waitForEvent('popup');
  await screen.press('Open the wall');
  const wall = await popup;
  const calls: string[] = [];
  await wall.setViewportSize({ width: 1920, height: 1080 });
  await test.step('somebody is on stage; a reload stops nothing', async () => {
    await expect(wall.getByText(one.business_name)).toBeVisible();
    wall.on('request', (request) => {
      if (request.url().includes(API_BASE)) calls.push(request.url());
    });
    await screen.press('Start');
    await expect(wall.getByText('Pitch', { exact: true })).toBeVisible();
    await expect(wall.getByRole('timer')).toHaveText(RUNNING);
    await expect(wall.getByText(`Next: ${two.code} ${two.business_name}`)).toBeVisible();
    await expect(page.getByText(/^All sent/)).toBeVisible();
    await inspect('wall-pitch', wall);
    await page.reload();
    await expect(clock).toHaveText(RUNNING);
    await expect(wall.getByRole('timer')).toHaveText(RUNNING);
    expect((await callOf('entries'))[0]).toMatchObject({ ended_at: null });
  });

  await test.step('without signal nothing is lost, and it is sent in order', async () => {
    await goOffline(page);
    await screen.press('Questions');
    await expect(wall.getByText('Questions', { exact: true })).toBeVisible();
    await screen.press('End and next');
    await screen.press(`Absent: ${two.business_name}`);
    await screen.press(`Move to…: ${three.business_name}`);
    await screen.dialog.getByLabel('Place in the order').fill('2');
    await screen.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('3 changes to send')).toBeVisible();
    await expect(stage).toContainText(three.business_name);
    await expect(wall.getByText(three.business_name)).toBeVisible();
    await inspect('admin-desk-offline');
    await goOnline(page);
    await expect(page.getByText(/^All sent/)).toBeVisible();
    const states = (await callOf('entries')).map(({ code, ...row }) => [code, (row as any).state]);
    expect(states).toEqual([
      [one.code, 'in'],
      [three.code, 'in'],
      [two.code, 'absent'],
    ]);
    await screen.press('Start');
    await screen.press('End and next');
    await expect(stage).toContainText('All pitches are over.');
    expect(calls, 'the wall makes no call').toEqual([]);
  });

  await test.step('one judge scores on a phone, the other on paper, typed twice', async () => {
    await sendScores(backstage, judges[0]!, roundId, { [one.code]: 4, [three.code]: 2 });
    await screen.follow('The round');
    await screen.follow('Paper sheets');
    await inspect('admin-sheets-print');
    await page.emulateMedia({ media: 'print' });
    if (process.env['SCREENS']) await takeScreenshot('admin-sheets-printed');
    await page.emulateMedia({ media: 'screen' });
    await screen.follow('Type in');
    const [, { last_name: last }] = (await Promise.all(
      judges.map(({ token }) => backstage.call<any>('GET', '/auth/me', { token })),
    )) as [unknown, { last_name: string }];
    await page.getByLabel('Judge', { exact: true }).selectOption({ label: `Kojo ${last}` });
    const type = async (keys: string) => {
      await page.locator('tbody input').first().focus();
      await page.keyboard.type(keys, { delay: 5 });
    };
    await type('4');
    await page.keyboard.press('Enter');
    await expect(screen.row(one.code)).toContainText('Saved');
    await page.keyboard.type('3');
    // It is saved, but the answer is lost: sent again, it is not the second typing.
    let isLost = false;
    await page.route(`**/rounds/${roundId}/sheets`, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.press('Enter');
    await expect(screen.row(three.code)).toContainText('Press Enter to try again.');
    await screen.row(three.code).locator('input').first().press('Enter');
    await expect(screen.row(three.code)).toContainText('Saved');
    await screen.press('Type the pile again');
    await expect(screen.row(three.code)).toContainText('Once');
    await type('5');
    await page.keyboard.press('Enter');
    await expect(screen.row(one.code)).toContainText('Differs');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect(screen.row(three.code)).toContainText('Same as before');
    await inspect('admin-sheets-typed');
    await screen.follow('Differences (1)');
    await screen.press(new RegExp(`^Settle: ${one.code}`));
    await screen.dialog.getByLabel('Market').selectOption('5');
    await screen.dialog.getByLabel('Note').fill('The sheet says five; the first typing was wrong.');
    await inspect('admin-sheets-settle');
    await screen.dialog.getByRole('button', { name: 'Settle' }).click();
    await screen.expectMessage('Settled.');
    await inspect('admin-sheets-differences');
  });

  await test.step('the evening: closed, sealed, shown one by one, released', async () => {
    await screen.follow('The round');
    await screen.follow('Open the desk');
    await screen.press('Close now');
    await expect(screen.dialog).toContainText('All reviews have been submitted.');
    await screen.dialog.getByRole('button', { name: 'Close now' }).click();
    await expect(wall.getByText('The pitches are over.')).toBeVisible();
    await screen.expectMessage('Round closed.');
    await page.route(/step-dialog.*\.js/, (route) => route.abort());
    await screen.press('Fill from ranking');
    await screen.expectMessage('This part could not be loaded.');
    await page.unroute(/step-dialog.*\.js/);
    await page.reload();
    await screen.press('Fill from ranking');
    await screen.press('Seal results');
    await screen.dialog.getByRole('button', { name: 'Seal results' }).click();
    await screen.expectMessage('Results sealed.');
    await expect(wall.getByText(one.business_name)).toHaveCount(0);
    await screen.follow('Open the desk');
    await expect(page.getByText('0 of 1 selected shown on the wall')).toBeVisible();
    await wall.keyboard.press('Space');
    await expect(wall.getByText(one.business_name)).toBeVisible();
    await inspect('wall-selected', wall);
    await wall.keyboard.press('Space');
    await expect(wall.getByText(one.business_name)).toBeVisible();
    await expect(wall.getByText(three.business_name)).toHaveCount(0);
    await inspect('admin-desk-sealed');
    await screen.follow('Go to the release');
    await screen.press('Release now');
    await expect(screen.dialog).toContainText('Absent');
    await screen.dialog.getByRole('button', { name: 'Release now' }).click();
    await screen.expectMessage('Results released.');
  });
});

test.describe('without a line', () => {
  test.use({ serviceWorkers: 'allow' });

  test('once it is ready, desk and wall open without signal and session @desktop', async ({
    page,
    backstage,
    mailbox,
    inspect,
  }) => {
    const admin = await backstage.admin();
    const judge = await createJudge(backstage, mailbox);
    const setup = { kind: 'pitch', reviews_per_proposal: undefined };
    const round = await openRound(backstage, [judge], setup);
    const path = `/dashboard/admin/rounds/${round.id}`;
    const screen = new Screen(page);
    const readEntries = () =>
      backstage.call<{ business_name: string; started_at: string | null; state: string }[]>(
        ...(['GET', `/rounds/${round.id}/entries`, { token: admin.token }] as const),
      );
    await openAs(page, admin, path);
    // Other journeys move the clock of the server.
    const { date } = (await page.request.get('/healthz')).headers();
    await page.clock.setSystemTime(date!);
    await screen.follow('Open the desk');
    await screen.press('Get ready');
    await expect(screen.dialog).toContainText('The desk and the wall open without signal.');
    await expect(screen.dialog).toContainText('2 pitches are in this browser.');
    await expect(screen.dialog).toContainText('The clock of this computer is right.');
    await inspect('admin-desk-ready');
    await screen.press('Done');
    const [one, two] = await readEntries();
    await goOffline(page);
    await screen.press('Start');
    // A power cut, and then the end of the session: the clock runs on.
    await page.reload();
    await expect(page.getByRole('timer')).toHaveText(RUNNING);
    await page.evaluate(
      `['token', 'root', 'session-started'].forEach((key) => localStorage.removeItem(key))`,
    );
    await page.reload();
    await expect(page.getByRole('timer')).toHaveText(RUNNING);
    await screen.press(`Absent: ${two!.business_name}`);
    await expect(page.getByText('2 changes to send')).toBeVisible();
    const wall = await page.context().newPage();
    await wall.goto(`${path}/wall`, { waitUntil: 'commit' });
    await expect(wall.getByText(one!.business_name)).toBeVisible();
    await goOnline(page);
    await expect(page.getByText(/^All sent/)).toBeVisible();
    const after = await readEntries();
    expect(after[0]!.started_at).not.toBeNull();
    expect(after[1]!.state).toBe('absent');
  });
});

type Entry = { code: string; business_name: string };

/** As a phone in the hall does; the same score for each criterion. */
async function sendScores(
  backstage: Backstage,
  { token }: SignedIn,
  roundId: string,
  given: Record<string, number>,
): Promise<void> {
  const pack = await backstage.call<{
    round: { criteria: { id: string }[] };
    entries: { review_id: string; code: string }[];
  }>('GET', `/rounds/${roundId}/pack`, { token });
  const rows = pack.entries.filter(({ code }) => given[code] !== undefined);
  await backstage.call('POST', `/rounds/${roundId}/sync`, {
    token,
    json: {
      device: 'phone',
      sent_at: new Date().toISOString(),
      entries: rows.map(({ review_id, code }, n) => ({
        ...{ key: code, n, review_id, changed_at: new Date().toISOString(), has_conflict: false },
        scores: Object.fromEntries(pack.round.criteria.map(({ id }) => [id, given[code]])),
      })),
    },
  });
}
