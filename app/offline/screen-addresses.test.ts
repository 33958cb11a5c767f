import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { OFFLINE_SCREENS } from './screen-addresses.ts';

test('the worker knows the screens by the addresses that the app links to', () => {
  const id = '-';
  expect(OFFLINE_SCREENS).toEqual({
    applicant: [
      paths.dashboard,
      paths.availablePrograms,
      paths.submitForm,
      paths.ownProposals,
      paths.applicantProfile,
      paths.ownProposal({ id }),
      paths.editProposal({ id }),
    ],
    judge: [
      paths.dashboard,
      paths.judging,
      paths.interests,
      paths.applicantProfile,
      paths.judgingRound({ id }),
      paths.review({ roundId: id, id }),
    ],
  });
});
