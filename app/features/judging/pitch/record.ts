/** What a record says of each pitch, and how taps and answers change it: contract §9.9. */
import { DAY_MS } from '#domain/constants.ts';
import type { Pack, SyncResult } from '#domain/judging/pitch-schema.ts';
import type { PitchRecord, Said, Texts, Unsent } from '#app/storage/pitch-records.ts';
import { randomKey } from '#app/api/random-key.ts';

/** After the closing. */
const KEPT_MS = 2 * DAY_MS;

/** `aheadMs`: by how much this phone's clock is ahead of the server's. */
export type Fetched = { pack: Pack; etag: string | null; aheadMs: number };

/** A record that has nothing yet, or what this phone kept of an earlier one. */
export function takePack(
  known: PitchRecord | null,
  key: string | null,
  { pack, etag, aheadMs }: Fetched,
): PitchRecord {
  const closing = pack.round.closes_at ? Date.parse(pack.round.closes_at) : Date.now();
  const until = closing + aheadMs + KEPT_MS;
  const record = known ?? {
    ...{ device: randomKey(), n: 0, unsent: [], refused: [], texts: {}, at: null },
    ...{ isReady: false, isAside: false, sentAt: null },
  };
  return { ...record, key, etag, until, pack: withNewer(pack, known?.pack) };
}

/** An answer to a sync that has overtaken the pack knows more of its reviews. */
function withNewer(pack: Pack, known: Pack | null | undefined): Pack {
  const revisions = new Map(known?.entries.map((one) => [one.review_id, one]));
  const entries = pack.entries.map((one) => {
    const { revision, review_state, scores, declared, has_texts } =
      revisions.get(one.review_id) ?? one;
    return one.review_id && (revision ?? 0) > (one.revision ?? 0)
      ? { ...one, revision, review_state, scores, declared, has_texts }
      : one;
  });
  return { ...pack, entries };
}

/** Field by field, so that the order of arrival never matters: each tap is a version of its own. */
export function say(record: PitchRecord, reviewId: string, said: Said, now: Date): PitchRecord {
  const n = record.n + 1;
  const version: Unsent = {
    ...{ key: randomKey(), n, review_id: reviewId, changed_at: now.toISOString() },
    ...said,
  };
  const own = record.unsent.findLast(({ review_id }) => review_id === reviewId);
  const isAgain = own && fieldsOf(own) === fieldsOf(version);
  const unsent = [...record.unsent.filter((one) => !isAgain || one !== own), version];
  const texts = { ...record.texts, [reviewId]: { ...record.texts[reviewId], ...textsIn(said) } };
  return { ...record, n, unsent, texts };
}

const TEXTS = ['strength', 'next_step', 'note'] as const;
const textsIn = (said: Said): Texts =>
  Object.fromEntries(
    TEXTS.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])),
  );

/** What it says something about: saying it again takes the place of what was not sent. */
const fieldsOf = ({ scores = {}, ...rest }: Unsent): string =>
  [...Object.keys(rest), '', ...Object.keys(scores)].toSorted().join();

type Reviewed = { id: string; state: string; revision: number; scores: Record<string, number> };
const GONE = new Set(['saved', 'known', 'older', 'late']);

/** Only what was sent and is answered for by its key is forgotten; what else is said is ignored. */
export function takeAnswer(
  record: PitchRecord,
  sent: readonly Unsent[],
  answer: unknown,
): PitchRecord {
  const { results, reviews } = readAnswer(answer);
  const asked = new Set(sent.map(({ key }) => key));
  const byKey = new Map<string, Partial<SyncResult>>();
  for (const one of results)
    if (typeof one?.key === 'string' && asked.has(one.key)) byKey.set(one.key, one);
  const isAnswered = ({ key }: Unsent) => {
    const result = byKey.get(key)?.result;
    return result === 'refused' || (result !== undefined && GONE.has(result));
  };
  const answered = record.unsent.filter(isAnswered);
  const refused = answered.flatMap((one) => {
    const { result, code = null, message } = byKey.get(one.key)!;
    return result === 'refused' ? [{ ...one, code, message: message ?? '' }] : [];
  });
  if (answered.length === 0) return record;
  return {
    ...record,
    unsent: record.unsent.filter((one) => !isAnswered(one)),
    refused: [...record.refused, ...refused],
    pack: record.pack && withReviews(record.pack, reviews, answered),
  };
}

