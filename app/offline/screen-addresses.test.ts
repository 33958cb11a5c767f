import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { SCREENS, SCREENS_BY_ID } from './screen-addresses.ts';

test('the worker knows the screens by the addresses that the app links to', () => {
  expect(SCREENS).toEqual([
    paths.dashboard,
    paths.availablePrograms,
    paths.submitForm,
    paths.ownProposals,
    paths.applicantProfile,
  ]);
  const id = '00000000-0000-4000-8000-000000000000';
  expect(SCREENS_BY_ID.map((path) => path + id)).toEqual([
    paths.ownProposal({ id }),
    paths.editProposal({ id }),
  ]);
});
