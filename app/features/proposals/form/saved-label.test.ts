import { expect, test } from 'vitest';
import { describeSaved } from './saved-label.ts';

const NOW = 1_000_000_000;
const describeSent = (seconds: number) =>
  describeSaved({ kind: 'sent', at: NOW - seconds * 1000 }, NOW);

test.each([
  [0, 'Saved just now'],
  [4, 'Saved just now'],
  [12, 'Saved 10 seconds ago'],
  [60, 'Saved 1 minute ago'],
  [7300, 'Saved 2 hours ago'],
])('%i seconds after the server has it', (seconds, sentence) => {
  expect(describeSent(seconds)).toBe(sentence);
});

test('without a connection it is said where it is, and where it is not', () => {
  const storedHere = { kind: 'here', isOffline: true } as const;
  expect(describeSaved({ ...storedHere, isStored: true }, NOW)).toBe(
    'Saved on this phone, no connection',
  );
  expect(describeSaved({ ...storedHere, isStored: false }, NOW)).toMatch(
    /^Not saved: no connection/,
  );
});
