/** Drafts are restored: after a reload, on another device, and after edits on both. */
import { expect, openAs, test, secondsLater } from '../fixtures.ts';
import { holdBack } from '../held-requests.ts';
import { BUSINESS, fillProposal, submitPath } from '../pages/filled-proposal.ts';
import { ProposalForm } from '../pages/proposals.ts';

test('a draft is restored without asking, and that can be undone', async ({ page, backstage }) => {
  const form = new ProposalForm(page);
  const person = await backstage.createApplicant();
  await openAs(page, person, submitPath(await backstage.createProgram()));
  const [name, text] = [page.getByLabel('Business name'), page.locator('[contenteditable="true"]')];
  await form.fillIn({
    name: BUSINESS,
    location: 'Akosombo, Eastern',
    description: 'Boats that last.',
  });
  await form.expectSaved();
  await page.reload();
  await form.expectMessage('We saved what you typed');
  await expect(name).toHaveValue(BUSINESS);
  await expect(text).toHaveText('Boats that last.');
  await form.press('Start again');
  await expect(name).toHaveValue('');
  await form.expectMessage('Draft cleared');
  await form.press('Restore it');
  await expect(name).toHaveValue(BUSINESS);
  await expect(text).toHaveText('Boats that last.');
});

test('a draft is deleted from the list after a question, here and on the server', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const form = await fillProposal(page, person, program);
  await form.expectReady();
  await form.expectSaved();
  await form.check();
  await expect(page.getByText(/^deck\.pdf \(1 page, \d/)).toBeVisible();
  await form.open('/dashboard/applicant/proposals');
  await form.press(`Delete: ${program.title}`);
  await expect(form.dialog).toContainText('Your answers and documents for this program');
  await form.dialog.getByRole('button', { name: 'Delete' }).click();
  await form.expectMessage('The draft has been deleted.');
  await expect(page.getByRole('region', { name: 'Not submitted yet' })).toHaveCount(0);
  await expect(backstage.call('GET', '/drafts/', { token: person.token })).resolves.toEqual([]);
  const asked = page.waitForResponse((answer) => answer.url().includes(`/drafts/${program.id}`));
  await form.open(submitPath(program));
  await asked;
  await expect(page.getByLabel('Business name')).toHaveValue('');
  await expect(page.getByText('There is another version')).toHaveCount(0);
});

test('another device continues where the first stopped; after edits on both, the newer is shown and the other can be restored', async ({
  page,
  browser,
  backstage,
  baseURL,
}) => {
  // As if the clocks of both devices were slow.
  await backstage.passTime(600);
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const form = await fillProposal(page, person, program);
  await form.expectReady();
  await form.expectSaved();

  const context = await browser.newContext({ baseURL: baseURL! });
  const other = new ProposalForm(await context.newPage());
  await openAs(other.page, await backstage.signIn(person), submitPath(program));
  const [name, place] = [
    other.page.getByLabel('Business name'),
    other.page.getByLabel('Business location'),
  ];
  await expect(name).toHaveValue(BUSINESS);
  await other.expectReady();
  // “Saved just now” may still speak of what was saved before.
  const expectStored = (fields: object) =>
    expect
      .poll(() => backstage.call('GET', `/drafts/${program.id}`, { token: person.token }))
      .toMatchObject({ fields });
  await place.fill('Ho, Volta');
  await expectStored({ business_location: 'Ho, Volta' });
  await secondsLater();
  await page.getByLabel('Business name').fill('Lake Boats');
  await form.expectMessage('There is another version of your answers');
  await expect(
    page.getByText('They differ in: Business name and Business location.'),
  ).toBeVisible();
  await expectStored({ business_name: 'Lake Boats' });
  await form.press('Show the other one');
  await expect(page.getByLabel('Business location')).toHaveValue('Ho, Volta');
  await expect(page.getByLabel('Business name')).toHaveValue(BUSINESS);
  await expectStored({ business_name: BUSINESS, business_location: 'Ho, Volta' });

  await other.page.reload();
  await expect(place).toHaveValue('Ho, Volta');
  await other.submit();
  await other.expectMessage('Proposal submitted successfully!');
  await expect(backstage.listProposals(person)).resolves.toHaveLength(1);
  await context.close();
});

test('answers that another device changed after they were checked are shown before they are submitted', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const form = await fillProposal(page, person, program);
  await form.expectReady();
  await form.expectSaved();
  await form.check();
  await backstage.call('PUT', `/drafts/${program.id}`, {
    token: person.token,
    json: { fields: { business_name: 'Lake Boats' } },
  });
  await form.press('Submit proposal');
  await form.expectMessage('Your answers were changed on another device or in another tab.');
  await expect(page.getByText('Lake Boats')).toBeVisible();
  await expect(backstage.listProposals(person)).resolves.toEqual([]);
  await form.press('Submit proposal');
  await form.expectMessage('Proposal submitted successfully!');
  await expect(backstage.listProposals(person)).resolves.toMatchObject([
    { business_name: 'Lake Boats' },
  ]);
});

test('so are those of another device that come while it is being submitted', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const form = await fillProposal(page, person, program);
  await form.expectReady();
  await form.expectSaved();
  const letGo = await holdBack(page, /\/api\/v1\/drafts\/[^/]+$/, 'PUT');
  await page.getByLabel('Business name').fill('Sea Boats');
  await form.check();
  await expect(page.getByText('Sea Boats')).toBeVisible();
  await secondsLater();
  await backstage.call('PUT', `/drafts/${program.id}`, {
    token: person.token,
    json: { fields: { business_name: 'Lake Boats' } },
  });
  await form.press('Submit proposal');
  await expect(page.locator('[aria-busy="true"]')).toContainText('Submit proposal');
  letGo();
  await form.expectMessage('Your answers were changed on another device or in another tab.');
  await expect(page.getByText('Lake Boats')).toBeVisible();
  await expect(backstage.listProposals(person)).resolves.toEqual([]);
});

test('documents of a draft that another device deleted are not shown as received', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const form = await fillProposal(page, person, program);
  await form.expectReady();
  await form.expectSaved();
  await backstage.call('DELETE', `/drafts/${program.id}`, { token: person.token });
  await page.getByLabel('Business name').fill('Lake Boats');
  await form.expectMessage('This draft was submitted or deleted on another device');
  await expect(page.getByText('Uploaded and checked')).toHaveCount(0);
  await form.openStep('Documents');
  await expect(page.getByRole('button', { name: 'Upload again' })).toHaveCount(2);
});

test('that answers were changed elsewhere is not said any more to whoever goes on with them', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const form = await fillProposal(page, person, program);
  await form.expectReady();
  await form.expectSaved();
  await form.check();
  await backstage.call('PUT', `/drafts/${program.id}`, {
    token: person.token,
    json: { fields: { business_name: 'Lake Boats' } },
  });
  await form.press('Submit proposal');
  const changed = page.getByText('Your answers were changed on another device');
  await expect(changed).toBeVisible();
  await form.press('Back to the form');
  await expect(changed).toBeVisible();
  await page.getByLabel('Business name').fill('Lake Boats and Nets');
  await expect(changed).toHaveCount(0);
});
