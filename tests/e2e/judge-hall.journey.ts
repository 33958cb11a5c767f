/** A judge's day in a hall: once the phone is ready, it needs neither signal nor session. */
import type { Page } from '@playwright/test';
import type { Backstage, SignedIn } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { createJudge, openRound } from './judging-world.ts';
import { goOffline, goOnline } from './offline.ts';
import { ReviewScreen } from './pages/review.ts';

test.use({ serviceWorkers: 'allow' });

const END_SESSION = `['token', 'root', 'session-started'].forEach((key) => localStorage.removeItem(key))`;
/** More than until the next try. */
const NEXT_TRY_MS = 20_500;

/** What the server has received from the phone, by the code of the pitch. */
async function readVersions(backstage: Backstage, { token }: SignedIn, roundId: string) {
  type Entry = { review_id: string; code: string; review_state: string };
  const { entries } = await backstage.call<{ entries: Entry[] }>(
    ...(['GET', `/rounds/${roundId}/pack`, { token }] as const),
  );
  const all: Record<string, { state: string; scores: number[][] }> = {};
  for (const { review_id: id, code, review_state: state } of entries) {
    type Received = { source: string; scores: Record<string, number> };
    const received = await backstage.call<Received[]>('GET', `/reviews/${id}/versions`, { token });
    const scores = received.map((one) => Object.values(one.scores ?? {}));
    all[code] = { state, scores: scores.filter((given) => given.length > 0) };
  }
  return all;
}

const codeOf = async (page: Page): Promise<string> =>
  /\b[A-Z0-9]{4}\b/.exec(await page.locator('h1 + p').innerText())![0];

test(
  'ready once, a judge scores without signal and session; all of it arrives, nothing twice',
  { tag: '@phone' },
  async ({ page, backstage, mailbox, inspect }) => {
    const judge = await createJudge(backstage, mailbox);
    const other = await createJudge(backstage, mailbox, { first_name: 'Kofi' });
    const setup = { kind: 'pitch', reviews_per_proposal: undefined, proposals: 3 };
    const round = await openRound(backstage, [judge, other], setup);
    const path = `/dashboard/judging/${round.id}/pitch`;
    const screen = new ReviewScreen(page);
    const expectState = (text: string | RegExp) =>
      expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
    const getReady = async () => {
      await screen.press('Get ready');
      await expect(page.getByText('This page opens without signal.')).toBeVisible();
      await expect(page.getByText('3 pitches are on this phone.')).toBeVisible();
      await screen.press(/^Go on/);
      await screen.press('None of these');
    };

    await openAs(page, judge, '/dashboard/judging');
    await screen.follow('Get ready for the hall');
    await getReady();
    await expectState('All sent');
    await inspect('pitch');
    await goOffline(page);
    await screen.score('Market', 4);
    await screen.score('Team', 5);
    await expectState('No signal. Your scores are safe on this phone.');
    const first = await codeOf(page);
    await screen.press('Next');
    const second = await codeOf(page);
    await screen.score('Market', 2);

    // An empty battery, and then the end of the session: the pitch on the screen is still there.
    await page.reload();
    await screen.expectScore('Market', 2);
    await page.evaluate(END_SESSION);
    await backstage.call('POST', '/auth/logout', { token: judge.token });
    await page.goto(path);
    await expect(page.getByText('Efua Sarpong is scoring')).toBeVisible();
    await screen.score('Team', 3);
    await screen.press('Next');
    const third = await codeOf(page);
    await expect(screen.heading).toBeFocused();
    await screen.press('I did not hear this one');
    await screen.press('Next');
    await expect(page.getByText('3 not sent: go where there is signal')).toBeVisible();
    await page.getByLabel('Number, code or name').fill(first.toLowerCase());
    await inspect('pitch-list');
    await page.getByRole('button', { name: new RegExp(first) }).click();
    await screen.expectScore('Team', 5);

    await goOnline(page);
    await expectState('All sent');
    const again = await backstage.signIn(judge);
    const received = {
      [first]: { state: 'submitted', scores: [[4], [5]] },
      [second]: { state: 'submitted', scores: [[2], [3]] },
      [third]: { state: 'abstained', scores: [] },
    };
    await expect(readVersions(backstage, again, round.id)).resolves.toEqual(received);

    // A score that waits, and another judge takes the phone.
    await page.route('**/sync', (route) => route.fulfill({ body: '<h1>Hotel Bolga</h1>' }));
    await screen.score('Market', 1);
    await expectState('No signal. Your scores are safe on this phone.');
    await openAs(page, other, path);
    await expect(screen.heading).toHaveText('Get ready for the hall');
    await expect(page.getByText('Efua')).toBeHidden();
    await page.unroute('**/sync');
    await page.clock.fastForward(NEXT_TRY_MS);
    await expect
      .poll(async () => (await readVersions(backstage, again, round.id))[first]!.scores)
      .toEqual([[4], [5], [1]]);
    await getReady();
    await expect(page.getByText('Kofi Sarpong is scoring')).toBeVisible();
    await expect(screen.criterion('Market').getByRole('radio', { checked: true })).toHaveCount(0);
  },
);
