import { expect, test } from 'vitest';
import { createProgramInput } from '#domain/programs/schema.ts';
import { keepInstants, toLocalInput } from './deadline-field.tsx';

test.each(['2027-03-01T17:00:00.000Z', '2027-03-01T23:59:59.000Z'])(
  'the deadline %s goes through the form unchanged, wherever the browser is',
  (saved) => {
    const { deadline_date: read } = createProgramInput.parse({
      title: 'Palm oil',
      sector: 'Agriculture',
      deadline_date: toLocalInput(saved),
    });
    expect(read.toISOString()).toBe(saved);
  },
);

test('instants whose parts of a second no field shows are not moved by saving a title', () => {
  const stored = {
    deadline_date: '2026-12-28T17:30:00.417Z',
    opens_at: '2026-12-01T09:00:00.250Z',
  };
  const input = createProgramInput.parse({
    title: 'Palm oil',
    sector: 'Agriculture',
    deadline_date: toLocalInput(stored.deadline_date),
    opens_at: toLocalInput(stored.opens_at),
  });
  const kept = keepInstants(stored, input);
  expect(kept.deadline_date.toISOString()).toBe(stored.deadline_date);
  expect(kept.opens_at?.toISOString()).toBe(stored.opens_at);
  const moved = { ...input, deadline_date: new Date('2026-12-28T17:31:00Z') };
  expect(keepInstants(stored, moved).deadline_date).toEqual(moved.deadline_date);
});
