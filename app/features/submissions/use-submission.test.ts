import { expect, test } from 'vitest';
import { findNeighbours } from './use-submission.ts';

test('the submissions before and after one of the middle', () => {
  expect(findNeighbours(['a', 'b', 'c'], 'b', 11, 13, 40)).toEqual({
    place: 13,
    total: 40,
    isListed: true,
    previous: 'a',
    next: 'c',
  });
});

test('the first has none before it, the last none after it', () => {
  expect(findNeighbours(['a', 'b', 'c'], 'a', 0, 1, 3)).toMatchObject({
    place: 1,
    previous: undefined,
    next: 'b',
  });
  expect(findNeighbours(['b', 'c'], 'c', 1, 3, 3)).toMatchObject({
    place: 3,
    previous: 'b',
    next: undefined,
  });
});

test('one that a decision took out of its own filter leaves its place to the next', () => {
  expect(findNeighbours(['a', 'c', 'd'], 'b', 11, 13, 39)).toEqual({
    place: 13,
    total: 39,
    isListed: false,
    previous: 'a',
    next: 'c',
  });
});

test('one that a new submission pushed on is found where it is now', () => {
  expect(findNeighbours(['new', 'a', 'b'], 'b', 11, 13, 41)).toMatchObject({
    place: 14,
    previous: 'a',
  });
});
