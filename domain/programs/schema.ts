import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { readSector, SECTORS } from '../sectors.ts';
import { booleanText, readText, requiredText, richText } from '../text.ts';
import { PROGRAM_RULES } from './messages.ts';

/** A sector by name, slug or the specification's misspelling; answers the name. */
export const sector = readText(readSector, PROGRAM_RULES.sector);

const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * What lies outside is a slip of the hand; five digits would not even come back as they were sent.
 */
const EARLIEST_YEAR = 2000;
const LATEST_YEAR = 9999;
const isWithinYears = (date: Date): boolean =>
  date.getUTCFullYear() >= EARLIEST_YEAR && date.getUTCFullYear() <= LATEST_YEAR;

/** An ISO datetime; without an offset it is meant in Accra, and a bare day lasts until its end. */
export const instant = readText(readInstant, PROGRAM_RULES.deadline);

function readInstant(typed: string): Date | undefined {
  const text = typed.trim();
  if (!INSTANT.test(text)) return undefined;
  const date = new Date(withOffset(text));
  // JavaScript moves a 30 February into March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const isRealDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  return isRealDay && isWithinYears(date) ? date : undefined;
}

function withOffset(text: string): string {
  if (text.length === 10) return `${text}T23:59:59Z`;
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
}

const fields = {
  title: requiredText('a title', LENGTHS.title),
  description: richText('the description', LENGTHS.richText),
  sector,
  deadline_date: instant,
};

export const createProgramInput = z.object({
  ...fields,
  description: z.prefault(fields.description, ''),
});

/** Fields that are not sent stay. */
export const updateProgramInput = z.partial(z.object(fields));

const PROGRAM_SORTS = ['deadline_date', 'title', 'sector', 'created_at'] as const;

export const listProgramsQuery = z.extend(listQuery, {
  sort: sortBy(PROGRAM_SORTS, '-deadline_date'),
  sector: filter(sector),
  open: filter(booleanText('the program is open')),
});

export const program = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  sector: z.enum(SECTORS),
  deadline_date: z.string(),
  is_open: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type CreateProgramInput = z.output<typeof createProgramInput>;
export type UpdateProgramInput = z.output<typeof updateProgramInput>;
export type ListProgramsQuery = z.output<typeof listProgramsQuery>;
export type Program = z.output<typeof program>;
