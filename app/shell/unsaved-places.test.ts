import { expect, test } from 'vitest';
import { unsavedPlaces } from './unsaved-places.ts';

test('a paper proposal leads back to the form of the person it is for', () => {
  const forms = ['entry:one:esi:me', 'entry:one:me', 'proposal:two:me'];
  expect(unsavedPlaces(forms, true).map(({ href }) => href)).toEqual([
    '/dashboard/admin/on-behalf?programId=one&applicantId=esi',
    '/dashboard/admin/on-behalf?programId=one',
    '/dashboard/applicant/edit-proposal/two',
  ]);
});
