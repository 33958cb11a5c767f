/**
 * Submitting over an unreliable line: nothing is lost, uploads resume where they stopped, and
 * nothing is submitted twice. Width does not matter here.
 */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makePdf } from '../../pdf-samples.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { goOffline, goOnline } from '../offline.ts';
import { BUSINESS, fillProposal, submitPath } from '../pages/filled-proposal.ts';
import { pdfFile, ProposalForm } from '../pages/proposals.ts';
import { slowLine } from '../slow-line.ts';
import { startWeakLine } from '../weak-line.ts';

/** Records the offset of each chunk of a document sent from now on. */
function watchChunks(page: Page): number[] {
  const begins: number[] = [];
  page.on('request', (request) => {
    const start = request.method() === 'PATCH' && request.headers()['upload-offset'];
    if (start) begins.push(Number(start));
  });
  return begins;
}

/** The screen that follows a submission, and what it consists of. */
const HAS_NEXT_SCREEN = `['view-proposal-', 'applicant-view-proposal-parts-'].every((part) =>
  performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('/assets/' + part) && responseEnd > 0))`;

const GOES_ON = 'It will resume automatically.';

test('the line breaks during an upload: everything stays, and it resumes by itself once the line is back', async ({
  page,
  backstage,
  server,
}) => {
  const line = await startWeakLine(server.url);
  const person = await backstage.createApplicant();
  const form = new ProposalForm(page);
  await openAs(page, person, line.url + submitPath(await backstage.createProgram()));
  await form.fillIn({ name: BUSINESS, location: 'Akosombo, Eastern' });
  await form.expectSaved();
  const begins = watchChunks(page);
  line.breakAfter(900_000);
  await form.openStep('Documents');
  await form.choose({ pitchDeck: pdfFile('deck.pdf', await makePdf({ megabytes: 2 })) });
  await form.expectMessage(GOES_ON);
  const sentBefore = begins.length;
  await goOffline(page, 'check-form');
  await form.expectMessage('You’re offline. We’ll try again when you’re back online.');
  await form.openStep('Business');
  await page.getByLabel('Business location').fill('Ho, Volta');
  await form.expectMessage('Saved on this phone, no connection');
  await form.submit();
  await expect(form.refusal).toContainText('Choose a PDF of your financials.');
  line.mend();
  await goOnline(page);
  await form.expectMessage('Uploaded and checked: deck.pdf');
  expect(begins[sentBefore], 'it goes on where it stopped').toBeGreaterThan(300_000);
  await form.choose({ financials: pdfFile('financials.pdf', await makePdf()) });
  await form.expectReady();
  await form.submit();
  await form.expectMessage('Proposal submitted successfully!');
  await form.expectMessage('Ho, Volta');
  await expect(backstage.listProposals(person)).resolves.toHaveLength(1);
  line.stop();
});

test('two times 5 MB arrive by themselves over a line that breaks again and again, and no byte more than twice', async ({
  page,
  backstage,
  server,
}) => {
  const line = await startWeakLine(server.url);
  const person = await backstage.createApplicant();
  line.breakEvery(1_700_000);
  const form = await fillProposal(page, person, await backstage.createProgram(), {
    megabytes: 5,
    origin: line.url,
  });
  await form.expectReady();
  expect(line.bytes()).toBeGreaterThan(10_000_000);
  expect(line.bytes()).toBeLessThan(20_000_000);
  line.mend();
  await form.submit();
  await form.expectMessage('Proposal submitted successfully!');
  line.stop();
});

test('the page is closed in the middle of an upload: the same file resumes where it stopped', async ({
  page,
  backstage,
  server,
}, testInfo) => {
  const line = await startWeakLine(server.url);
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram(), {
    origin: line.url,
  });
  await form.expectReady();
  await form.expectSaved();
  const pitchDeck = testInfo.outputPath('deck.pdf');
  await writeFile(pitchDeck, await makePdf({ megabytes: 2 }));
  const begins = watchChunks(page);
  line.breakAfter(900_000);
  await form.openStep('Documents');
  await form.pitchDeck.setInputFiles(pitchDeck);
  await form.expectMessage(GOES_ON);
  line.mend();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Business name')).toHaveValue(BUSINESS);
  await form.expectMessage('uploaded. Choose the same file again to resume the upload.');
  const sentBefore = begins.length;
  await form.pitchDeck.setInputFiles(pitchDeck);
  await form.expectReady();
  expect(begins[sentBefore]).toBeGreaterThan(300_000);
  await form.submit();
  await form.expectMessage('Proposal submitted successfully!');
  await expect(backstage.listProposals(person)).resolves.toHaveLength(1);
  line.stop();
});

