import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { member, personName, roleIn } from '../members/schema.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { answersInput, answerValue } from '../questions/schema.ts';
import { receipt } from '../receipts/schema.ts';
import { blankableText, booleanText, requiredText, richText } from '../text.ts';
import { DRAFT_RULES } from './messages.ts';

/**
 * Answers may be missing, empty or not yet valid: only their length is limited. Null and the empty
 * text clear a field; fields that are not sent stay.
 */
export const draftFieldsInput = z.partial(
  z.object(
    {
      business_name: blankableText('the business name', LENGTHS.title),
      business_location: blankableText('the business location', LENGTHS.place),
      business_website: blankableText('the website', LENGTHS.website),
      business_description: richText('the business description', LENGTHS.richText),
    },
    { error: DRAFT_RULES.fields },
  ),
);

export const saveDraftInput = z.object({
  fields: z.prefault(draftFieldsInput, {}),
  answers: answersInput,
});

const orMissing = <S extends z.core.SomeType>(schema: S) => z.catch(z.optional(schema), undefined!);

const digest = z.object({
  size: z.number().check(z.int(), z.positive()),
  sha256: z.string().check(z.regex(/^[0-9a-fA-F]{64}$/), z.toLowerCase()),
  /** The file's name, to tell it by later. */
  name: orMissing(requiredText("the file's name", LENGTHS.fileName)),
});

/** In place of one that was named by something else: it is not to be left out unseen. */
const UNREADABLE = { size: 0, sha256: '', name: undefined };
export const isReadable = ({ size }: Digest): boolean => size > 0;

/** The documentation asks without a value, and has no default. */
const fileDigest = z.catch(z.optional(digest), (asked) =>
  (asked?.input ?? undefined) === undefined ? undefined : UNREADABLE,
);

/** The documents that belong to the submission, by kind or by the question that they answer. */
export const submitDraftInput = z.object({
  /** Saved into the draft before it is submitted. */
  answers: answersInput,
  documents: orMissing(
    z.catchall(
      z.object({ pitch_deck: orMissing(digest), financials: orMissing(digest) }),
      fileDigest,
    ),
  ),
});

const document = z.object({
  name: z.string(),
  /** Bytes of the whole document. */
  size: z.number(),
  /** Bytes that have arrived. */
  received: z.number(),
  sha256: z.nullable(z.string()),
  state: z.enum(['uploading', 'checking', 'ready', 'refused']),
  message: z.nullable(z.string()),
  /** Known once it is ready. */
  pages: z.nullable(z.number()),
});

export const draft = z.object({
  id: z.string(),
  my_role: roleIn,
  owner: personName,
  /** Who saved it last; null once they have closed their account. */
  saved_by: z.nullable(personName),
  /** Only of a single draft. */
  members: z.optional(z.array(member)),
  program_id: z.string(),
  program_title: z.string(),
  deadline_date: z.string(),
  /** Until when this applicant has more time than everybody else; null if they have not. */
  extended_until: z.nullable(z.string()),
  /** Only fields that were ever sent. */
  fields: z.partial(
    z.object({
      business_name: z.string(),
      business_location: z.string(),
      business_website: z.string(),
      business_description: z.string(),
    }),
  ),
  /** To the program's own questions, by their ids; only of a single draft of one that asks. */
  answers: z.optional(z.record(z.string(), answerValue)),
  /** By kind, and by the live questions that take a file. */
  documents: z.catchall(
    z.object({ pitch_deck: z.nullable(document), financials: z.nullable(document) }),
    z.nullable(document),
  ),
  /** What submitting would refuse now: names of fields and documents, and ids of questions. */
  missing: z.array(z.string()),
  saved_at: z.string(),
  /** The receipt that waits for this draft's documents. */
  submitting: z.nullable(receipt),
  /** The newest submission of a single draft that did not count; not while another one waits. */
  lapsed: z.optional(receipt),
  /** The documents that it waits for; only while it waits. */
  announced: z.optional(z.catchall(z.object({ pitch_deck: digest, financials: digest }), digest)),
});

export const draftQuery = z.object({
  /** Having none is an answer too, without an error in the browser's console. */
  optional: filter(booleanText('there may be no draft')),
});

export const listDraftsQuery = z.extend(listQuery, {
  sort: sortBy(['saved_at', 'deadline_date'], '-saved_at'),
});

export type SaveDraftInput = z.output<typeof saveDraftInput>;
export type DraftFields = z.output<typeof draftFieldsInput>;
export type SubmitDraftInput = z.output<typeof submitDraftInput>;
export type Digest = z.output<typeof digest>;
export type Draft = z.output<typeof draft>;
export type DraftDocument = z.output<typeof document>;
export type ListDraftsQuery = z.output<typeof listDraftsQuery>;
