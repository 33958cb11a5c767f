/** How a program was judged, as anybody reads and checks it; and what an applicant learns. */
import { expect, openAs, test } from './fixtures.ts';
import { releaseStage, sealStage, stageRound } from './judging-stage.ts';
import { PublicPages } from './pages/public-pages.ts';

test('the public record, from the opening to the check of an own rank', async ({
  page,
  browser,
  server,
  backstage,
  mailbox,
  inspect,
}) => {
  const site = new PublicPages(page);
  const waiting = await backstage.createProgram();
  const stage = await stageRound(backstage, mailbox);
  const recordPath = `/national-pitch-trek/programs/${stage.program.id}/record`;

  await test.step('before a round opens', async () => {
    await site.open(`/national-pitch-trek/programs/${waiting.id}/record`);
    await expect(page.getByText('Judging has not begun.')).toBeVisible();
  });

  await test.step('from the program to an open round', async () => {
    await site.open(`/national-pitch-trek/programs/${stage.program.id}`);
    await page.getByRole('link', { name: 'How it was judged' }).first().click();
    await site.expectHeading('How it was judged');
    await expect(page.getByText('Judges are reading until')).toBeVisible();
    await expect(page.getByText('7 proposals received')).toBeVisible();
    await inspect('record-open');
  });

  await test.step('sealed: the hash, and no result', async () => {
    await sealStage(backstage, stage);
    await site.open(`${recordPath}?receipt=${stage.proposals[5]!.receipt}`);
    await expect(page.getByText('Results are not out yet.').first()).toBeVisible();
    await expect(page.getByText(stage.proposals[0]!.title)).toBeHidden();
  });

  await test.step('released: who was selected, and where one stands', async () => {
    await releaseStage(backstage, stage);
    await site.open('/national-pitch-trek/record');
    await page.getByRole('link', { name: stage.program.title }).click();
    await expect(page.getByText(stage.proposals[0]!.title)).toBeVisible();
    await expect(page.getByText(stage.proposals[6]!.title)).toBeHidden();
    await expect(page.getByText(stage.judges[0]!.lastName)).toBeVisible();
    await inspect('record-released');
  });

  await test.step('an applicant who was not selected sees why', async () => {
    const loser = stage.proposals[6]!;
    await openAs(page, stage.applicant, `/dashboard/applicant/view-proposal/${loser.id}`);
    await site.expectHeading(loser.title);
    const results = page.getByRole('region', { name: 'Results' });
    await expect(results.getByText('This proposal was not selected.')).toBeVisible();
    await expect(
      results.getByText(
        /^You came 7th of 7 with a score of \d+\.\d\d\. The lowest score selected was/,
      ),
    ).toBeVisible();
    await expect(results.getByRole('row', { name: /^Market / })).toBeVisible();
    await expect(results.getByText('Show what a unit costs').first()).toBeVisible();
    await expect(page.getByText(/^The results of Screening are out/)).toBeVisible();
    await inspect('own-results');
    await results.getByRole('link', { name: 'Find its place in the public record' }).click();
    await expect(page.getByText(/This proposal came 7th of 7/)).toBeVisible();
  });

  await test.step('without script, the box says where one stands', async () => {
    const plain = await browser.newPage({ baseURL: server.url, javaScriptEnabled: false });
    await plain.goto(recordPath);
    const box = plain.getByLabel('Your receipt number');
    const look = plain.getByRole('button', { name: 'Show the result' });
    await box.fill(stage.proposals[5]!.receipt.toLowerCase());
    await look.click();
    await expect(
      plain.getByText(/came 6th of 7 with a score of \d+\.\d\d\. The lowest score/),
    ).toBeVisible();
    await box.fill('NPT-0000-0000-0000-0000');
    await look.click();
    await expect(
      plain.getByText('No proposal in this round has this receipt number.'),
    ).toBeVisible();
    await plain.close();
  });
});
