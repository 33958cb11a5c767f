/**
 * Submitting when something is wrong: each fault has its sentence, and nothing incomplete is
 * stored. Width does not matter here.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { cutTo, makePdf } from '../../pdf-samples.ts';
import { encryptedPdf } from '../../raw-pdfs.ts';
import { inDays } from '../backstage.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { holdBack } from '../held-requests.ts';
import { BUSINESS, fillProposal, submitPath } from '../pages/filled-proposal.ts';
import { MyProposals, pdfFile, ProposalForm } from '../pages/proposals.ts';

test('without its files nothing is sent', async ({ page, backstage }) => {
  const form = new ProposalForm(page);
  await openAs(
    page,
    await backstage.createApplicant(),
    submitPath(await backstage.createProgram()),
  );
  await form.submit();
  await expect(form.refusal).toContainText('Missing required files or program ID.');
  await expect(form.refusal).toContainText('Choose a PDF of your pitch deck.');
});

test('a program id or a sector that does not exist is reported at once', async ({
  page,
  backstage,
}) => {
  await openAs(
    page,
    await backstage.createApplicant(),
    '/dashboard/applicant/submit?programId=00000000-0000-4000-8000-000000000000',
  );
  const form = new ProposalForm(page);
  await form.expectHeading('Program not found');
  await form.open('/dashboard/available-programs?sector=Fishing');
  await form.expectMessage('Select a sector.');
  await form.follow('See all programs');
  await expect(page.getByRole('button', { name: /^Apply/ }).first()).toBeVisible();
});

test('the deadline passes while the form is open: a clear sentence, and all that was typed stays', async ({
  page,
  backstage,
}) => {
  await page.clock.install();
  const person = await backstage.createApplicant();
  const program = await backstage.createProgram();
  const form = await fillProposal(page, person, program);
  await form.check();
  await backstage.moveDeadline(program, inDays(-0.01));
  // The form notices within a minute.
  await page.clock.fastForward(60_000);
  await form.expectMessage('Application Closed');
  await form.expectMessage('The application deadline for this program has passed.');
  await expect(page.getByRole('button', { name: 'Submit proposal' })).toHaveCount(0);
  await form.expectMessage(BUSINESS);
  await expect(backstage.listProposals(person)).resolves.toEqual([]);
});

test('files that are not complete, readable PDFs are refused by name and reason', async ({
  page,
  backstage,
}, testInfo) => {
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  await form.expectReady();
  await form.expectSaved();
  await form.openStep('Documents');
  const help = page.getByRole('link', { name: 'Making a PDF on your phone' });
  await expect(help, 'beside each field').toHaveCount(2);
  const urls: string[] = [];
  page.on('request', (request) => {
    if (/^(POST|PATCH)$/.test(request.method())) urls.push(request.url());
  });

  const huge = testInfo.outputPath('huge.pdf');
  await writeFile(huge, await makePdf({ megabytes: 22.1 }));
  await form.pitchDeck.setInputFiles(huge);
  await form.expectMessage('huge.pdf is 22 MB. The limit is 20 MB.');
  await expect(help).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'What to do about this file' })).toHaveAttribute(
    'href',
    '/making-a-pdf#refused',
  );
  await form.submit();
  await expect(form.refusal).toContainText('huge.pdf is 22 MB.');
  await form.choose({ pitchDeck: pdfFile('plan.pdf', WORD_FILE) });
  await form.expectMessage('plan.pdf is not a PDF file. Save it as a PDF and choose that file.');
  await form.choose({ pitchDeck: pdfFile('nothing.pdf', Buffer.alloc(0)) });
  await form.expectMessage('nothing.pdf is empty. Choose another file.');
  await form.choose({
    pitchDeck: pdfFile('cut.pdf', cutTo(await makePdf({ megabytes: 0.2 }), 0.7)),
  });
  await form.expectMessage('cut.pdf is incomplete: its end is missing.');
  expect(urls, 'no bytes are spent on them').toEqual([]);

  await form.choose({
    pitchDeck: pdfFile('deck.pdf', await makePdf()),
    financials: pdfFile('locked.pdf', encryptedPdf('secret')),
  });
  await form.expectMessage('The financials file is encrypted');
  await form.submit();
  await expect(form.refusal, 'known before anything is submitted').toContainText(
    'The financials file is encrypted',
  );
  await expect(backstage.listProposals(person)).resolves.toEqual([]);

  await form.choose({ financials: pdfFile('open.pdf', await makePdf()) });
  await form.expectReady();
  await form.submit();
  await form.expectMessage('Proposal submitted successfully!');
});

test('if the editor’s script does not load, the plain field stays, is saved and is sent', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const form = new ProposalForm(page);
  const plain = page.getByLabel('Business description');
  await page.route(/rich-text-editor/, (route) => route.abort('failed'));
  await openAs(page, person, submitPath(await backstage.createProgram()));
  await form.expectMessage('Plain text works just as well.');
  await form.fillIn({ name: BUSINESS, location: 'Akosombo, Eastern' });
  await plain.pressSequentially('Boats & nets < 3 t,\nfor the lake.\n\nAll year.');
  await page.reload();
  await expect(plain).toHaveValue('Boats & nets < 3 t,\nfor the lake.\n\nAll year.');
  const pdf = await makePdf();
  await form.choose({
    pitchDeck: pdfFile('deck.pdf', pdf),
    financials: pdfFile('financials.pdf', pdf),
  });
  await form.submit();
  await form.expectMessage('Proposal submitted successfully!');
  await expect(page.getByText('for the lake.'), 'its lines too').toHaveText(
    'Boats & nets < 3 t, for the lake.',
    { useInnerText: true },
  );
  await expect(page.getByText('All year.', { exact: true })).toBeVisible();
});

test('a page left right after the last letter of the description keeps it', async ({
  page,
  backstage,
}) => {
  const form = new ProposalForm(page);
  const program = await backstage.createProgram();
  const text = page.locator('[contenteditable="true"]');
  const typeAndLeave = async (words: string, leave: string) => {
    await text.click();
    await text.press('Control+End');
    await page.evaluate(`document.execCommand('insertText', false, '${words}'); ${leave}`);
  };
  await openAs(page, await backstage.createApplicant(), '/dashboard/available-programs');
  await form.press(`Apply: ${program.title}`);
  await typeAndLeave('Boats that last', 'location.reload()');
  await expect(text, 'for a new document').toHaveText('Boats that last');
  await typeAndLeave(' for years', 'history.back()');
  await form.expectHeading('Available Projects');
  await page.goForward();
  await expect(text, 'within the portal').toHaveText('Boats that last for years');
});

test('documents that are replaced right before submitting are the ones that count', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  await form.expectReady();
  const letGo = await holdBack(page, '**/api/v1/uploads/**', 'PATCH');
  const pdf = await makePdf({ megabytes: 0.4, pages: 7 });
  await form.choose({
    pitchDeck: pdfFile('new-deck.pdf', pdf),
    financials: pdfFile('new-financials.pdf', pdf),
  });
  await form.submit();
  await form.expectMessage('We have your answers, but not all documents yet');
  letGo();
  await form.expectMessage('Proposal submitted successfully!');
  await expect(page.getByText('7 pages')).toHaveCount(2);
});

test('a submission that waits is opened elsewhere: it asks for the very files, and completes with them', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const json = { fields: { business_name: 'Volta Boats', business_location: 'Akosombo' } };
  await backstage.call('PUT', `/drafts/${program.id}`, { ...person, json });
  const pdf = await makePdf({ pages: 3 });
  const digest = { size: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') };
  const documents = { pitch_deck: digest, financials: digest };
  await backstage.call('POST', `/drafts/${program.id}/submit`, { ...person, json: { documents } });
  const form = new ProposalForm(page);
  await openAs(page, person, submitPath(program));
  await form.expectMessage('Choose exactly the file you submitted');
  await form.choose({
    pitchDeck: pdfFile('deck.pdf', pdf),
    financials: pdfFile('financials.pdf', pdf),
  });
  await form.expectMessage('Proposal submitted successfully!');
});

test('a double click submits once', async ({ page, backstage }) => {
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  await form.check();
  await page.getByRole('button', { name: 'Submit proposal' }).dblclick();
  await form.expectMessage('Proposal submitted successfully!');
  await expect(backstage.listProposals(person)).resolves.toHaveLength(1);
});

test("another applicant's proposal looks like a missing one", async ({ page, backstage }) => {
  const owner = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(owner, await backstage.createProgram());
  const screen = new MyProposals(page);
  await openAs(
    page,
    await backstage.createApplicant(),
    `/dashboard/applicant/view-proposal/${proposal.id}`,
  );
  await screen.expectHeading('Proposal not found.');
  await screen.open(`/dashboard/applicant/edit-proposal/${proposal.id}`);
  await screen.expectHeading('Proposal not found.');
});

test('on the day of the deadline editing and deleting are off, with the reason', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const program = await backstage.createProgram();
  const proposal = await backstage.submitProposal(person, program);
  await backstage.moveDeadline(program, inDays(0));
  await openAs(page, person, '/dashboard/applicant/proposals');
  await new MyProposals(page).expectLocked(proposal.title, 'Deadline has passed');
});

test('a link belongs to its document; an expired one returns the focus; a double click deletes once', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  const screen = new MyProposals(page);
  const urls: string[] = [];
  page.on('request', (request) => void (request.method() === 'DELETE' && urls.push(request.url())));
  await openAs(page, person, `/dashboard/applicant/view-proposal/${proposal.id}`);
  await screen.press('Request Download Link: Pitch deck');
  const download = page.getByRole('link', { name: 'Download: Pitch deck' });
  await expect(download).toBeVisible();
  const data = new FormData();
  data.set('pitch_deck', new Blob([await makePdf()]), 'next.pdf');
  await backstage.call('PATCH', `/proposals/${proposal.id}`, { token: person.token, data });
  await page.reload();
  await screen.press('Request Download Link: Pitch deck');
  await expect(download).toBeVisible();
  await page.evaluate(
    `for (const key of Object.keys(localStorage)) if (key.startsWith('document-link:')) localStorage.setItem(key, JSON.stringify({ url: '/', expiresAt: 1 }))`,
  );
  await screen.follow('Download: Pitch deck');
  await screen.dialog.getByRole('button', { name: 'OK' }).click();
  await expect(
    page.getByRole('button', { name: 'Request Download Link: Pitch deck' }),
  ).toBeFocused();

  await screen.press('Delete: ' + proposal.title);
  await screen.dialog.getByRole('button', { name: 'Delete' }).dblclick();
  await screen.expectMessage('Proposal deleted successfully');
  await expect(screen.dialog).toBeHidden();
  expect(urls).toHaveLength(1);
});

/** The beginning of a .docx, which is a ZIP. */
const WORD_FILE = Buffer.from('504b0304140006000800000021', 'hex');
