/** A file that the phone no longer has after it was chosen: said so, not as a broken connection. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePdf } from '../../pdf-samples.ts';
import { expect, openAs, test as base } from '../fixtures.ts';
import { BUSINESS, submitPath } from '../pages/filled-proposal.ts';
import { ProposalForm } from '../pages/proposals.ts';

/** A PDF on the disk: only such a file can disappear. */
const test = base.extend<{ deck: string }>({
  deck: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'deck-'));
    const path = join(folder, 'deck.pdf');
    await writeFile(path, await makePdf());
    await use(path);
    await rm(folder, { recursive: true, force: true });
  },
});

/** As a person does, whom a browser tells nothing about a file that it knows already. */
async function chooseAgain({ page, pitchDeck }: ProposalForm, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await pitchDeck.click();
  await (await chooser).setFiles(path);
}

const GONE = 'deck.pdf can no longer be read. Choose it again.';

test('a document that is deleted before it is sent', async ({ page, backstage, deck }) => {
  const form = new ProposalForm(page);
  const person = await backstage.createApplicant();
  await openAs(page, person, submitPath(await backstage.createProgram()));
  await page.route('**/api/v1/uploads/', async (route) => {
    await rm(deck);
    await route.continue();
  });
  await form.openStep('Documents');
  await form.pitchDeck.setInputFiles(deck);
  await expect(page.getByText(GONE).first()).toBeVisible();
  await expect(page.getByText('Connection lost')).toHaveCount(0);

  await page.unroute('**/api/v1/uploads/');
  await writeFile(deck, await makePdf());
  await chooseAgain(form, deck);
  await expect(page.getByText('Uploaded and checked').filter({ visible: true })).toHaveCount(1);
});

test('a new document of a proposal that is deleted before the change is saved', async ({
  page,
  backstage,
  deck,
}) => {
  const form = new ProposalForm(page);
  const person = await backstage.createApplicant();
  const proposal = await backstage.submitProposal(person, await backstage.createProgram());
  await openAs(page, person, `/dashboard/applicant/edit-proposal/${proposal.id}`);
  await form.fillIn({ name: BUSINESS, location: 'Ho, Volta' });
  await form.pitchDeck.setInputFiles(deck);
  await expect(page.getByText('Total size')).toBeVisible();
  await rm(deck);
  await form.press('Save changes');
  await expect(page.getByRole('link', { name: GONE })).toBeVisible();
  await expect(page.getByText('Connection lost')).toHaveCount(0);

  await writeFile(deck, await makePdf());
  await chooseAgain(form, deck);
  await form.press('Save changes');
  await form.expectMessage('Proposal updated successfully!');
});
