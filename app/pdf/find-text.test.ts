import { expect, test } from 'vitest';
import { findText, MOST_MATCHES, type Piece } from './find-text.ts';

const line = (str: string): Piece => ({ str, hasEOL: true });

test('words are found in any case, wherever they stand', () => {
  expect(findText([line('Shea butter'), line('SHEA nuts, shea oil')], 'shea')).toEqual([
    [{ piece: 0, from: 0, to: 4 }],
    [{ piece: 1, from: 0, to: 4 }],
    [{ piece: 1, from: 11, to: 15 }],
  ]);
});

test('words that go over the end of a line are one place', () => {
  expect(findText([line('we dry cocoa'), line('beans ourselves')], 'cocoa  beans')).toEqual([
    [
      { piece: 0, from: 7, to: 12 },
      { piece: 1, from: 0, to: 5 },
    ],
  ]);
});

test('a word that the PDF sets in pieces is found', () => {
  const pieces = [
    { str: 'Akwa', hasEOL: false },
    { str: '', hasEOL: false },
    { str: 'aba', hasEOL: true },
  ];
  expect(findText(pieces, 'akwaaba')).toEqual([
    [
      { piece: 0, from: 0, to: 4 },
      { piece: 2, from: 0, to: 3 },
    ],
  ]);
});

test('no words are nowhere, and a letter is not shown a million times', () => {
  expect(findText([line('anything')], '  ')).toEqual([]);
  expect(findText([], 'a')).toEqual([]);
  expect(findText([line('a'.repeat(5_000))], 'a')).toHaveLength(MOST_MATCHES);
});
