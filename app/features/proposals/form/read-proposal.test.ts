import { expect, test } from 'vitest';
import { mapDocumentErrors } from './read-document-errors.ts';
import { readProposal } from './read-proposal.ts';

const data = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const filled = {
  program_id: '3b9f6f0e-6f5a-4c39-9b1d-0d6e6a1f2c11',
  business_name: 'Asante Dryers',
  business_location: 'Kumasi',
  business_website: '',
  business_description: '',
};
const pdf = { file: new File(['%PDF-1.7'], 'deck.pdf'), refusal: undefined, isChecked: true };

test('an edit needs no files', async () => {
  expect((await readProposal(data(filled), {})).value?.files).toEqual({});
});

test('a file that cannot be sent is never sent', async () => {
  const { problem } = await readProposal(data(filled), {
    pitch_deck: { ...pdf, refusal: 'deck.pdf is empty.' },
    financials: pdf,
  });
  expect(problem).toMatchObject({
    message: 'deck.pdf is empty.',
    fields: { pitch_deck: 'deck.pdf is empty.' },
  });
});

test('what the server refuses stands beside its file', () => {
  const message = 'The pitch deck is encrypted. The financials file is incomplete.';
  expect(mapDocumentErrors({ status: 415, message })).toEqual({
    pitch_deck: 'The pitch deck is encrypted.',
    financials: 'The financials file is incomplete.',
  });
  expect(mapDocumentErrors({ status: 409, message })).toEqual({});
});
