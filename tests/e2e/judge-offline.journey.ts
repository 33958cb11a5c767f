/** A judge without a line: what was read opens again, and what is scored stays on the phone. */
import { expect, openAs, test } from './fixtures.ts';
import { createJudge, openRound } from './judging-world.ts';
import { ReviewScreen } from './pages/review.ts';

test.use({ serviceWorkers: 'allow' });

test(
  'scores given without a line are there after a reload, and go up with the line',
  { tag: '@once' },
  async ({ page, context, backstage, mailbox }) => {
    const judge = await createJudge(backstage, mailbox);
    const round = await openRound(backstage, [judge], { spares_own_region: false });
    const [first] = await backstage.call<{ id: string }[]>('GET', '/reviews/', judge);
    const screen = new ReviewScreen(page);
    const path = `/dashboard/judging/${round.id}/${first!.id}`;
    await openAs(page, judge, path);
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'))
      .toBe(true);
    await screen.open(path);
    await screen.score('Market', 4);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const isKept = (address: string) =>
      page.evaluate(
        `caches.match("/api/v1/${address}", { ignoreVary: true }).then((answer) => answer !== undefined)`,
      );
    for (const address of ['rounds/', 'reviews/', `reviews/${first!.id}`])
      await expect.poll(() => isKept(address)).toBe(true);
    await context.setOffline(true);
    await screen.score('Team', 5);
    await expect(page.getByText('Saved on this phone')).toBeVisible();
    await page.reload();
    await screen.expectScore('Market', 4);
    await screen.expectScore('Team', 5);
    await context.setOffline(false);
    await screen.press('Save and next');
    await expect
      .poll(async () => {
        const { total } = await backstage.call<{ total: number | null }>(
          'GET',
          `/reviews/${first!.id}`,
          judge,
        );
        return total;
      })
      .toBe(85);
  },
);
