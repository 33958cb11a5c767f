/** A judge without a line: what was read opens again, and what is scored stays on the phone. */
import { expect, openAs, test } from './fixtures.ts';
import { createJudge, openRound } from './judging-world.ts';
import { goOffline, goOnline, waitForWorker } from './offline.ts';
import { ReviewScreen } from './pages/review.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'scores given without a line are there after a reload, and go up with the line',
  { tag: '@phone' },
  async ({ page, backstage, mailbox }) => {
    const judge = await createJudge(backstage, mailbox);
    const round = await openRound(backstage, [judge], { spares_own_region: false });
    const [first] = await backstage.call<{ id: string }[]>('GET', '/reviews/', judge);
    const screen = new ReviewScreen(page);
    const path = `/dashboard/judging/${round.id}/${first!.id}`;
    await openAs(page, judge, path);
    await waitForWorker(page);
    await screen.open(path);
    await screen.score('Market', 4);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await goOffline(page, '/rounds/', '/reviews/', `/reviews/${first!.id}`);
    await screen.score('Team', 5);
    await expect(page.getByText('Saved on this phone')).toBeVisible();
    await page.reload();
    await screen.expectScore('Market', 4);
    await screen.expectScore('Team', 5);
    await screen.press('Save and next');
    await screen.expectMessage('Your review is saved on this device');
    // What was finished here is done, also in the list that was kept before.
    await screen.open(`/dashboard/judging/${round.id}`);
    await expect(page.getByText(/^.*1 of 2 done/)).toBeVisible();
    await goOnline(page);
    // Whichever screen is open sends what is left.
    await expect
      .poll(async () => {
        const { state, total } = await backstage.call<{ state: string; total: number | null }>(
          'GET',
          `/reviews/${first!.id}`,
          judge,
        );
        return { state, total };
      })
      .toEqual({ state: 'submitted', total: 85 });
  },
);
