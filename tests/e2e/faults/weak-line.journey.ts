/**
 * Submitting over a line that breaks: everything stays, goes on where it stopped, and cannot become
 * two. Width does not matter here.
 */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makePdf } from '../../pdf-samples.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { BUSINESS, fillProposal, submitPath } from '../pages/filled-proposal.ts';
import { MyProposals, ProposalForm } from '../pages/proposals.ts';
import { startWeakLine } from '../weak-line.ts';

/** The byte at which each piece begins that leaves from now on. */
function watchChunks(page: Page): number[] {
  const begins: number[] = [];
  page.on('request', (request) => {
    const start = request.method() === 'PUT' && /\/uploads\/[^/]+\/(\d+)$/.exec(request.url())?.[1];
    if (start) begins.push(Number(start));
  });
  return begins;
}

test('the line dies on the way: everything stays, and it goes on by itself when the line is back', async ({
  page,
  context,
  backstage,
  server,
}) => {
  const line = await startWeakLine(server.url);
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram(), {
    megabytes: 2,
    origin: line.url,
  });
  const begins = watchChunks(page);
  line.breakAfter(1_500_000);
  await form.submit();
  await form.expectMessage('The connection broke');
  const sent = begins.length;
  await form.expectMessage('Keep this page open; nothing is lost.');
  await context.setOffline(true);
  await form.expectMessage('You are offline. We go on as soon as the connection is back.');
  await expect(page.getByLabel('Business name')).toHaveValue(BUSINESS);
  expect(await backstage.listProposals(person)).toEqual([]);
  line.mend();
  await context.setOffline(false);
  await form.expectMessage('Proposal submitted successfully!');
  expect(await backstage.listProposals(person)).toHaveLength(1);
  expect(begins[sent], 'it goes on where it stopped').toBeGreaterThan(700_000);
  line.stop();
});

test('the page is closed in the middle of an upload: the same files go on where they stopped', async ({
  page,
  backstage,
  server,
}, testInfo) => {
  const line = await startWeakLine(server.url);
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram(), {
    origin: line.url,
  });
  const [pitchDeck, financials] = [
    testInfo.outputPath('deck.pdf'),
    testInfo.outputPath('financials.pdf'),
  ];
  await writeFile(pitchDeck, await makePdf({ megabytes: 2 }));
  await writeFile(financials, await makePdf());
  await form.pitchDeck.setInputFiles(pitchDeck);
  await form.financials.setInputFiles(financials);
  const begins = watchChunks(page);
  line.breakAfter(1_200_000);
  await form.submit();
  await form.expectMessage('The connection broke');
  line.mend();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await form.press('Use it');
  await form.pitchDeck.setInputFiles(pitchDeck);
  await form.financials.setInputFiles(financials);
  const sent = begins.length;
  await form.submit();
  await form.expectMessage('Proposal submitted successfully!');
  expect(begins[sent]).toBeGreaterThan(700_000);
  expect(await backstage.listProposals(person)).toHaveLength(1);
  line.stop();
});

test('the deadline passes while the documents are on their way: the answers were in time', async ({
  page,
  backstage,
  server,
}) => {
  const line = await startWeakLine(server.url);
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const form = await fillProposal(page, person, program, { megabytes: 2, origin: line.url });
  const begins = watchChunks(page);
  line.breakAfter(1_000_000);
  await form.submit();
  await form.expectMessage('The connection broke');
  expect(begins[1], 'the answers and the digests go ahead of the documents').toBeLessThan(5000);
  await backstage.moveDeadline(program, new Date().toISOString());
  line.mend();
  await form.press('Try now');
  await form.expectMessage('Proposal submitted successfully!');
  expect(await backstage.listProposals(person)).toHaveLength(1);
  line.stop();
});

test('the line dies right after the last byte: the next screen is there already', async ({
  page,
  backstage,
}) => {
  const form = await fillProposal(
    page,
    await backstage.createApplicant(),
    await backstage.createProgram(),
  );
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/**', (route) => route.abort('internetdisconnected'));
  await form.submit();
  await form.expectMessage('Proposal submitted successfully!');
  await form.expectHeading('My Proposals');
});

test('the answer is lost after the server has stored it: the next try gives the one proposal', async ({
  page,
  context,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  const devtools = await context.newCDPSession(page);
  const lost = new Promise<void>((resolve) =>
    devtools.once(
      'Fetch.requestPaused',
      ({ requestId }) =>
        void devtools
          .send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
          .then(() => resolve()),
    ),
  );
  await devtools.send('Fetch.enable', {
    patterns: [{ urlPattern: '*/api/v1/proposals/', requestStage: 'Response' }],
  });
  await form.submit();
  await lost;
  await devtools.send('Fetch.disable');
  await form.expectMessage('The connection broke');
  expect(await backstage.listProposals(person)).toHaveLength(1);
  await form.press('Try now');
  await form.expectMessage('Proposal submitted successfully!');
  await expect(new MyProposals(page).row(BUSINESS)).toHaveCount(1);
  expect(await backstage.listProposals(person)).toHaveLength(1);
});

test('offline, a click inside the portal shows an error with a way on in the shell, and what was typed stays', async ({
  page,
  context,
  backstage,
}) => {
  const form = new ProposalForm(page);
  await openAs(
    page,
    await backstage.createApplicant(),
    submitPath(await backstage.createProgram()),
  );
  await form.fillIn({ name: BUSINESS, location: 'Akosombo, Eastern' });
  await context.setOffline(true);
  await form.goTo('My Profile');
  await form.expectMessage('This screen could not be loaded. Check your network and try again.');
  await form.press('Try again');
  await form.expectHeading('Something went wrong');
  await page.goBack();
  await form.press('Use it');
  await expect(page.getByLabel('Business name')).toHaveValue(BUSINESS);
  await page.goForward();
  await context.setOffline(false);
  await form.press('Try again');
  await form.expectHeading('My Profile');
});
