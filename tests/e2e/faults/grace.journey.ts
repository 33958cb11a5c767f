/**
 * Submitted in time, with documents still on their way: whatever happens to the page, the applicant
 * gets back to where they can be sent. Width does not matter here.
 */
import { createHash } from 'node:crypto';
import { makePdf } from '../../pdf-samples.ts';
import { inDays, type Backstage, type NamedItem, type SignedIn } from '../backstage.ts';
import { expect, openAs, test } from '../fixtures.ts';
import { BUSINESS, submitPath } from '../pages/filled-proposal.ts';
import { pdfFile, ProposalForm } from '../pages/proposals.ts';

const RECEIVED = 'We have your answers, but not all documents yet';

/** Answers and digests of this PDF, twice; none of its bytes have been sent. */
async function submitAhead(
  backstage: Backstage,
  pdf: Buffer,
): Promise<{ person: SignedIn; program: NamedItem }> {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const json = { fields: { business_name: BUSINESS, business_location: 'Akosombo' } };
  await backstage.call('PUT', `/drafts/${program.id}`, { ...person, json });
  const digest = { size: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') };
  const documents = { pitch_deck: { ...digest, name: 'Boats.pdf' }, financials: digest };
  await backstage.call('POST', `/drafts/${program.id}/submit`, { ...person, json: { documents } });
  return { person, program };
}

test('opened again after the deadline, or from the home: the documents can be sent, and it completes', async ({
  page,
  backstage,
}) => {
  const pdf = await makePdf({ pages: 3 });
  const { person, program } = await submitAhead(backstage, pdf);
  await backstage.moveDeadline(program, inDays(-0.01));
  const form = new ProposalForm(page);
  await openAs(page, person, submitPath(program));
  await form.expectMessage(RECEIVED);
  await page.reload();
  await form.expectMessage(RECEIVED);
  await expect(page.getByText('Application Closed')).toHaveCount(0);
  await expect(page.getByText('See other programs')).toHaveCount(0);
  await form.open('/dashboard');
  await form.follow(`Upload the documents: ${program.title}`);
  await form.expectMessage(RECEIVED);
  await form.choose({ pitchDeck: pdfFile('deck.pdf', pdf), financials: pdfFile('f.pdf', pdf) });
  await form.expectMessage('Proposal submitted successfully!');
});

test('another file than the one that was submitted: said beside the field before anything is sent', async ({
  page,
  backstage,
}) => {
  const pdf = await makePdf({ pages: 3 });
  const { person, program } = await submitAhead(backstage, pdf);
  const form = new ProposalForm(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/uploads\//.test(request.url())) sent.push(request.method());
  });
  await openAs(page, person, submitPath(program));
  await expect(form.pitchDeck).toHaveAccessibleDescription(
    /Choose exactly the file you submitted: “Boats.pdf”, /,
  );
  const sameSize = Buffer.from(pdf);
  sameSize.write('x', sameSize.indexOf('%', 8) + 1, 'latin1');
  const wrong = /This is not the pitch deck file that you submitted: that one is “Boats.pdf”, /;
  for (const buffer of [await makePdf({ pages: 4 }), sameSize]) {
    await form.choose({ pitchDeck: pdfFile('other.pdf', buffer) });
    await expect(form.pitchDeck).toHaveAccessibleDescription(wrong);
    await page.getByRole('button', { name: 'Remove: other.pdf' }).click();
    await expect(form.pitchDeck).not.toHaveAccessibleDescription(wrong);
  }
  expect(sent).toEqual([]);
  await form.choose({ pitchDeck: pdfFile('deck.pdf', pdf), financials: pdfFile('f.pdf', pdf) });
  await form.expectMessage('Proposal submitted successfully!');
});

test('what was not submitted before the program closed can still be read', async ({
  page,
  backstage,
}) => {
  const [person, program] = [await backstage.createApplicant(), await backstage.createProgram()];
  const fields = { business_name: BUSINESS, business_description: '<p>Boats &amp; nets.</p>' };
  await backstage.call('PUT', `/drafts/${program.id}`, { ...person, json: { fields } });
  await backstage.moveDeadline(program, inDays(-0.01));
  const form = new ProposalForm(page);
  await openAs(page, person, '/dashboard');
  await form.follow(program.title);
  await form.expectMessage('Application Closed');
  await form.expectMessage('You can still read and copy it.');
  await expect(page.getByText(BUSINESS)).toBeVisible();
  await expect(page.getByText('Boats & nets.')).toBeVisible();
});
