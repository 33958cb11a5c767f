import { expect, test } from 'vitest';
import { describeBackups } from './describe-backups.ts';

const now = new Date('2026-11-22T12:00:00Z');
const say = (good: string | null, failed: string | null) =>
  describeBackups({ scheduled: true, last_good_at: good, last_failed_at: failed }, now);

test('none, one that failed, a good one, an old one, and one that failed after a good one', () => {
  expect(say(null, null)).toEqual({ sentence: 'No backup has been made yet.', isLate: true });
  expect(say(null, '2026-11-22T02:30:00Z').sentence).toMatch(
    /^No backup has succeeded yet; .*02:30\.$/,
  );
  expect(say('2026-11-22T02:30:00Z', '2026-11-21T02:30:00Z')).toEqual({
    sentence: expect.stringMatching(/^The last good backup was made on .*02:30\.$/),
    isLate: false,
  });
  expect(say('2026-11-21T02:30:00Z', null).isLate).toBe(true);
  expect(say('2026-11-22T02:30:00Z', '2026-11-22T03:00:00Z')).toEqual({
    sentence: expect.stringContaining('One has failed since'),
    isLate: true,
  });
});
