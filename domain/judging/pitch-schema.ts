/** What is asked and sent on the day of a pitch round: contract §9.9. */
import * as z from 'zod/mini';
import { readInstant } from '../dates.ts';
import { judgedRound } from '../rounds/schema.ts';
import { holdsUnstorable, isStorable, readText, UNSTORABLE } from '../text.ts';
import { CONFLICT_KINDS } from './conflict-rules.ts';
import { JUDGING_RULES, PITCH, REVIEWING } from './messages.ts';
import { lines } from './review-schema.ts';
import { reasonText } from './schema.ts';
import { ENTRY_STATES, JUDGING, REVIEW_STATES } from './rules.ts';

const ENTRIES = 200;
/** Of keys and ids, in characters. */
const NAME = 100;

export const scoringKey = z.object({ key: z.string(), expires_at: z.string() });

const instant = z.nullable(z.string());
const scores = z.record(z.string(), z.number());

export const pack = z.object({
  round: z.extend(
    z.pick(judgedRound, {
      ...{ id: true, name: true, program_title: true, state: true, venue: true },
      ...{ closes_at: true, comments: true, criteria: true },
    }),
    { minutes: z.object({ pitch: z.number(), questions: z.number(), change: z.number() }) },
  ),
  judge: z.object({ id: z.string(), name: z.string() }),
  entries: z.array(
    z.object({
      /** Null where a conflict bars the judge. */
      review_id: z.nullable(z.string()),
      order: z.number(),
      code: z.string(),
      business_name: z.string(),
      applicant_name: z.string(),
      region: z.string(),
      sector: z.string(),
      state: z.enum(ENTRY_STATES),
      slot_at: instant,
      started_at: instant,
      ended_at: instant,
      review_state: z.nullable(z.enum(REVIEW_STATES)),
      declared: z.boolean(),
      revision: z.nullable(z.number()),
      scores,
      has_texts: z.boolean(),
    }),
  ),
});
export type Pack = z.output<typeof pack>;

const entries = z
  .array(z.unknown(), { error: PITCH.entries })
  .check(z.maxLength(ENTRIES, PITCH.entries));

/** Entries are read one by one: none stops another. `sent_at`: by the clock of the device. */
export const syncInput = z.object({
  device: z
    .string({ error: PITCH.device })
    .check(z.minLength(1, PITCH.device), z.maxLength(100, PITCH.device)),
  sent_at: z.optional(z.unknown()),
  entries,
});
export type SyncInput = z.output<typeof syncInput>;

/** Null is left out. */
const left = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value): z.output<T> | undefined => (value ?? undefined) as z.output<T>),
  );
const truth = z.boolean({ error: PITCH.truth });
const said = {
  review_id: z.string({ error: PITCH.review }),
  scores: left(
    z.record(
      z.string(),
      z.int({ error: REVIEWING.score }).check(z.gte(1, REVIEWING.score), z.lte(5, REVIEWING.score)),
      { error: REVIEWING.score },
    ),
  ),
  strength: left(lines(JUDGING.comment, REVIEWING.comment)),
  next_step: left(lines(JUDGING.comment, REVIEWING.comment)),
  note: left(lines(JUDGING.note, REVIEWING.note)),
  has_conflict: left(truth),
  kind: left(z.enum(CONFLICT_KINDS, { error: JUDGING_RULES.conflictKind })),
  reason: left(lines(2_000, REVIEWING.reason)),
  not_heard: left(truth),
};
const sheetEntry = z.object(said);
const syncEntry = z.object({
  ...said,
  key: z
    .string({ error: PITCH.key })
    .check(z.minLength(1, PITCH.key), z.maxLength(NAME, PITCH.key)),
  n: left(z.int({ error: PITCH.count })),
  changed_at: readText(readInstant, JUDGING_RULES.moment),
});
export type SyncEntry = z.output<typeof syncEntry>;
export type SheetEntry = z.output<typeof sheetEntry>;

type ReadEntry<T> = {
  value?: T | undefined;
  message: string;
  key: string | null;
  review_id: string | null;
};

const readEntry =
  <T extends SheetEntry>(schema: z.ZodMiniType<T>) =>
  (sent: unknown, criteria: readonly { id: string }[]): ReadEntry<T> => {
    const { success, data, error } = schema.safeParse(sent);
    const isUnstorable = holdsUnstorable(sent);
    const known = new Set(criteria.map(({ id }) => id));
    const isKnown = Object.keys(data?.scores ?? {}).every((id) => known.has(id));
    const textOf = (name: string) => {
      const value = (sent as Record<string, unknown> | null | undefined)?.[name];
      return typeof value === 'string' && value.length <= NAME && isStorable(value) ? value : null;
    };
    return {
      ...(success && isKnown && !isUnstorable && { value: data }),
      message: isUnstorable ? UNSTORABLE : (error?.issues[0]?.message ?? REVIEWING.criterion),
      ...{ key: textOf('key'), review_id: textOf('review_id') },
    };
  };

export const readSyncEntry = readEntry<SyncEntry>(syncEntry);
export const readSheetEntry = readEntry<SheetEntry>(sheetEntry);

const problem = { code: z.nullable(z.string()), message: z.nullable(z.string()) };
const syncResult = z.object({
  key: z.nullable(z.string()),
  review_id: z.nullable(z.string()),
  result: z.enum(['saved', 'known', 'older', 'late', 'refused']),
  revision: z.nullable(z.number()),
  ...problem,
});
export type SyncResult = z.output<typeof syncResult>;
export const synced = z.object({
  results: z.array(syncResult),
  reviews: z.array(
    z.object({ id: z.string(), state: z.enum(REVIEW_STATES), revision: z.number(), scores }),
  ),
});

export const typeSheetInput = z.object({
  judge_id: z.string({ error: PITCH.judge }).check(z.maxLength(100, PITCH.judge)),
  entries,
});
export type TypeSheetInput = z.output<typeof typeSheetInput>;

const sheetResult = z.object({
  review_id: z.nullable(z.string()),
  result: z.enum(['saved', 'same', 'differs', 'refused']),
  ...problem,
});
export type SheetResult = z.output<typeof sheetResult>;
export const typedSheet = z.object({ results: z.array(sheetResult) });

export const settleInput = z.object({
  note: reasonText,
  scores: z.optional(z.record(z.string(), z.unknown(), { error: REVIEWING.score })),
});
export type SettleInput = z.output<typeof settleInput>;

export const sheetDifference = z.object({
  review_id: z.string(),
  judge_id: z.string(),
  code: z.string(),
  criteria: z.array(z.string()),
  /** What each typing said. */
  typed: z.array(scores),
  /** Null until the round is closed, and where the judge has scored nothing in person. */
  own: z.nullable(scores),
  at: z.string(),
  settled_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

export const sheets = z.object({
  round: z.pick(judgedRound, { id: true, name: true, program_title: true, state: true }),
  criteria: judgedRound.shape.criteria,
  entries: z.array(
    z.object({
      proposal_id: z.nullable(z.string()),
      code: z.string(),
      order: z.nullable(z.number()),
      business_name: z.nullable(z.string()),
      state: z.enum(ENTRY_STATES),
    }),
  ),
  judges: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      reviews: z.array(
        z.object({
          review_id: z.string(),
          code: z.string(),
          /** A conflict is struck out. */
          state: z.enum(REVIEW_STATES),
          /** How many typings say what counts. */
          typed: z.number(),
        }),
      ),
    }),
  ),
  differences: z.array(sheetDifference),
});
export type Sheets = z.output<typeof sheets>;
