/** What was decided about several proposals by mistake is undone before anybody hears of it. */
import type { Page } from '@playwright/test';
import { Backstage, type NamedItem } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { Mailbox } from './mailbox.ts';
import { Submissions } from './pages/submissions.ts';
import { startRealServer } from './real-server.ts';

/** Longer than any journey takes; the page's own clock is moved on instead. */
const UNDO_SECONDS = 300;
const REASON = 'The business is too early for this program. Please come back with figures.';

class Desk extends Submissions {
  notice(title: string) {
    return this.page.getByRole('group', { name: title });
  }

  undo(title: string) {
    return this.notice(title).getByRole('button', { name: 'Undo' });
  }

  async decline(proposals: NamedItem[]): Promise<void> {
    await this.choose(proposals, 'Decline');
    await this.dialog.getByLabel('Reason', { exact: true }).fill(REASON);
    await this.dialog.getByRole('button', { name: 'Review' }).click();
    await this.confirm(/^Decline/);
  }

  async approve(proposals: NamedItem[]): Promise<void> {
    await this.choose(proposals, 'Approve');
    await this.confirm(/^Approve/);
  }

  private async choose(proposals: NamedItem[], action: string): Promise<void> {
    for (const { title } of proposals)
      await this.page.getByRole('checkbox', { name: `Select: ${title}` }).check();
    const bar = this.page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: action }).click();
  }

  private async confirm(name: RegExp): Promise<void> {
    await this.dialog.getByRole('button', { name }).click();
    await expect(this.dialog).toHaveCount(0);
  }
}

/** A server of its own, on which an undo is possible for long, with three proposals. */
async function openDesk(page: Page) {
  const server = await startRealServer({ UNDO_SECONDS: String(UNDO_SECONDS) });
  const backstage = new Backstage(server.url, new Mailbox(server.dataDir, null));
  const program = await backstage.createProgram();
  const applicant = await backstage.createApplicant();
  const proposals = [
    await backstage.submitProposal(applicant, program),
    await backstage.submitProposal(applicant, program),
    await backstage.submitProposal(applicant, program),
  ] as [NamedItem, NamedItem, NamedItem];
  const address = `${server.url}/dashboard/admin/submissions?program_id=${program.id}`;
  await page.clock.install();
  const admin = await backstage.createAdmin();
  await openAs(page, admin, address);
  const decisionOf = async ({ id }: NamedItem) => {
    const { token } = await backstage.admin();
    const path = `/proposals/${id}/admin?peek=true`;
    return (await backstage.call<{ decision: string }>('GET', path, { token })).decision;
  };
  const decisions = () => Promise.all(proposals.map(decisionOf));
  return { server, backstage, admin, proposals, address, decisions, list: new Desk(page) };
}

test(
  'a mass decision is undone while its mails wait, by keyboard, and after a look at one of them',
  { tag: '@desktop' },
  async ({ page, inspect }) => {
    const { server, backstage, admin, proposals, decisions, list, address } = await openDesk(page);
    const [first, second, third] = proposals;
    const declined = 'You can still undo “Decline 3 proposals”';

    await test.step('it is offered where the list is, and says what waits', async () => {
      await list.decline(proposals);
      await expect(list.notice(declined)).toBeFocused();
      await expect(list.notice(declined)).toContainText(
        '3 applicants get an email 300 seconds after the change. Until then, nobody is told.',
      );
      await expect(decisions()).resolves.toEqual(['declined', 'declined', 'declined']);
      await inspect('bulk-undo');
    });

    await test.step('it outlasts a filter, a look at a proposal, and a reload', async () => {
      await list.searchFor(first.title);
      await expect(list.undo(declined)).toBeVisible();
      await list.row(first.title).getByRole('link').first().click();
      await list.expectHeading(first.title);
      await page.goBack();
      await expect(list.undo(declined)).toBeVisible();
      await page.reload();
      await expect(list.undo(declined)).toBeVisible();
      await list.open(address);
    });

    await test.step('a colleague who goes on in the same tab is not offered it', async () => {
      await openAs(page, await backstage.createAdmin(), address);
      await expect(list.row(first.title)).toBeVisible();
      await expect(list.notice(declined)).toHaveCount(0);
      await openAs(page, admin, address);
      await expect(list.undo(declined)).toBeVisible();
    });

    await test.step('what a colleague has decided since is left, and told', async () => {
      const { token } = await backstage.admin();
      const data = new FormData();
      data.set('is_approved', 'true');
      await backstage.call('PATCH', `/proposals/${third.id}/admin`, { token, data });
      await list.undo(declined).focus();
      await page.keyboard.press('Enter');
      const undone = list.notice('“Decline 3 proposals” was undone for 2 of 3');
      await expect(undone).toBeFocused();
      await expect(undone).toContainText(
        'They are as they were before. 1 proposal was left as it is: somebody has decided it since, or its applicant has been told.',
      );
      await expect(list.row(first.title)).toContainText('Unapproved');
      await expect(decisions()).resolves.toEqual(['undecided', 'undecided', 'approved']);
      await inspect('bulk-undone');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(undone).toHaveCount(0);
      await expect(list.heading).toBeFocused();
    });

    await test.step('of two changes, each has its own; both go when their time is over', async () => {
      await list.approve([first]);
      await list.decline([second]);
      const approved = 'You can still undo “Approve 1 proposal”';
      await list.undo(approved).click();
      await expect(list.notice('“Approve 1 proposal” was undone')).toContainText(
        'It is as it was before.',
      );
      await list.undo('You can still undo “Decline 1 proposal”').focus();
      await page.clock.fastForward(UNDO_SECONDS * 1000);
      await expect(list.notice('You can still undo “Decline 1 proposal”')).toHaveCount(0);
      await expect(decisions()).resolves.toEqual(['undecided', 'declined', 'approved']);
    });
    await expect(server.stop()).resolves.toBe(0);
  },
);

test(
  'an undo without an answer is asked for again; one that comes too late says so',
  { tag: '@desktop' },
  async ({ page }) => {
    const { server, backstage, proposals, decisions, list } = await openDesk(page);
    const [first, second, third] = proposals;

    await test.step('the answer is lost, the undo is not', async () => {
      const offered = 'You can still undo “Approve 2 proposals”';
      await list.approve([first, second]);
      await page.route('**/bulk/*/undo', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await list.undo(offered).click();
      await expect(list.notice(offered)).toContainText('No answer arrived.');
      await page.unroute('**/bulk/*/undo');
      await page.clock.fastForward(UNDO_SECONDS * 1000);
      await list.undo(offered).click();
      await expect(list.notice('“Approve 2 proposals” was undone')).toBeFocused();
      await expect(decisions()).resolves.toEqual(['undecided', 'undecided', 'undecided']);
    });

    await test.step('somebody else has decided all of it', async () => {
      await list.approve([third]);
      const { token } = await backstage.admin();
      const data = new FormData();
      data.set('is_approved', 'false');
      await backstage.call('PATCH', `/proposals/${third.id}/admin`, { token, data });
      await list.undo('You can still undo “Approve 1 proposal”').click();
      const refused = list.notice('“Approve 1 proposal” was not undone');
      await expect(refused).toContainText(
        'This can no longer be undone: the time has run out, or somebody has decided since. Nothing was changed.',
      );
    });
    await expect(server.stop()).resolves.toBe(0);
  },
);
