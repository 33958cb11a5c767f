import { expect, test } from 'vitest';
import { SAMPLE_POSTS } from '#content/samples/posts.ts';
import { SAMPLE_PROGRAMS } from '#content/samples/programs.ts';
import { ended } from '#tests/time-limit.ts';
import { firstSentences } from './first-sentences.ts';

test('a teaser is whole sentences of the paragraphs, without headings and lists', () => {
  const text =
    '<p>For makers of butter. For millers!</p><h2>What we fund</h2><ul><li><p>Mills</p></li></ul><p>GHS 1.5 million at most.</p>';
  expect(firstSentences(text)).toBe('For makers of butter. For millers! GHS 1.5 million at most.');
  expect(firstSentences(text, 30)).toBe('For makers of butter.');
  expect(firstSentences(`<p>${'A long way. '.repeat(40)}</p>`, 40)).toBe(
    'A long way. A long way. A long way.',
  );
});

test('what has no sentence gives its first words', () => {
  expect(firstSentences('<ul><li>Mills</li><li>Presses</li></ul>')).toBe('Mills. Presses');
  expect(firstSentences('<p>no end</p>')).toBe('no end');
  expect(firstSentences('')).toBe('');
});

test('every sample has one', () => {
  for (const html of [
    ...SAMPLE_POSTS.map(({ body }) => body),
    ...SAMPLE_PROGRAMS.map(({ description }) => description),
  ])
    expect(firstSentences(html, 120)).toMatch(/[.!?]$/);
});

test.each(['!', '.', '. ', 'word '])('a text of nothing but %j is summarised in no time', (run) => {
  const html = `<p>a${run.repeat(100_000 / run.length)}x</p>`;
  expect(ended(() => void firstSentences(html))).toBe(true);
});
