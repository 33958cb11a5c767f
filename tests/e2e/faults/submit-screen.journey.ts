/** What the submit screen says of a first visit, of files and of earlier submissions. */
import { makePdf } from '../../pdf-samples.ts';
import { inDays } from '../backstage.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { fillProposal, submitPath } from '../pages/filled-proposal.ts';
import { pdfFile, ProposalForm } from '../pages/proposals.ts';
import { RichTextPage } from '../pages/rich-text.ts';

test('a first visit is no error in the console @phone', async ({ page, backstage }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  await openAs(page, person, submitPath(program));
  const form = new ProposalForm(page);
  await form.openStep('Documents');
  await expect(form.pitchDeck).toBeVisible();
  await expect(page.getByText('Your proposal, as slides or as text')).toBeVisible();
  await expect(page.getByText('Your figures: income, costs and cash')).toBeVisible();
  expect(errors).toEqual([]);
});

test('a file that is refused for its content is not offered to be sent again @phone', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  await openAs(page, person, submitPath(program));
  const form = new ProposalForm(page);
  await form.openStep('Documents');
  const pdf = await makePdf({ pages: 3 });
  await form.choose({ pitchDeck: pdfFile('torn.pdf', pdf.fill(0, 100, pdf.length - 100)) });
  await form.expectMessage('The pitch deck file is damaged');
  await expect(page.getByRole('button', { name: 'Upload again' })).toHaveCount(0);
});

test('what was not saved is missing on the check page @phone', async ({ page, backstage }) => {
  const program = await backstage.createProgram();
  const form = await fillProposal(page, await backstage.createApplicant(), program);
  await new RichTextPage(page).paste(`<p>${'x'.repeat(100_001)}</p>`);
  await expect(page.getByText(/^Not saved: .*at most 100,000 characters/).first()).toBeVisible();
  await form.check();
  const missing = page.getByRole('link', { name: /Not saved: .*at most 100,000 characters/ });
  await expect(missing).toBeVisible();
  await missing.click();
  await expect(new RichTextPage(page).editor).toBeVisible();
});

test('half a file from another browser is said to start again @phone', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const metadata = Object.entries({
    program_id: program.id,
    kind: 'pitch_deck',
    filename: 'deck.pdf',
  }).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`);
  await openAs(page, person, '/dashboard');
  const { status } = await page.evaluate<{ status: number }>(
    `fetch('/api/v1/uploads/', { method: 'POST', headers: { 'Tus-Resumable': '1.0.0', Authorization: 'Bearer ${person.token}', 'Upload-Length': '5000000', 'Upload-Metadata': '${metadata.join(',')}' } }).then(({ status }) => ({ status }))`,
  );
  expect(status).toBe(201);
  await page.goto(submitPath(program));
  await new ProposalForm(page).openStep('Documents');
  await expect(page.getByText(/It was uploaded from another browser or device/)).toBeVisible();
  await expect(page.getByText(/to resume the upload/)).toHaveCount(0);
});

test('a submission that has lapsed is said on the screen, and that there can be another @phone', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const program = await backstage.createProgram({ deadline_date: inDays(20) });
  const json = { fields: { business_name: 'Volta Boats' } };
  await backstage.call('PUT', `/drafts/${program.id}`, { ...person, json });
  const message = 'The documents were not complete within 60 minutes.';
  await page.route(/\/drafts\/[^/]+\?optional/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...body, lapsed: { message } } });
  });
  await openAs(page, person, submitPath(program));
  const notice = page.getByText(message);
  await expect(notice).toContainText('You can submit again until');
  await expect(
    page.getByRole('heading', { name: 'Your proposal was not submitted' }),
  ).toBeVisible();
});

test('an undecided proposal says so in the list @phone', async ({ page, backstage }) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const { title } = await backstage.submitProposal(person, program);
  const form = new ProposalForm(page);
  await openAs(page, person, '/dashboard/applicant/proposals');
  await expect(form.row(title)).toContainText('Not decided yet');
});

test('what a form can do without does not hold it up: earlier proposals that never load @phone', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  // A line so bad that these answers never come.
  for (const never of ['**/api/v1/proposals/?*', '**/assets/earlier-form-*.js'])
    await page.route(never, () => {});
  await openAs(page, person, submitPath(program));
  const form = new ProposalForm(page);
  await page.getByLabel('Business name').fill('Asaase Clay');
  await form.openStep('Documents');
  await expect(form.pitchDeck).toBeVisible();
});

test('proposals are listed although the drafts above them never load @phone', async ({
  page,
  backstage,
}) => {
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  await page.route('**/api/v1/drafts/**', () => {});
  await openAs(page, person, '/dashboard/applicant/proposals');
  await expect(page.getByRole('table')).toContainText(proposal.title);
});
