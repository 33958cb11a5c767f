import * as z from 'zod/mini';
import { readInstant } from '../dates.ts';
import { answer } from '../questions/schema.ts';
import { QUESTIONS } from '../questions/limit-rules.ts';
import { readText, requiredLines, UUID } from '../text.ts';
import { REQUEST } from './request-messages.ts';
import {
  REQUEST_FIELDS,
  REQUEST_LIMITS,
  REQUEST_STATES,
  VERSION_REASONS,
} from './request-rules.ts';

const isField = (name: string): boolean =>
  (REQUEST_FIELDS as readonly string[]).includes(name) || UUID.test(name);

export const requestInput = z.object({
  text: requiredLines('what you ask for', REQUEST_LIMITS.textLength),
  /** Of the form, and ids of the program's questions. */
  fields: z.pipe(
    z
      .array(z.string({ error: REQUEST.unknown }).check(z.refine(isField, REQUEST.unknown)), {
        error: REQUEST.fields,
      })
      .check(
        z.minLength(1, REQUEST.fields),
        z.maxLength(REQUEST_FIELDS.length + QUESTIONS.perProgram, REQUEST.unknown),
      ),
    z.transform((names: string[]) => [...new Set(names)]),
  ),
  due_at: readText(readInstant, REQUEST.due),
});

export const changeRequest = z.object({
  id: z.string(),
  text: z.string(),
  fields: z.array(z.string()),
  due_at: z.string(),
  state: z.enum(REQUEST_STATES),
  created_at: z.string(),
  answered_at: z.nullable(z.string()),
});

export const proposalVersion = z.object({
  version: z.number(),
  at: z.string(),
  because: z.enum(VERSION_REASONS),
  fields: z.object({
    business_name: z.string(),
    business_location: z.string(),
    business_website: z.nullable(z.string()),
    business_description: z.string(),
  }),
  /** Only of one whose program asks. */
  answers: z.optional(z.array(answer)),
  /** Keys, as in a proposal's `document_urls`. */
  documents: z.object({ pitch_deck: z.string(), financials: z.string() }),
  /** Null if nobody submitted it: the request was cancelled, or its time was over. */
  receipt_number: z.nullable(z.string()),
});

export const ownDocumentQuery = z.object({
  version: z.optional(
    z.pipe(
      z.string(),
      z.transform((text: string) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0)),
    ),
  ),
});

export type RequestInput = z.output<typeof requestInput>;
export type ChangeRequest = z.output<typeof changeRequest>;
export type ProposalVersion = z.output<typeof proposalVersion>;
