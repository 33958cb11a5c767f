import { expect, test } from 'vitest';
import { hasArrived } from './has-arrived.ts';

const SAVED = {
  id: '1',
  title: 'Farm Growth Fund',
  description: '<p>For farms.</p>',
  amount_text: null,
  deadline_date: '2026-12-01T10:00:00.000Z',
  organisations: ['Lake Transport'],
};

test.each([
  ['a part of it', { title: 'Farm Growth Fund ' }],
  ['an instant in another spelling', { deadline_date: '2026-12-01T10:00Z' }],
  ['an instant as a date', { deadline_date: new Date('2026-12-01T10:00Z') }],
  ['markup in another spelling', { description: '<p>For&nbsp;farms.</p>\n' }],
  ['nothing, for nothing', { amount_text: '' }],
  ['a list', { organisations: ['Lake Transport'], people: undefined }],
])('what was sent has arrived: %s', (_what, sent) => {
  expect(hasArrived(SAVED, sent)).toBe(true);
});

test.each([
  ['another word', { description: '<p>For boats.</p>' }],
  ['another list', { organisations: [] }],
  ['what the saved version does not have', { featured: new File([], 'a.png') }],
  ['another one beside the same', { title: 'Farm Growth Fund', amount_text: 'GHS 5' }],
])('what was sent has not arrived: %s', (_what, sent) => {
  expect(hasArrived(SAVED, sent)).toBe(false);
});
