import { expect, test } from 'vitest';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { bulkTitle, describeDone, describePreview, groupRefused } from './bulk-labels.ts';

const refused = [
  { id: 'a', reason: PROPOSAL.notFound },
  { id: 'b', reason: JUDGING_RULES.inRound },
  { id: 'c', reason: JUDGING_RULES.inRound },
];

test('a preview says what changes, what is unchanged and what is refused', () => {
  expect(describePreview({ would_change: 1438, unchanged: 1, refused })).toEqual([
    '1,438 proposals will change.',
    '1 proposal is already like that.',
    '3 proposals cannot change and will be left as they are.',
  ]);
  expect(describePreview({ would_change: 0, unchanged: 0, refused: [] })).toEqual([
    'Nothing would change.',
  ]);
});

test('what is left over is no change that was made already', () =>
  expect(describePreview({ would_change: 80, unchanged: 3, left_over: 2, refused: [] })).toEqual([
    '80 proposals will change.',
    '1 proposal is already like that.',
    '2 proposals are left over, and stay as they are: everyone who can take them has enough.',
  ]));

test('what refused is told by reason, the most frequent first', () =>
  expect(groupRefused(refused)).toEqual([
    {
      who: '2 proposals',
      why: 'are in a round of judging, and are decided by the round.',
      ids: ['b', 'c'],
    },
    { who: '1 proposal', why: 'no longer exists.', ids: ['a'] },
  ]));

test('titles and plurals depend on the count', () => {
  expect(bulkTitle('approve', 1)).toBe('Approve 1 proposal');
  expect(describeDone({ changed: 38, unchanged: 0, refused })).toBe(
    '38 proposals changed, 3 left out.',
  );
  expect(describeDone({ changed: 1, unchanged: 1, refused: [] })).toBe(
    '1 proposal changed, 1 was already like that.',
  );
});