test('submitted during the uploads: it counts at once, even if the deadline passes in the meantime', async ({
  page,
  backstage,
  inspect,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  // As good as held: ten minutes.
  await slowLine(page, { up: 7000 });
  const form = await fillProposal(page, person, program, { megabytes: 2 });
  await form.submit();
  await form.expectMessage('We have your answers, but not all documents yet');
  await form.expectMessage('Keep this page open until everything has been uploaded');
  const sending = page.getByRole('group', { name: 'Sending: Pitch deck' });
  await expect.poll(() => sending.textContent()).not.toContain('You can keep typing');
  await expect(page.getByText(/NPT-(\w{4}-){3}\w{4}/)).toBeVisible();
  await inspect('submit-waiting');
  await backstage.moveDeadline(program, new Date().toISOString());
  await slowLine(page);
  await form.expectMessage('Proposal submitted successfully!');
  await form.expectHeading(BUSINESS);
  await expect(backstage.listProposals(person)).resolves.toHaveLength(1);
});

test('with Save-Data, documents are uploaded only when submit is pressed, which is announced', async ({
  page,
  backstage,
}) => {
  await page.addInitScript(
    `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`,
  );
  const person = await backstage.createApplicant();
  const begins = watchChunks(page);
  const form = await fillProposal(page, person, await backstage.createProgram(), {
    megabytes: 0.5,
  });
  await form.openStep('Documents');
  await form.expectMessage('Data saver is on, so your documents (1 MB) upload only when');
  await form.expectSaved();
  await form.check();
  await expect(page.getByText('Uploads when you submit.')).toHaveCount(2);
  expect(begins).toEqual([]);
  await form.press('Submit proposal');
  await form.expectMessage('Proposal submitted successfully!');
  expect(begins.length).toBeGreaterThan(1);
  await expect(backstage.listProposals(person)).resolves.toHaveLength(1);
});

test('over plain http, where a browser cannot digest, the form says what helps', async ({
  page,
  backstage,
}) => {
  await page.addInitScript(
    `Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(crypto, 'subtle', { value: undefined })`,
  );
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  await form.expectReady();
  await form.submit();
  await form.expectMessage('Open the page again with https in front of it.');
  await expect(backstage.listProposals(person)).resolves.toEqual([]);
});

test('the line dies right after the last byte: the next screen is already loaded', async ({
  page,
  backstage,
}) => {
  const form = await fillProposal(
    page,
    await backstage.createApplicant(),
    await backstage.createProgram(),
  );
  await form.expectReady();
  await form.check();
  await expect
    .poll(() => page.evaluate(HAS_NEXT_SCREEN), 'the next screen is loaded ahead')
    .toBe(true);
  await page.route('**/assets/**', (route) => route.abort('internetdisconnected'));
  await form.press('Submit proposal');
  await form.expectMessage('Proposal submitted successfully!');
  await form.expectHeading(BUSINESS);
});

test('the answer is lost after the proposal was stored: the next try returns that proposal', async ({
  page,
  context,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  await form.expectReady();
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
    patterns: [{ urlPattern: '*/api/v1/drafts/*/submit', requestStage: 'Response' }],
  });
  await form.submit();
  await lost;
  await devtools.send('Fetch.disable');
  await form.expectMessage('Not sent yet');
  await expect(backstage.listProposals(person)).resolves.toHaveLength(1);
  await form.press('Try now');
  await form.expectMessage('Proposal submitted successfully!');
  await form.expectHeading(BUSINESS);
  await expect(backstage.listProposals(person)).resolves.toHaveLength(1);
});

test('offline, a click inside the portal shows an error with a way to continue in the shell, and typed text stays', async ({
  page,
  backstage,
}) => {
  const form = new ProposalForm(page);
  await openAs(
    page,
    await backstage.createApplicant(),
    submitPath(await backstage.createProgram()),
  );
  await form.fillIn({ name: BUSINESS, location: 'Akosombo, Eastern' });
  await goOffline(page);
  await form.goTo('My Profile');
  await form.expectMessage('This screen could not be loaded. Check your connection and try again.');
  await form.press('Try again');
  await form.expectHeading('Something went wrong');
  await page.goBack();
  await expect(page.getByLabel('Business name')).toHaveValue(BUSINESS);
  await page.goForward();
  await goOnline(page);
  await form.press('Try again');
  await form.expectHeading('My Profile');
});
