/** A press on Submit always has an effect, or an explanation. Width does not matter here. */
import { makePdf } from '../../pdf-samples.ts';
import { encryptedPdf } from '../../raw-pdfs.ts';
import { expect, placeOf, test } from '../fixtures.ts';
import { holdBack } from '../held-requests.ts';
import { fillProposal } from '../pages/filled-proposal.ts';
import { pdfFile } from '../pages/proposals.ts';

test('a press on Submit works while content above it disappears', async ({ page, backstage }) => {
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  await form.expectReady();
  await form.expectSaved();
  let isChecked = false;
  await page.route(/\/api\/v1\/drafts\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'GET' || isChecked) return route.fallback();
    const response = await route.fetch();
    const draft = (await response.json()) as { documents: { financials: { state: string } } };
    draft.documents.financials.state = 'checking';
    await route.fulfill({ response, json: draft });
  });
  await page.reload();
  await form.check();
  const button = page.getByRole('button', { name: 'Submit proposal' });
  await form.expectMessage('An earlier document is still being checked.');
  await button.hover();
  const place = await placeOf(button);
  await page.mouse.down();
  isChecked = true;
  await form.expectMessage('Everything is complete.');
  await expect.poll(() => button.boundingBox(), 'it keeps its place').toEqual(place);
  await page.mouse.up();
  await form.expectMessage('Proposal submitted successfully!');
});

test('a press on Submit is answered while a document above it is refused', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  await form.expectReady();
  const letGo = await holdBack(page, '**/api/v1/uploads/**', 'PATCH');
  await form.choose({ financials: pdfFile('locked.pdf', encryptedPdf('secret')) });
  await form.check();
  await form.expectMessage('Your answers are complete.');
  const button = page.getByRole('button', { name: 'Submit proposal' });
  await button.hover();
  const place = await placeOf(button);
  await page.mouse.down();
  letGo();
  await expect(page.getByText('The financials file is encrypted').nth(1)).toBeVisible();
  await expect.poll(() => button.boundingBox(), 'it keeps its place').toEqual(place);
  await page.mouse.up();
  await expect(form.refusal.first()).toContainText('The financials file is encrypted');
  await expect(form.step('Documents')).toHaveAttribute('aria-current', 'step');
});

test('going back while it is being sent stops it, and nothing is submitted half-way', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  await form.expectReady();
  await form.expectSaved();
  const isPressed = Promise.withResolvers<void>();
  await page.route('**/submit', () => isPressed.resolve());
  await form.submit();
  await isPressed.promise;
  const stopped = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/submit'),
  );
  await page.goBack();
  await stopped;
  const name = page.getByLabel('Business name');
  await page.unroute('**/submit');
  await name.fill('Volta Ferries');
  await form.expectSaved();
  await expect(backstage.listProposals(person)).resolves.toEqual([]);
  await form.submit();
  await form.expectMessage('Proposal submitted successfully!');
  await expect(backstage.listProposals(person)).resolves.toMatchObject([
    { business_name: 'Volta Ferries' },
  ]);
});

test('a press right after a document was replaced is about the new one', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const form = await fillProposal(page, person, await backstage.createProgram());
  await form.expectReady();
  await form.openStep('Documents');
  await form.choose({ financials: pdfFile('locked.pdf', encryptedPdf('secret')) });
  await form.expectMessage('The financials file is encrypted');
  await page.evaluate(HOLD_FILES);
  await form.choose({ financials: pdfFile('letter.pdf', Buffer.from('A letter.')) });
  await form.check();
  await form.expectMessage('Your answers are complete.');
  await form.press('Submit proposal');
  await page.evaluate('letGo()');
  await expect(form.refusal.first()).toContainText('letter.pdf is not a PDF file.');

  await page.evaluate(HOLD_FILES);
  await form.choose({ financials: pdfFile('open.pdf', await makePdf()) });
  await form.submit();
  await page.evaluate('letGo()');
  await form.expectMessage('Proposal submitted successfully!');
});

/** Reading a file takes until `letGo()`, as from a slow card. */
const HOLD_FILES = `{
  const read = Blob.prototype.arrayBuffer;
  const held = new Promise((resolve) => (window.letGo = resolve));
  Blob.prototype.arrayBuffer = async function () {
    await held;
    return read.call(this);
  };
}`;
