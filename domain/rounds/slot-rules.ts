/** When each pitch of a round is: contract §9.9, "Set-up" and "Order". */
import { MINUTE_MS } from '../constants.ts';

export type Minutes = { pitch: number; questions: number; change: number };
/** `from`: the place in the order of its first pitch. */
export type Session = { from: number; starts_at: string };

const stepOf = ({ pitch, questions, change }: Minutes): number =>
  (pitch + questions + change) * MINUTE_MS;
/** How long somebody is on stage. */
const stageOf = ({ pitch, questions }: Minutes): number => (pitch + questions) * MINUTE_MS;

/** Null without sessions. */
export function slotOf(
  order: number,
  { minutes, sessions }: { minutes: Minutes; sessions: readonly Session[] },
): Date | null {
  const session = sessions.findLast(({ from }) => from <= order);
  if (!session) return null;
  return new Date(Date.parse(session.starts_at) + (order - session.from) * stepOf(minutes));
}

/** When the last of `count` pitches is over; null without sessions. */
export function lastEnd(
  count: number,
  plan: { minutes: Minutes; sessions: readonly Session[] },
): Date | null {
  const slots = Array.from({ length: count }, (_, at) => slotOf(at + 1, plan)?.getTime() ?? 0);
  const last = Math.max(0, ...slots);
  return last === 0 ? null : new Date(last + stageOf(plan.minutes));
}

/** Begin with the first pitch, ascend, and none before the one before it is over. */
export function areSessions(sessions: readonly Session[], minutes: Minutes): boolean {
  return sessions.every(({ from, starts_at }, at) => {
    const before = sessions[at - 1];
    if (!before) return from === 1;
    const pitches = from - before.from;
    const over = Date.parse(before.starts_at) + (pitches - 1) * stepOf(minutes) + stageOf(minutes);
    return pitches > 0 && Date.parse(starts_at) >= over;
  });
}

/** The order after one has moved to a place: the others close up. */
export function moveTo<T>(order: readonly T[], one: T, place: number): T[] {
  const others = order.filter((other) => other !== one);
  return [...others.slice(0, place - 1), one, ...others.slice(place - 1)];
}
