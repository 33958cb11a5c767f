import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { dayOf, readDay, readInstant } from '../dates.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { question, questionsInput } from '../questions/schema.ts';
import { readSector, SECTORS } from '../sectors.ts';
import { booleanText, optionalText, readText, requiredText, richText } from '../text.ts';
import { readDeadline } from './deadline-rules.ts';
import { ANNOUNCES, PROGRAM_RULES } from './rules.ts';

/** A sector by name, slug or the specification's misspelling; returns the name. */
export const sector = readText(readSector, PROGRAM_RULES.sector);

/** An ISO datetime; without an offset it is Accra time, and a day alone means its end. */
export const instant = readText(readDeadline, PROGRAM_RULES.deadline);

/** Null and the empty text: it is open at once. */
const opening = z.pipe(
  z.transform((sent) => (sent === '' || sent === undefined ? null : sent)),
  z.nullable(readText(readDeadline, PROGRAM_RULES.opening)),
);

/** A day such as "2026-12-01"; of an instant, its day. Null and the empty text: none is named. */
const day = z.pipe(
  z.transform((sent) => (sent === '' || sent === undefined ? null : sent)),
  z.nullable(
    readText((text) => {
      const found = readDay(text) ?? readInstant(text);
      return found && dayOf(found);
    }, PROGRAM_RULES.decisionBy),
  ),
);

const fields = {
  title: requiredText('a title', LENGTHS.title),
  description: richText('the description', LENGTHS.richText),
  sector,
  deadline_date: instant,
  opens_at: opening,
  is_public: booleanText(PROGRAM_RULES.isPublic),
  amount_text: optionalText('the amount', LENGTHS.amount),
  decision_by: day,
  announces: z.enum(ANNOUNCES, { error: PROGRAM_RULES.announces }),
};

export const createProgramInput = z.object({
  ...fields,
  description: z.prefault(fields.description, ''),
  opens_at: z.prefault(fields.opens_at, null),
  is_public: z.prefault(fields.is_public, true),
  amount_text: z.prefault(fields.amount_text, null),
  decision_by: z.prefault(fields.decision_by, null),
  announces: z.prefault(fields.announces, 'at_once'),
  questions: questionsInput,
});

/** Fields that are not sent stay; a preview changes nothing. */
export const updateProgramInput = z.extend(z.partial(z.object(fields)), {
  questions: questionsInput,
  preview: z.optional(booleanText('the change is only a preview')),
});

/** What a preview of a change answers: whom another deadline concerns. */
export const programPreview = z.object({
  /** These three for admins only, who alone move a deadline. */
  open_drafts: z.optional(z.number()),
  /** Received in time; their documents are still on their way. */
  waiting_submissions: z.optional(z.number()),
  /** How many people would be told by mail. */
  mails: z.optional(z.number()),
  /** Ids of questions that somebody has answered; only of a program that has some. */
  answered_questions: z.optional(z.array(z.string())),
});

const PROGRAM_SORTS = ['deadline_date', 'title', 'sector', 'created_at'] as const;

export const listProgramsQuery = z.extend(listQuery, {
  sort: sortBy(PROGRAM_SORTS, '-deadline_date'),
  sector: filter(sector),
  open: filter(booleanText('the program is open')),
  /** Of the asking applicant, now. */
  extended: filter(booleanText('you have more time')),
});

export const program = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  sector: z.enum(SECTORS),
  deadline_date: z.string(),
  /** Null: open at once. */
  opens_at: z.nullable(z.string()),
  /** Otherwise only the firm sees it. */
  is_public: z.boolean(),
  /** How much there is, such as "GHS 50,000 to 250,000". */
  amount_text: z.nullable(z.string()),
  /** The day by which it decides, such as "2026-12-01". */
  decision_by: z.nullable(z.string()),
  is_open: z.boolean(),
  /** Until when the asking applicant has more time; only of a program that is extended for them. */
  extended_until: z.optional(z.string()),
  /** For admins: when applicants hear of decisions, and when the planned announcement goes out. */
  announces: z.optional(z.enum(ANNOUNCES)),
  announce_at: z.optional(z.nullable(z.string())),
  /** When its season was ended. */
  ended_at: z.nullable(z.string()),
  /** For admins: from when what is not approved is deleted, when that was done, how long it is kept. */
  delete_at: z.optional(z.nullable(z.string())),
  deleted_at: z.optional(z.nullable(z.string())),
  retention_months: z.optional(z.nullable(z.number())),
  /** Until when what came in on paper can be entered. For admins only. */
  paper_until: z.optional(z.string()),
  /** For admins, in lists: drafts that are not submitted, and proposals with news to announce. */
  drafts: z.optional(z.number()),
  unannounced: z.optional(z.number()),
  created_at: z.string(),
  updated_at: z.string(),
  /** Its own questions; only of a single program that has some. */
  questions: z.optional(z.array(question)),
});

export type CreateProgramInput = z.output<typeof createProgramInput>;
export type UpdateProgramInput = z.output<typeof updateProgramInput>;
export type ListProgramsQuery = z.output<typeof listProgramsQuery>;
export type Program = z.output<typeof program>;
export type ProgramPreview = z.output<typeof programPreview>;

/** Null and the empty text: now. */
const moment = z.pipe(
  z.transform((sent) => (sent === '' || sent === undefined ? null : sent)),
  z.nullable(readText(readDeadline, PROGRAM_RULES.announceAt)),
);

export const announceInput = z.object({
  preview: z.prefault(booleanText('the announcement is only a preview'), false),
  at: z.prefault(moment, null),
});

/** What becomes visible, and what stays. */
const counts = {
  approved: z.number(),
  declined: z.number(),
  /** Not decided: they stay so. */
  undecided: z.number(),
  mails: z.number(),
};

export const announcePreview = z.object(counts);

/** With when the planned announcement goes out; null if it has gone out. */
export const announceAnswer = z.object({ ...counts, announce_at: z.nullable(z.string()) });

export type AnnounceInput = z.output<typeof announceInput>;
export type AnnouncePreview = z.output<typeof announcePreview>;
