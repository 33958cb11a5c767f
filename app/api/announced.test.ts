import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { announce } from './announced.ts';

const file = (content: string) => new File([content], 'Deck 2026.pdf');

test('each document is said with name, size and digest, and read once for all tries', async () => {
  const deck = file('%PDF-1.7 …');
  const read = vi.spyOn(deck, 'arrayBuffer');
  const sha256 = createHash('sha256').update('%PDF-1.7 …').digest('hex');
  for (let round = 0; round < 2; round += 1) {
    expect(await announce({ pitch_deck: deck, financials: undefined })).toEqual({
      pitch_deck: { name: 'Deck 2026.pdf', size: deck.size, sha256 },
    });
  }
  expect(read).toHaveBeenCalledTimes(1);
});

test('where a phone has no memory for a file, nothing is said', async () => {
  const large = file('x');
  vi.spyOn(large, 'arrayBuffer').mockRejectedValue(
    new RangeError('Array buffer allocation failed'),
  );
  expect(await announce({ pitch_deck: file('y'), financials: large })).toBeUndefined();
});
