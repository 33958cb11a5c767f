import * as z from 'zod/mini';
import { email, person } from '../accounts/schema.ts';
import { isPhone, JUDGE_STATES, normalisePhone } from '../accounts/rules.ts';
import { ACCOUNT_RULES } from '../accounts/messages.ts';
import { LENGTHS } from '../constants.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { REGIONS } from '../regions.ts';
import { blankableText, booleanText, requiredText } from '../text.ts';
import { JUDGE } from './messages.ts';

export const JUDGES = {
  /** Organisations of a judge, and people whose business they could not judge freely. */
  names: 30,
  /** How long an invitation can be answered, and when an unanswered one is repeated. */
  invitationDays: 14,
  reminderDays: 7,
} as const;

const region = z.enum(REGIONS, { error: ACCOUNT_RULES.region });
const maybeRegion = z.union([z.literal(''), region], { error: ACCOUNT_RULES.region });

/** Blank lines are dropped, so that a form can send its text area line by line. */
const names = (label: string, wrong: string) =>
  z.pipe(
    z.array(blankableText(label, LENGTHS.place), { error: wrong }),
    z
      .transform((list: string[]) => [...new Set(list.filter(Boolean))])
      .check(z.refine((list) => list.length <= JUDGES.names, wrong)),
  );

const organisations = names('an organisation', JUDGE.organisations);
const people = names('a person', JUDGE.people);
const position = blankableText('the position', LENGTHS.place);
const isNamed = booleanText('the judge may be named');
const phone = z.pipe(
  blankableText('your phone number', 40),
  z.string().check(
    z.overwrite((typed) => (typed === '' ? '' : normalisePhone(typed))),
    z.refine((typed) => typed === '' || isPhone(typed), ACCOUNT_RULES.phone),
  ),
);

export const inviteJudgeInput = z.object({
  email,
  first_name: requiredText('a first name', LENGTHS.name),
  last_name: requiredText('a last name', LENGTHS.name),
  region: z.prefault(maybeRegion, ''),
  position: z.prefault(position, ''),
  organisations: z.prefault(organisations, []),
});

export const updateJudgeInput = z.partial(
  z.object({
    first_name: person.first_name,
    last_name: person.last_name,
    phone_number: phone,
    region: maybeRegion,
    position,
    organisations,
    people,
    is_named: isNamed,
  }),
);

/** What a judge may change: whose businesses they could not judge freely. */
export const updateInterestsInput = z.partial(
  z.object({ organisations, people, position, is_named: isNamed, region }),
);

/** What a judge says of themselves while accepting. */
export const acceptance = {
  phone_number: z.prefault(phone, ''),
  organisations: z.optional(organisations),
  people: z.optional(people),
  is_named: z.prefault(isNamed, false),
};

const JUDGE_SORTS = ['created_at', 'email', 'first_name', 'last_name', 'region'] as const;

export const listJudgesQuery = z.extend(listQuery, {
  sort: sortBy(JUDGE_SORTS, '-created_at'),
  state: filter(z.enum(JUDGE_STATES, { error: 'Choose a state from the list.' })),
  region: filter(region),
  round_id: filter(z.string().check(z.maxLength(100))),
  is_active: filter(booleanText('the judge is active')),
});

export const judge = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  region: z.string(),
  position: z.string(),
  organisations: z.array(z.string()),
  people: z.array(z.string()),
  is_named: z.boolean(),
  is_active: z.boolean(),
  state: z.enum(JUDGE_STATES),
  created_at: z.string(),
});

/** With their reviews in rounds that are open: those that are theirs, and how many they have sent. */
export const listedJudge = z.extend(judge, { assigned: z.number(), submitted: z.number() });

export const interests = z.pick(judge, {
  ...{ id: true, organisations: true, people: true, position: true, is_named: true, region: true },
});

/** What the page of an invitation shows before anything is answered. */
export const invitation = z.object({
  first_name: z.string(),
  firm: z.string(),
  terms: z.string(),
  expires_at: z.string(),
  /** What the firm has entered about the judge, for them to correct. */
  organisations: z.array(z.string()),
  /** What waits for them, a sentence for each round that they are in. */
  rounds: z.array(z.string()),
});

export type InviteJudgeInput = z.output<typeof inviteJudgeInput>;
export type UpdateJudgeInput = z.output<typeof updateJudgeInput>;
export type UpdateInterestsInput = z.output<typeof updateInterestsInput>;
export type ListJudgesQuery = z.output<typeof listJudgesQuery>;
export type Judge = z.output<typeof judge>;
export type ListedJudge = z.output<typeof listedJudge>;
export type Interests = z.output<typeof interests>;
export type Invitation = z.output<typeof invitation>;
