import { expect, test } from 'vitest';
import type { FilledProposal } from '#app/features/proposals/form/read-proposal.ts';
import { questionRoom } from '#app/features/questions/question-form.tsx';
import { compareCorrection, isCorrectionSaved, type Correctable } from './compare-correction.ts';

const QUESTION = { id: 'q1', label: 'How many people work there?', kind: 'number' };
const ASKED = { questions: [QUESTION], room: questionRoom } as unknown as Parameters<
  typeof compareCorrection
>[2];

const saved = (more: object = {}, person: object = {}) =>
  ({
    ...{ updated_at: '2026-11-22T10:00:00.000Z', received_at: '2026-11-20T10:00:30.000Z' },
    ...{ business_name: 'Keta Salt Works', business_location: 'Keta', business_website: null },
    ...{ business_description: '<p>Salt.</p>', region: 'Volta', applicant: {}, documents: {} },
    answers: [{ question_id: 'q1', label: QUESTION.label, kind: 'number', value: 4 }],
    person: {
      ...{ first_name: 'Esi', last_name: 'Boateng', phone_number: '0244000111', region: 'Volta' },
      ...{ city: '', digital_address: '', ...person },
    },
    ...more,
  }) as unknown as Correctable;
const BASIS = saved();
const later = { updated_at: '2026-11-22T10:05:00.000Z' };

const FORM = {
  ...{ business_name: 'Keta Salt Works', business_location: 'Keta', business_website: '' },
  ...{ business_description: '<p>Salt.</p>', answers: '{"q1":4}', reason: 'It was misread.' },
  ...{ first_name: 'Esi', last_name: 'Boateng', phone_number: '024 400 0111', region: 'Volta' },
  ...{ city: '', digital_address: '' },
};
const mine = (fields: Record<string, string> = {}, files = {}): FilledProposal => ({
  fields: { ...FORM, ...fields },
  files,
});
const labelsOf = (theirs: Correctable, form = mine()) =>
  compareCorrection(theirs, form, ASKED).map(({ label }) => label);

test('a correction whose answer was lost is saved, however the server writes it', () => {
  const website = { business_website: 'keta.example' };
  const theirs = saved({ ...later, business_website: 'https://keta.example' });
  expect(isCorrectionSaved(theirs, mine(website), BASIS)).toBe(true);
  expect(labelsOf(theirs, mine(website))).toEqual([]);
  expect(isCorrectionSaved(saved(), mine(), BASIS), 'nobody has saved').toBe(false);
});

test.each([
  ['a last name', mine({ last_name: 'Agbeko' }), 'Last name'],
  ['a region', mine({ region: 'Ashanti' }), 'Region'],
  ['an answer', mine({ answers: '{"q1":5}' }), QUESTION.label],
  ['no answer', mine({ answers: '{"q1":null}' }), QUESTION.label],
  ['when it came in', mine({ received_at: '2026-11-19T10:00:00Z' }), 'When it came in (GMT)'],
  ['a file', mine({}, { evidence: new File(['a'], 'a.pdf') }), 'What shows when it came in'],
])('a fix after a stopped save is not taken for saved, and is shown: %s', (_what, form, label) => {
  expect(isCorrectionSaved(saved(later), form, BASIS)).toBe(false);
  expect(labelsOf(saved(later), form)).toEqual([label]);
});

test('what somebody else has changed of the person is shown beside one’s own', () => {
  const theirs = saved(later, { phone_number: '0244000222' });
  expect(isCorrectionSaved(theirs, mine(), BASIS)).toBe(false);
  expect(compareCorrection(theirs, mine(), ASKED)).toEqual([
    { label: 'Phone number', theirs: '0244000222', mine: '0244000111' },
  ]);
});

test('what is not on the form is not compared', () => {
  const form = { fields: { business_name: 'Keta Salt Works', reason: 'By phone.' }, files: {} };
  const theirs = saved({ ...later, business_location: 'Anloga' });
  expect(isCorrectionSaved(theirs, form, BASIS)).toBe(true);
  expect(labelsOf(theirs, form)).toEqual([]);
});
