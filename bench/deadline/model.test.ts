import { expect, test } from 'vitest';
import { planApplicants, planVisits } from './model.ts';

const PLAN = { applicants: 1500, visitors: 5000, megabytes: 1, faster: 20 };
const HOUR_MS = 180_000;

test('half of the applicants arrive in the last quarter of the hour, at a growing rate', () => {
  const moments = planApplicants(PLAN, 8).map(({ comesAt }) => comesAt);
  const isLate = (moment: number) => moment >= HOUR_MS * 0.75;
  expect(moments).toHaveLength(1500);
  expect(moments.filter(isLate)).toHaveLength(750);
  expect(moments.filter((moment) => moment >= HOUR_MS * 0.95).length).toBeGreaterThan(
    moments.filter((moment) => isLate(moment) && moment < HOUR_MS * 0.8).length,
  );
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  expect(moments.at(-1)).toBeLessThanOrEqual(HOUR_MS);
});

test('lines are slow, and sped up as much as the hour', () => {
  const rates = planApplicants(PLAN, 8).map(({ bytesPerMs }) => bytesPerMs / PLAN.faster);
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(60);
  expect(Math.max(...rates)).toBeLessThanOrEqual(400);
});

test('every visitor opens four pages within the hour', () => {
  const visits = planVisits(PLAN);
  expect(visits).toHaveLength(20_000);
  expect(visits.at(-1)).toBeLessThan(HOUR_MS);
});
