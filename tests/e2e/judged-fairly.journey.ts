/** From a judge's invitation to the check that anybody can make: a phone and a desk. */
import { checkRecord } from '../check-record.ts';
import { inDays, newName } from './backstage.ts';
import { expect, openAs, test } from './fixtures.ts';
import { JUDGE_PASSWORD, readInvitation } from './judging-world.ts';
import { CodeScreen } from './pages/accounts.ts';
import { ReviewScreen } from './pages/review.ts';
import { Screen } from './pages/screen.ts';

const ANCHORS = ['Not at all', 'A little', 'Fairly', 'Very', 'Outstanding'];

test(
  'invited, accepted, opened, read, closed, sealed, released, and checked by anybody',
  { tag: '@phone' },
  async ({ page, browser, server, backstage, mailbox, readCode }) => {
    const admin = await backstage.admin();
    const program = await backstage.createProgram();
    const applicant = await backstage.createApplicant();
    const proposals = [
      await backstage.submitProposal(applicant, program),
      await backstage.submitProposal(applicant, program),
    ];
    await backstage.moveDeadline(program, inDays(-1));
    const email = `${newName('esi').replace(' ', '.')}@judges.example`;
    const lastName = newName('Quaye').replace(' ', '-');

    const judge = new ReviewScreen(page);
    const deskPage = await browser.newPage({
      baseURL: server.url,
      viewport: { width: 1280, height: 800 },
    });
    const desk = new Screen(deskPage);
    /** Presses the step, and its button in the dialog that asks first. */
    const step = async (name: string, said: string) => {
      await desk.press(name);
      await desk.dialog.getByRole('button', { name }).click();
      await desk.expectMessage(said);
      await expect(desk.dialog).toHaveCount(0);
    };

    await test.step('an admin invites', async () => {
      await openAs(deskPage, admin, '/dashboard/admin/judges');
      await desk.follow('Invite a judge');
      await desk.expectHeading('Invite a judge');
      await desk.fill({ Email: email, 'First name': 'Esi', 'Last name': lastName });
      await deskPage.getByLabel('Region').selectOption('Volta');
      await desk.press('Send invitation');
      await desk.expectMessage('Invitation sent.');
    });

    await test.step('the judge accepts from the mail, on a phone', async () => {
      await judge.open(await readInvitation(mailbox, email));
      await judge.expectHeading('Will you judge?');
      await page.getByLabel('I agree to these terms').check();
      await page.getByLabel('Password', { exact: true }).fill(JUDGE_PASSWORD);
      await page.getByLabel('Yes, name me in the public record').check();
      await judge.press('Accept');
      await judge.expectHeading('Log in');
      await page.getByLabel('Password', { exact: true }).fill(JUDGE_PASSWORD);
      await judge.press('Log in');
      await judge.expectHeading('Enter your code');
      await new CodeScreen(page).typeCode(await readCode(email));
      await expect(page).toHaveURL(/\/dashboard\/judging$/);
    });

    await test.step('the admin sets a round up, and opens it as previewed', async () => {
      await desk.open('/dashboard/admin/rounds/create');
      await deskPage.getByLabel('Program', { exact: true }).selectOption({ label: program.title });
      await desk.fill({ Name: 'Screening', Places: '1' });
      await deskPage.getByLabel('Closes at (date and time)').fill(inDays(7).slice(0, 16));
      await desk.unfold('How judges work');
      await desk.fill({ 'Reviews per proposal': '1' });
      await desk.unfold('Judges, and what applicants are told');
      await deskPage.getByLabel(`Esi ${lastName}`).check();
      await desk.unfold('Criteria');
      await desk.fill({ 'Name of the criterion': 'Market', Weight: '60' });
      for (const [at, text] of ANCHORS.entries())
        await desk.fill({ [`What a ${at + 1} means`]: text });
      await desk.press('Create a round');
      await desk.expectMessage('Round created.');
      await desk.press('Preview assignment');
      await expect(desk.dialog).toContainText('2 proposals, read by 1 judge.');
      await desk.dialog.getByRole('button', { name: 'Open round' }).click();
      await desk.expectMessage('Round opened. 1 judge has been told.');
    });
    const roundId = new URL(deskPage.url()).pathname.split('/').at(-1)!;

    await test.step('the judge hears of it, and reads to the end', async () => {
      const { text } = await mailbox.waitFor(email, /2 proposals for you to judge/);
      expect(text).toContain('Allow 4 minutes in all');
      await judge.open('/dashboard/judging');
      await expect(page.getByText(/^0 of 2 done\s· closes /)).toBeVisible();
      await judge.follow('Start');
      await expect(page.getByText('We’ve hidden names')).toBeVisible();
      const first = await judge.heading.textContent();
      await judge.score('Market', 5);
      await judge.press('Save and next');
      await judge.expectMessage('Review submitted.');
      await expect(judge.heading).not.toHaveText(first!);
      await judge.score('Market', 2);
      await judge.press('Save and next');
      await judge.expectHeading('Screening');
      await expect(page.getByText('No proposals are waiting for you.')).toBeVisible();
      await judge.expectNoSidewaysScroll();
    });

    await test.step('the admin closes, decides, seals and releases', async () => {
      await desk.open(`/dashboard/admin/rounds/${roundId}`);
      await step('Close now', 'Round closed.');
      await step('Fill from ranking', 'Outcomes filled from the ranking.');
      await step('Seal results', 'Results sealed.');
      await step('Release now', 'Results released.');
    });

    await test.step('the judge is a witness, and anybody checks the record', async () => {
      const { text } = await mailbox.waitFor(email, /are sealed/);
      const [sha256] = /[0-9a-f]{64}/.exec(text!)!;
      const ranking = await backstage.call<{ proposal_id: string }[]>(
        ...(['GET', `/rounds/${roundId}/ranking`, { token: admin.token }] as const),
      );
      const inOrder = ranking.map(({ proposal_id }) =>
        proposals.find(({ id }) => id === proposal_id)!,
      );
      await judge.open(`/national-pitch-trek/programs/${program.id}/record`);
      await judge.expectHeading('How it was judged');
      await expect(page.getByText(sha256)).toBeVisible();
      await expect(page.getByText(`Esi ${lastName}`)).toBeVisible();
      await expect(page.getByText(inOrder[0]!.title)).toBeVisible();
      await expect(page.getByText(inOrder[1]!.title)).toBeHidden();
      await judge.expectNoSidewaysScroll();
      for (const [at, score] of ['100.00', '25.00'].entries()) {
        const { receipt_number: receipt } = await backstage.call<{ receipt_number: string }>(
          ...(['GET', `/proposals/${inOrder[at]!.id}`, { token: applicant.token }] as const),
        );
        await expect(checkRecord(server.url, program.id, receipt)).resolves.toBe(
          `Screening is what was sealed and in order ; yours: rank ${at + 1}, ${score}`,
        );
      }
    });
    await deskPage.close();
  },
);
