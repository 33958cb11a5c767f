/** The quick part of `npm run drill -- scores`. */
import { expect, test } from 'vitest';
import { cutScores, CUTS, KILLED } from './cut-scores.ts';

test('whatever cuts a judge’s line, no score is lost, none is there twice, and what counts is shown', async () => {
  const { lost, doubled, differing, cuts, versions } = await cutScores({ count: 60, kills: 1 });
  expect({ lost, doubled, differing }).toEqual({ lost: [], doubled: [], differing: [] });
  expect([...cuts.keys()].toSorted()).toEqual([...CUTS, KILLED].toSorted());
  expect(versions).toBeGreaterThan(60);
});
