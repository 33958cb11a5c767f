import { expect, test } from 'vitest';
import { planApplicants, planVisits, playedMs } from './model.ts';

const PLAN = { applicants: 1500, visitors: 5000, megabytes: 1, faster: 20, lastFaster: 5 };
/** 45 minutes at twenty times their speed, then 15 at five times. */
const [LAST_QUARTER_MS, END_MS] = [135_000, 315_000];

test('half of the applicants arrive in the last quarter of the hour, at a growing rate', () => {
  const moments = planApplicants(PLAN, 8).map(({ comesAt }) => comesAt);
  const isLate = (moment: number) => moment >= LAST_QUARTER_MS;
  const fifth = (END_MS - LAST_QUARTER_MS) / 5;
  expect(moments).toHaveLength(1500);
  expect(moments.filter(isLate)).toHaveLength(750);
  expect(moments.filter((moment) => moment >= END_MS - fifth).length).toBeGreaterThan(
    moments.filter((moment) => isLate(moment) && moment < LAST_QUARTER_MS + fifth).length,
  );
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(moments.at(-1)).toBeLessThanOrEqual(END_MS);
  expect(playedMs(PLAN)).toBe(END_MS);
});

test('lines are slow, and as much faster as their part of the hour', () => {
  const people = planApplicants(PLAN, 8);
  const rates = people.map(
    ({ bytesPerMs, comesAt }) =>
      bytesPerMs / (comesAt < LAST_QUARTER_MS ? PLAN.faster : PLAN.lastFaster),
  );
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(60);
  expect(Math.max(...rates)).toBeLessThanOrEqual(400);
});

test('every visitor opens four pages within the hour, as many in its last quarter as in the others', () => {
  const visits = planVisits(PLAN);
  expect(visits).toHaveLength(20_000);
  expect(visits.at(-1)).toBeLessThan(END_MS);
  expect(visits.filter((moment) => moment >= LAST_QUARTER_MS)).toHaveLength(5000);
});
