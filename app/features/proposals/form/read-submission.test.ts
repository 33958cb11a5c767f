import { expect, test } from 'vitest';
import type { Draft } from '#domain/drafts/schema.ts';
import { submitProposalInput } from '#domain/proposals/schema.ts';
import { readForm } from '#app/ui/form-values.ts';
import {
  readDocuments,
  refuseFields,
  refuseSubmission,
  refuseUnchecked,
} from './read-submission.ts';

const PROGRAM = '3b9f6f0e-6f5a-4c39-9b1d-0d6e6a1f2c11';
const filled = { business_name: 'Looms', business_location: 'Ho' };
const pdf = { file: new File(['%PDF-1.7'], 'deck.pdf'), refusal: undefined, isChecked: true };

test.each([
  {},
  { business_name: '  ', business_location: 'Ho' },
  filled,
  { ...filled, business_website: 'example.com' },
  { ...filled, business_website: 'no website' },
  { ...filled, business_website: 'ftp://example.com' },
])('what the form says of %j is what the API says', (values) => {
  const { problem } = readForm(submitProposalInput, { program_id: PROGRAM, ...values });
  expect(refuseFields(values)).toEqual(problem?.fields ?? {});
});

test('both documents are asked for; one that is refused is said with its reason', () => {
  const none = refuseSubmission(filled, {});
  expect(none?.message).toBe('Missing required files or program ID.');
  expect(Object.keys(none!.fields!)).toEqual(['pitch_deck', 'financials']);
  const picked = { pitch_deck: pdf, financials: pdf };
  const refused = {
    phase: 'refused',
    message: 'The pitch deck file is damaged.',
    isFinal: true,
    file: pdf.file,
  } as const;
  const documents = readDocuments(picked, { pitch_deck: refused }, null, {});
  expect(refuseSubmission(filled, documents)).toEqual({
    message: refused.message,
    fields: { pitch_deck: refused.message },
  });
  expect(refuseSubmission(filled, readDocuments(picked, {}, null, {}))).toBeNull();
});

test('a document of which the server has only a part is asked for', () => {
  const half = { name: 'deck.pdf', size: 9, received: 4, state: 'uploading' };
  const draft = { documents: { pitch_deck: half, financials: null } } as unknown as Draft;
  const documents = readDocuments({ financials: pdf }, {}, draft, {});
  expect(Object.keys(refuseSubmission(filled, documents)!.fields!)).toEqual(['pitch_deck']);
});

test('what was said of the former file does not hold for the one that takes its place', () => {
  const refused = {
    phase: 'refused',
    message: 'The file is encrypted.',
    isFinal: true,
    file: pdf.file,
  } as const;
  const next = { ...pdf, file: new File(['%PDF-1.7'], 'open.pdf'), isChecked: false };
  const documents = readDocuments(
    { pitch_deck: next, financials: pdf },
    { pitch_deck: refused },
    null,
    {},
  );
  expect(documents.pitch_deck).toMatchObject({ name: 'open.pdf', refusal: undefined });
  expect(refuseSubmission(filled, documents)).toBeNull();
});

test('a file that was chosen a moment ago is looked at before it is submitted', async () => {
  const text = { file: new File(['a letter'], 'a.pdf'), refusal: undefined, isChecked: false };
  const documents = readDocuments({ pitch_deck: text, financials: pdf }, {}, null, {});
  expect(refuseSubmission(filled, documents)).toBeNull();
  expect(await refuseUnchecked(documents)).toEqual({
    message: 'a.pdf is not a PDF file. Save it as a PDF and choose that file.',
    fields: { pitch_deck: 'a.pdf is not a PDF file. Save it as a PDF and choose that file.' },
  });
});
