import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { OFFLINE_SCREENS, OFFLINE_SCREENS_BY_ID } from './screen-addresses.ts';

test('the worker knows the screens by the addresses that the app links to', () => {
  expect(OFFLINE_SCREENS).toEqual([
    paths.dashboard,
    paths.availablePrograms,
    paths.submitForm,
    paths.ownProposals,
    paths.applicantProfile,
  ]);
  const id = '00000000-0000-4000-8000-000000000000';
  expect(OFFLINE_SCREENS_BY_ID.map((path) => path + id)).toEqual([
    paths.ownProposal({ id }),
    paths.editProposal({ id }),
  ]);
});
