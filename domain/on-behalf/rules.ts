/** What did not come through the portal, typed in by an admin: contract §13.3. */
import * as z from 'zod/mini';
import { person } from '../accounts/schema.ts';
import { LENGTHS } from '../constants.ts';
import { readInstant } from '../dates.ts';
import { manyLines } from '../plain-text.ts';
import { answersInput } from '../questions/schema.ts';
import { blankableText, readText, UUID } from '../text.ts';
import { submitProposalInput, updateProposalInput } from '../proposals/schema.ts';

const REASON = { min: 10, max: 500 } as const;

export const ON_BEHALF = {
  reason: `Enter a reason of ${REASON.min} to ${REASON.max} characters.`,
  receivedAt: 'Enter the date and time it came in.',
  tooEarly: 'It can’t have come in before the program opened.',
  tooLate: 'It came in after the deadline that counts for this person.',
  future: 'It can’t have come in later than now.',
  applicant: 'Choose the account of an applicant.',
  over: 'The time to enter what came in on paper is over.',
  inRound: 'A round of judging is open for this region, so nothing more can be entered for it.',
  hasAddress: 'This applicant has an account of their own and answers for themselves.',
  /** Of a document that shows how it came in. */
  evidence: 'Choose a PDF that shows when it came in.',
} as const;

const reason = z
  .string({ error: ON_BEHALF.reason })
  .check(
    z.overwrite(manyLines),
    z.minLength(REASON.min, ON_BEHALF.reason),
    z.maxLength(REASON.max, ON_BEHALF.reason),
  );
const receivedAt = readText(readInstant, ON_BEHALF.receivedAt);
const applicantId = z
  .string({ error: ON_BEHALF.applicant })
  .check(z.regex(UUID, ON_BEHALF.applicant));

/** Whom an account is opened for. */
export const newPerson = z.object({
  first_name: person.first_name,
  last_name: person.last_name,
  phone_number: person.phone_number,
  region: person.region,
  city: z.prefault(blankableText('the city or town', LENGTHS.name), ''),
  digital_address: z.prefault(blankableText('the digital address', LENGTHS.digitalAddress), ''),
  /** A blank one is none. */
  email: z.pipe(
    z.transform((value) => (value === '' || value === null ? undefined : value)),
    z.optional(person.email),
  ),
});
export type NewPerson = z.output<typeof newPerson>;

const typedIn = z.extend(submitProposalInput, {
  answers: answersInput,
  received_at: receivedAt,
  reason,
});

/** For an account that there is, or for a person who gets one. */
export const onBehalfOfKnown = z.extend(typedIn, { applicant_id: applicantId });
export const onBehalfOfNew = z.extend(typedIn, newPerson.shape);

/** As the documentation shows it. */
export const onBehalfForm = z.extend(typedIn, {
  applicant_id: z.optional(applicantId),
  ...z.partial(newPerson).shape,
});

/** Fields that are not sent stay; the person's only as long as nobody has claimed the account. */
export const correctOnBehalfForm = z.extend(updateProposalInput, {
  answers: answersInput,
  received_at: z.optional(receivedAt),
  reason,
  ...z.partial(z.omit(newPerson, { email: true, city: true, digital_address: true })).shape,
  city: z.optional(blankableText('the city or town', LENGTHS.name)),
  digital_address: z.optional(blankableText('the digital address', LENGTHS.digitalAddress)),
});
export type CorrectOnBehalf = z.output<typeof correctOnBehalfForm>;
