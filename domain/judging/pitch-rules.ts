/** Which of the versions of a review in a pitch round counts: contract §9.9. */
import { DAY_MS, MINUTE_MS } from '../constants.ts';

/** A clock that is further away is put right. */
const SLACK_MS = 2 * MINUTE_MS;

/** How long a judge's scoring key is valid: after the closing of the round, and at most. */
const KEY_AFTER_MS = 2 * DAY_MS;
const KEY_LONGEST_MS = 14 * DAY_MS;

export const keyEndOf = (closesAt: Date, madeAt: Date): Date =>
  new Date(Math.min(closesAt.getTime() + KEY_AFTER_MS, madeAt.getTime() + KEY_LONGEST_MS));

/** When a version was written: with the clock put right, and never after its receipt. */
export function timeOf(changedAt: Date, sentAt: Date | undefined, receivedAt: Date): Date {
  const wrong = sentAt ? receivedAt.getTime() - sentAt.getTime() : 0;
  const time = changedAt.getTime() + (Math.abs(wrong) > SLACK_MS ? wrong : 0);
  return new Date(Math.min(time, receivedAt.getTime()));
}

type Scores = Readonly<Record<string, number>>;
/** What a version says; what it leaves out stays. */
export type Said = {
  scores?: Scores | undefined;
  strength?: string | undefined;
  next_step?: string | undefined;
  note?: string | undefined;
  not_heard?: boolean | undefined;
};
export type Version = {
  /** Counts the versions of a review as they were received. */
  seq: number;
  time: Date;
  device: string | null;
  /** Counts up on the device. */
  n: number | null;
  said: Said;
};

/**
 * In the order of their times. Of one device a higher `n` is later, whatever its clock said; equal
 * ones are ordered as they were received.
 */
export function orderVersions<V extends Version>(versions: readonly V[]): V[] {
  const placed = [];
  for (const own of Map.groupBy(versions, ({ device, n, seq }) =>
    device === null || n === null ? `seq ${seq}` : `device ${device}`,
  ).values()) {
    let [time, seq] = [-Infinity, -Infinity];
    const inOrder = own.toSorted(
      (one, other) =>
        one.n! - other.n! || one.time.getTime() - other.time.getTime() || one.seq - other.seq,
    );
    // No version is earlier than one before it on its device.
    for (const [place, version] of inOrder.entries()) {
      time = Math.max(time, version.time.getTime());
      seq = Math.max(seq, version.seq);
      placed.push({ version, time, seq, place });
    }
  }
  return placed
    .sort((one, other) => one.time - other.time || one.seq - other.seq || one.place - other.place)
    .map(({ version }) => version);
}

export type Merged = {
  scores: Record<string, number>;
  strength: string;
  next_step: string;
  note: string;
  isNotHeard: boolean;
  /** All that is asked for was there at a time: nothing takes that back. */
  isWhole: boolean;
  isStarted: boolean;
};

type Rule = { criteria: readonly { id: string }[]; comments: 'required' | 'optional' };

const isWhole = ({ criteria, comments }: Rule, merged: Merged): boolean =>
  criteria.every(({ id }) => merged.scores[id] !== undefined) &&
  (comments === 'optional' || (merged.strength !== '' && merged.next_step !== ''));

/** Field by field, each over those before it; later scores take back that a pitch was not heard. */
function mergeSaid(rule: Rule, all: readonly Said[]): Merged {
  const merged: Merged = {
    ...{ scores: {}, strength: '', next_step: '', note: '' },
    ...{ isNotHeard: false, isWhole: false, isStarted: false },
  };
  for (const { scores = {}, strength, next_step, note, not_heard } of all) {
    Object.assign(merged.scores, scores);
    merged.strength = strength ?? merged.strength;
    merged.next_step = next_step ?? merged.next_step;
    merged.note = note ?? merged.note;
    if (isScored({ scores })) merged.isNotHeard = false;
    merged.isNotHeard = not_heard ?? merged.isNotHeard;
    merged.isWhole ||= isWhole(rule, merged);
  }
  const { scores, strength, next_step, note } = merged;
  merged.isStarted = isScored({ scores }) || `${strength}${next_step}${note}` !== '';
  return merged;
}

/** Paper first, as it was typed: what the judge says in person wins. */
export const mergeVersions = (
  rule: Rule,
  own: readonly Version[],
  paper: readonly Said[],
): Merged => mergeSaid(rule, [...paper, ...orderVersions(own).map(({ said }) => said)]);

export const isScored = ({ scores = {} }: Pick<Said, 'scores'>): boolean =>
  Object.keys(scores).length > 0;

/** The criteria whose scores are not the same; all of them where only one side was heard. */
export function differingIn(
  criteria: readonly { id: string }[],
  one: Pick<Said, 'scores' | 'not_heard'>,
  other: Pick<Said, 'scores' | 'not_heard'>,
): string[] {
  const ids = criteria.map(({ id }) => id);
  if (one.not_heard || other.not_heard) {
    const isSame = one.not_heard === other.not_heard;
    return isSame || !(isScored(one) || isScored(other)) ? [] : ids;
  }
  return ids.filter((id) => {
    const [mine, theirs] = [one.scores?.[id], other.scores?.[id]];
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  });
}
