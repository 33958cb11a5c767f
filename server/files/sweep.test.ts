import { expect, test } from 'vitest';
import { fits, hasTooManyOrphans, surveyFiles, type Survey } from './sweep.ts';

const survey = (
  documents: [total: number, orphans: number],
  pictures: [total: number, orphans: number] = [0, 0],
  parts: [total: number, orphans: number] = [0, 0],
  longestRun = 0,
): Survey => {
  const counts = ([total, orphans]: [number, number]) => ({
    total,
    known: total - orphans,
    orphans,
  });
  return {
    orphans: Array.from({ length: documents[1] + pictures[1] }, String),
    parts: Array.from({ length: parts[1] }, String),
    counts: { documents: counts(documents), pictures: counts(pictures), parts: counts(parts) },
    longestRun,
    foreign: [],
    foreignTotal: 0,
  };
};

test.each([
  ['all of 94', survey([94, 94]), true],
  ['all of a few', survey([6, 6]), true],
  ['a handful of a handful', survey([5, 5]), true],
  ['what one crash leaves', survey([2, 2]), false],
  ['what crashes leave', survey([75, 15], [0, 0], [0, 0], 4), false],
  ['all since a day', survey([100, 20], [0, 0], [0, 0], 20), true],
  ['a short while of many', survey([3_000, 100], [0, 0], [0, 0], 12), false],
  ['the pictures of one post', survey([0, 0], [50, 20]), false],
  ['a fifth of many', survey([3_000, 600]), true],
  ['a small share of many', survey([3_000, 100]), false],
  ['documents among a wealth of pictures', survey([94, 94], [10_000, 0]), true],
  ['pictures among a wealth of documents', survey([10_000, 0], [50, 50]), true],
  ['pieces of uploads after a rush', survey([100, 0], [10, 0], [800, 800]), false],
])('without a row: %s', (_, found, isTooMany) => expect(hasTooManyOrphans(found)).toBe(isTooMany));

test.each([
  ['rows and files agree', survey([100, 2]), 98, true],
  ['rows whose files are elsewhere', survey([10, 0]), 98, false],
  ['files that have no rows', survey([100, 50]), 50, false],
  ['a database without documents, and files', survey([5, 5], [100, 0]), 0, false],
  ['a database without documents, and its pictures', survey([0, 0], [100, 0]), 0, true],
  ['a database with one document, and other files', survey([6, 5], [100, 0]), 1, false],
])('a store that says nothing of its owner: %s', (_, found, rows, isFit) =>
  expect(fits(found, rows)).toBe(isFit),
);

const DAY = new Date('2026-11-20T12:00:00Z').getTime();
/** Documents stored a minute apart; a lower-case letter has no row. */
const look = (documents: string, olderThan = DAY + 999 * 60_000): Promise<Survey> =>
  surveyFiles(
    {
      async *list() {
        for (const [place, letter] of [...documents].entries())
          yield { key: `u/${letter}`, size: 1, modifiedAt: new Date(DAY + place * 60_000) };
      },
    },
    async (keys) => new Set(keys.filter((key) => key !== key.toLowerCase())),
    new Date(olderThan),
  );

test.each([
  ['ABC', 0],
  ['aBCdEfGhi', 2],
  ['ABCdefghiJ', 6],
])('documents without a row that follow each other: %s', async (documents, run) =>
  expect((await look(documents)).longestRun).toBe(run),
);

test('a database without documents never claims a file, however young', async () => {
  expect(fits(await look('a', DAY), 0)).toBe(false);
  expect(fits(await look('', DAY), 0)).toBe(true);
  expect(fits(await look('ABCDEFGh', DAY), 7)).toBe(false);
});
