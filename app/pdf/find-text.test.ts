import { expect, test } from 'vitest';
import { findText, MOST_MATCHES, type TextItem } from './find-text.ts';

const line = (str: string): TextItem => ({ str, hasEOL: true });

test('words are found in any case, wherever they stand', () => {
  expect(findText([line('Shea butter'), line('SHEA nuts, shea oil')], 'shea')).toEqual([
    [{ item: 0, from: 0, to: 4 }],
    [{ item: 1, from: 0, to: 4 }],
    [{ item: 1, from: 11, to: 15 }],
  ]);
});

test('words that go over the end of a line are one place', () => {
  expect(findText([line('we dry cocoa'), line('beans ourselves')], 'cocoa  beans')).toEqual([
    [
      { item: 0, from: 7, to: 12 },
      { item: 1, from: 0, to: 5 },
    ],
  ]);
});

test('a word that the PDF splits into several items is found', () => {
  const items = [
    { str: 'Akwa', hasEOL: false },
    { str: '', hasEOL: false },
    { str: 'aba', hasEOL: true },
  ];
  expect(findText(items, 'akwaaba')).toEqual([
    [
      { item: 0, from: 0, to: 4 },
      { item: 2, from: 0, to: 3 },
    ],
  ]);
});

test('no words are nowhere, and a letter is not shown a million times', () => {
  expect(findText([line('anything')], '  ')).toEqual([]);
  expect(findText([], 'a')).toEqual([]);
  expect(findText([line('a'.repeat(5_000))], 'a')).toHaveLength(MOST_MATCHES);
});
