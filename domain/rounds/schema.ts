import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { readDay } from '../dates.ts';
import { filter, listQuery, sortBy } from '../paging.ts';
import { readDeadline } from '../programs/deadline-rules.ts';
import { REGIONS } from '../regions.ts';
import {
  blankableText,
  booleanText,
  optionalText,
  readText,
  requiredLines,
  requiredText,
} from '../text.ts';

import { wrongPlaceholder } from '../mails/messages.ts';
import { unknownPlaceholder } from '../mails/placeholder-rules.ts';
import { ROUND } from './messages.ts';
import { ROUNDS } from './rules.ts';

const ROUND_STATES = ['draft', 'open', 'closed', 'sealed', 'released'] as const;
export type RoundState = (typeof ROUND_STATES)[number];
const KINDS = ['reading', 'pitch'] as const;
export type RoundKind = (typeof KINDS)[number];

const whole = (least: number, most: number, wrong: string) =>
  z.int({ error: wrong }).check(z.gte(least, wrong), z.lte(most, wrong));

const anchor = requiredText('a sentence for each score', ROUNDS.anchor);

/** One without an id is new. */
const criterionInput = z.object({
  id: z.optional(z.string().check(z.maxLength(100))),
  name: requiredText('a name for the criterion', LENGTHS.name),
  question: z.prefault(blankableText('the question', ROUNDS.question), ''),
  weight: whole(1, ROUNDS.weight, ROUND.weight),
  anchors: z
    .array(anchor, { error: ROUND.anchors })
    .check(z.refine((list) => list.length === ROUNDS.scores, ROUND.anchors)),
});

const criterion = z.object({
  id: z.string(),
  name: z.string(),
  question: z.string(),
  weight: z.number(),
  anchors: z.array(z.string()),
});
export type Criterion = z.output<typeof criterion>;

const regions = z.nullable(
  z
    .array(z.enum(REGIONS, { error: ROUND.regions }), { error: ROUND.regions })
    .check(
      z.refine((list) => list.length > 0 && new Set(list).size === list.length, ROUND.regions),
    ),
);

const minutesOf = ([least, most]: readonly [number, number]) =>
  z.int().check(z.gte(least), z.lte(most));
const wholeMinutes = z.object({
  pitch: minutesOf(ROUNDS.minutes.pitch),
  questions: minutesOf(ROUNDS.minutes.questions),
  change: minutesOf(ROUNDS.minutes.change),
});
/** One field, whichever of the three is wrong. */
const minutes = z.pipe(
  z.record(z.string(), z.unknown(), { error: ROUND.minutes }),
  z.transform((value, context) => {
    const { data } = wholeMinutes.safeParse(value);
    if (data) return data;
    context.issues.push({ code: 'custom', input: value, message: ROUND.minutes });
    return z.NEVER;
  }),
);
/** The instant as it is stored: a text. */
const instant = z.pipe(
  readText(readDeadline, ROUND.sessions),
  z.transform((at) => at.toISOString()),
);
const sessions = z
  .array(
    z.object(
      { from: whole(1, ROUNDS.places, ROUND.sessions), starts_at: instant },
      { error: ROUND.sessions },
    ),
    { error: ROUND.sessions },
  )
  .check(z.maxLength(ROUNDS.sessions, ROUND.sessions));

const moment = z.nullable(readText(readDeadline, ROUND.moment));
const day = z.nullable(readText((text) => (readDay(text) ? text : undefined), ROUND.day));
const places = z.nullable(whole(1, ROUNDS.places, ROUND.places));

/** Read by many applicants, each with their own name, amount and so on in it. */
const resultText = (label: string, wrong: string) =>
  requiredLines(label, LENGTHS.reason).check(
    z.minLength(LENGTHS.reasonMinimum, wrong),
    z.check(({ value, issues }) => {
      const name = unknownPlaceholder(value.replace(RESULT_PLACEHOLDERS, ''));
      if (name !== undefined)
        issues.push({ code: 'custom', message: wrongPlaceholder(name), input: value });
    }),
  );
/** What results have beyond what other texts may name. */
const RESULT_PLACEHOLDERS = /\{ ?(?:receipt_number|stage|amount) ?\}/g;

