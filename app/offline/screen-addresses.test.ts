import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { KEPT_SCREENS, OFFLINE_SCREENS } from './screen-addresses.ts';

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
      paths.pitch({ id }),
      paths.review({ roundId: id, id }),
    ],
    admin: [paths.runRound({ id }), paths.wall({ id })],
  });
  expect(KEPT_SCREENS).toEqual([paths.pitch({ id }), ...OFFLINE_SCREENS.admin]);
});
