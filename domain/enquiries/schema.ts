import * as z from 'zod/mini';
import { isPhone, normalisePhone } from '../accounts/rules.ts';
import { email } from '../accounts/schema.ts';
import { HONEYPOT, LENGTHS } from '../constants.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { booleanText, optionalText, requiredLines, requiredText } from '../text.ts';
import { ENQUIRY_RULES } from './messages.ts';

/** Optional, and numeric when given; spaces and hyphens are dropped. */
const phone = z.pipe(
  optionalText('your phone number', 40),
  z
    .transform((value: string | null) => value && normalisePhone(value))
    .check(z.refine((value) => !value || isPhone(value), ENQUIRY_RULES.phone)),
);

/** The contact form. The message is plain text; `website_url` is the honeypot. */
export const createEnquiryInput = z.object({
  first_name: requiredText('your first name', LENGTHS.name),
  last_name: requiredText('your last name', LENGTHS.name),
  email,
  phone_number: z.prefault(phone, ''),
  message: requiredLines('your message', LENGTHS.message),
  [HONEYPOT]: z.catch(z.optional(z.string()), undefined),
});

const ENQUIRY_SORTS = ['created_at', 'last_name'] as const;

const isAnswered = booleanText('the enquiry has been answered');

export const updateEnquiryInput = z.object({ is_answered: isAnswered });

/** Plain text, mailed to whoever asked. */
export const answerEnquiryInput = z.object({ text: requiredLines('your answer', LENGTHS.message) });

export const listEnquiriesQuery = z.extend(listQuery, {
  is_answered: filter(isAnswered),
  sort: sortBy(ENQUIRY_SORTS, '-created_at'),
});

/** Who answered it and when; null until somebody has. */
export const enquiry = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.nullable(z.string()),
  message: z.string(),
  created_at: z.string(),
  is_answered: z.boolean(),
  answered_at: z.nullable(z.string()),
  answered_by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** From the portal, oldest first; `author` is null once the account is deleted. */
  answers: z.array(z.object({ at: z.string(), author: z.nullable(z.string()), text: z.string() })),
});

export type CreateEnquiryInput = z.output<typeof createEnquiryInput>;
export type UpdateEnquiryInput = z.output<typeof updateEnquiryInput>;
export type AnswerEnquiryInput = z.output<typeof answerEnquiryInput>;
export type ListEnquiriesQuery = z.output<typeof listEnquiriesQuery>;
export type Enquiry = z.output<typeof enquiry>;
