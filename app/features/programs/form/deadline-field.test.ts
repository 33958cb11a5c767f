import { expect, test } from 'vitest';
import { createProgramInput } from '#domain/programs/schema.ts';
import { toLocalInput } from './deadline-field.tsx';

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
