import { expect, test } from 'vitest';
import type { Program } from '#domain/programs/schema.ts';
import { orderPrograms } from './order-programs.ts';
import { summarise } from '#app/ui/summarise.ts';

const now = new Date('2026-11-21T12:00:00Z');
const program = (id: string, deadline: string): Program => ({
  id,
  title: id,
  description: '',
  sector: 'Mining',
  deadline_date: deadline,
  opens_at: null,
  is_public: true,
  amount_text: null,
  decision_by: null,
  is_open: new Date(deadline) > now,
  ended_at: null,
  created_at: deadline,
  updated_at: deadline,
});

test('open ones first, nearest first; then those closed in the last 90 days, newest first', () => {
  const ordered = orderPrograms(
    [
      program('old', '2026-08-01T00:00:00Z'),
      program('closed', '2026-10-01T00:00:00Z'),
      { ...program('extended', '2026-09-10T00:00:00Z'), extended_until: '2026-11-10T00:00:00Z' },
      program('just-closed', '2026-11-20T00:00:00Z'),
      program('late', '2027-02-01T00:00:00Z'),
      program('soon', '2026-11-22T00:00:00Z'),
    ],
    now,
  );
  expect(ordered.map(({ kind, programs }) => [kind, ...programs.map(({ id }) => id)])).toEqual([
    ['open', 'soon', 'late'],
    ['closed', 'just-closed', 'extended', 'closed'],
  ]);
});

test('a rich text is summarised as plain words', () => {
  expect(summarise('<h2>Cocoa &amp; cashew</h2><p>For <b>all</b></p>')).toBe(
    'Cocoa & cashew: For all',
  );
  expect(
    summarise(
      '<p>Here they go.</p><h2>Why?</h2><ul><li><p>Cash</p></li><li>Customers</li></ul><h2></h2><h3>Next</h3>',
    ),
  ).toBe('Here they go. Why? Cash. Customers. Next');
  expect(summarise('<p>one two three</p>', 9)).toBe('one two…');
  expect(summarise('<p>one, two</p>', 6)).toBe('one…');
  expect(summarise(`<p>${'x'.repeat(300)}</p>`, 9)).toBe('xxxxxxxxx…');
  expect(summarise('<p>no 😀😀😀😀😀</p>', 6)).toBe('no 😀…');
});
