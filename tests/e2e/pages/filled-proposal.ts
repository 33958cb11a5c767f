import type { Page } from '@playwright/test';
import { makePdf } from '../../pdf-samples.ts';
import type { NamedItem, SignedIn } from '../backstage.ts';
import { openAs } from '../fixtures.ts';
import { pdfFile, ProposalForm } from './proposals.ts';

export const BUSINESS = 'Volta Boats';
export const submitPath = ({ id }: NamedItem): string =>
  `/dashboard/applicant/submit?programId=${id}`;

/** A filled form with two good PDFs. */
export async function fillProposal(
  page: Page,
  person: SignedIn,
  program: NamedItem,
  { megabytes = 0, origin = '' } = {},
): Promise<ProposalForm> {
  const form = new ProposalForm(page);
  await openAs(page, person, origin + submitPath(program));
  await form.fillIn({ name: BUSINESS, location: 'Akosombo, Eastern' });
  const pdf = await makePdf({ megabytes });
  await form.choose({
    pitchDeck: pdfFile('deck.pdf', pdf),
    financials: pdfFile('financials.pdf', pdf),
  });
  return form;
}