function readAnswer(answer: unknown): {
  results: (Partial<SyncResult> | null)[];
  reviews: Reviewed[];
} {
  const { results, reviews } = (answer ?? {}) as Record<string, unknown>;
  return {
    results: Array.isArray(results) ? (results as Partial<SyncResult>[]) : [],
    reviews: Array.isArray(reviews) ? (reviews as Reviewed[]) : [],
  };
}

function withReviews(pack: Pack, reviews: readonly Reviewed[], sent: readonly Unsent[]): Pack {
  const now = new Map(reviews.map((one) => [one.id, one]));
  const entries = pack.entries.map((entry) => {
    const review = now.get(entry.review_id ?? '');
    if (!review || review.revision < (entry.revision ?? 0)) return entry;
    const own = sent.filter(({ review_id }) => review_id === entry.review_id);
    return {
      ...entry,
      revision: review.revision,
      review_state: review.state as Pack['entries'][number]['review_state'],
      scores: review.scores,
      declared: entry.declared || own.some((one) => one.has_conflict !== undefined),
      has_texts: entry.has_texts || own.some((one) => one.strength || one.next_step || one.note),
    };
  });
  return { ...pack, entries };
}

type Entry = Pack['entries'][number];
export type Mark = 'open' | 'started' | 'scored' | 'not_heard' | 'tie';
export type Shown = Entry & {
  mark: Mark;
  isDeclared: boolean;
  /** Whether something of it waits on this phone. */
  isWaiting: boolean;
  texts: Texts;
  /** Where the desk has called it and it has not ended. */
  isOnStage: boolean;
};

/** The pitches as this phone knows them: what was sent, and over it what waits. */
export function pitchesOf(record: PitchRecord): Shown[] {
  const { pack, unsent, texts } = record;
  if (!pack) return [];
  const started = pack.entries.filter(({ started_at, ended_at }) => started_at && !ended_at);
  const onStage = started.toSorted((one, other) => (one.started_at! < other.started_at! ? -1 : 1));
  return pack.entries.map((entry) => {
    const own = unsent.filter(({ review_id }) => review_id === entry.review_id);
    const scores = { ...entry.scores };
    let isTied = entry.review_id === null || entry.review_state === 'recused';
    let isUnheard = entry.review_state === 'abstained';
    let isDeclared = entry.declared;
    for (const said of own) {
      Object.assign(scores, said.scores);
      if (said.scores) isUnheard = false;
      isUnheard = said.not_heard ?? isUnheard;
      isTied ||= said.has_conflict === true;
      isDeclared ||= said.has_conflict !== undefined;
    }
    const typed = (entry.review_id && texts[entry.review_id]) || {};
    const shown = { ...entry, scores, isDeclared, texts: typed, isWaiting: own.length > 0 };
    const heard = isUnheard ? 'not_heard' : markOf(pack.round, shown);
    return { ...shown, mark: isTied ? 'tie' : heard, isOnStage: onStage.at(-1) === entry };
  });
}

function markOf(
  { criteria, comments }: Pack['round'],
  { scores, review_state, texts, has_texts }: Entry & { texts: Texts },
): Mark {
  if (review_state === 'submitted') return 'scored';
  const isCommented = comments === 'optional' || has_texts || (texts.strength && texts.next_step);
  if (criteria.every(({ id }) => scores[id]) && isCommented) return 'scored';
  return Object.keys(scores).length > 0 ? 'started' : 'open';
}

/** How many pitches have something to send. */
export const countWaiting = ({ unsent }: PitchRecord): number =>
  new Set(unsent.map(({ review_id }) => review_id)).size;