const fields = {
  name: requiredText('a name for the round', LENGTHS.name),
  position: whole(1, 100, ROUND.position),
  kind: z.enum(KINDS, { error: ROUND.kind }),
  is_final: booleanText('this is the final round'),
  regions,
  places,
  is_blind: booleanText('judges read without names'),
  shows_documents: booleanText('judges see the documents'),
  reviews_per_proposal: z.nullable(whole(1, ROUNDS.reviews, ROUND.reviews)),
  spares_own_region: booleanText('judges are spared their own region'),
  comments: z.enum(['required', 'optional'], { error: ROUND.comments }),
  near_points: z
    .number({ error: ROUND.nearPoints })
    .check(z.gte(0, ROUND.nearPoints), z.lte(ROUNDS.nearPoints, ROUND.nearPoints)),
  near_ties: z.enum(['reason', 'lot'], { error: ROUND.nearTies }),
  closes_at: moment,
  date: day,
  venue: optionalText('the venue', LENGTHS.place),
  minutes: z.nullable(minutes),
  sessions,
  decline_text: resultText('the text for those not selected', ROUND.declineText),
  selected_text: z.nullable(resultText('the text for those selected', ROUND.selectedText)),
  criteria: z
    .array(criterionInput, { error: ROUND.criteria })
    .check(z.refine((list) => list.length <= ROUNDS.criteria, ROUND.criteria)),
  judge_ids: z
    .array(z.string().check(z.maxLength(100)), { error: ROUND.judges })
    .check(
      z.refine(
        (list) => list.length <= ROUNDS.judges && new Set(list).size === list.length,
        ROUND.judges,
      ),
    ),
};

/** Fields that are not sent stay. */
export const updateRoundInput = z.partial(z.object(fields));

/** `clone_of`: a round whose set-up is the start; fields that are sent differ from it. */
export const createRoundInput = z.extend(updateRoundInput, {
  program_id: z.optional(z.string({ error: ROUND.program }).check(z.maxLength(100))),
  clone_of: z.optional(z.string({ error: ROUND.clone }).check(z.maxLength(100))),
  regions: z.optional(
    z.any().check((payload) => {
      if (payload.value !== 'zones' && !regions.safeParse(payload.value).success)
        payload.issues.push({ code: 'custom', input: payload.value, message: ROUND.regions });
    }),
  ),
});

const ROUND_SORTS = ['created_at', 'position', 'name'] as const;

export const listRoundsQuery = z.extend(listQuery, {
  sort: sortBy(ROUND_SORTS, '-created_at'),
  program_id: filter(z.string().check(z.maxLength(100))),
  state: filter(z.enum(ROUND_STATES, { error: 'Choose a state from the list.' })),
  kind: filter(z.enum(KINDS, { error: 'Choose reading or pitch.' })),
});

export const seal = z.object({
  sha256: z.string(),
  sealed_at: z.string(),
  withdrawn_at: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});

const counts = z.object({
  entries: z.number(),
  reviews: z.number(),
  submitted: z.number(),
  short: z.number(),
});

/** As a judge sees it, who has some of its entries. */
export const judgedRound = z.object({
  id: z.string(),
  program_id: z.string(),
  program_title: z.string(),
  name: z.string(),
  position: z.number(),
  kind: z.enum(KINDS),
  state: z.enum(ROUND_STATES),
  is_final: z.boolean(),
  regions: z.nullable(z.array(z.string())),
  places: z.nullable(z.number()),
  is_blind: z.boolean(),
  shows_documents: z.boolean(),
  reviews_per_proposal: z.nullable(z.number()),
  spares_own_region: z.boolean(),
  comments: z.enum(['required', 'optional']),
  near_points: z.number(),
  near_ties: z.enum(['reason', 'lot']),
  closes_at: z.nullable(z.string()),
  date: z.nullable(z.string()),
  venue: z.nullable(z.string()),
  minutes: z.nullable(z.object({ pitch: z.number(), questions: z.number(), change: z.number() })),
  sessions: z.array(z.object({ from: z.number(), starts_at: z.string() })),
  criteria: z.array(criterion),
  seed_sha256: z.string(),
  rubric_sha256: z.nullable(z.string()),
  opened_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  release_at: z.nullable(z.string()),
  released_at: z.nullable(z.string()),
});

/** As admins see it; judges get it without the last five. */
export const round = z.extend(judgedRound, {
  decline_text: z.optional(z.string()),
  selected_text: z.optional(z.nullable(z.string())),
  judge_ids: z.optional(z.array(z.string())),
  seals: z.optional(z.array(seal)),
  counts: z.optional(counts),
});

/** A change after opening, and why a round was opened again: both are public. */
export type PublicChange = { at: string; field: string; before: unknown; after: unknown };
export type Reopening = { at: string; reason: string };
/** A decision that was changed after its release; nobody is named. */
export type Correction = { at: string; before: string; after: string; reason: string };

export type CreateRoundInput = z.output<typeof createRoundInput>;
export type UpdateRoundInput = z.output<typeof updateRoundInput>;
export type ListRoundsQuery = z.output<typeof listRoundsQuery>;
export type Round = z.output<typeof round>;
export type RoundCounts = z.output<typeof counts>;
