/** The four checks of a desk before the evening: contract §9.9. */
import { MINUTE_MS } from '#domain/constants.ts';
import { formatClock } from '#domain/dates.ts';
import { paths } from '#app/paths.ts';
import { keepScreens } from '#app/offline/keep-screens.ts';
import { FOR_ADMINS } from '#app/offline/screen-addresses.ts';
import { desks } from '#app/storage/desk-records.ts';
import { fetchKey, lineOf } from '#app/features/judging/round-line.ts';
import { refresh } from './desk-sender.ts';
import { readyLabels as labels } from './labels.ts';

export type Check = { name: string; isGood: boolean; text: string };

/** A clock that is further away shows other times than the judges' phones. */
const SLACK_MS = 2 * MINUTE_MS;

/** A key of its own, and how the round stands; how far this clock is ahead, or why not. */
async function fetchAll(roundId: string, person: string): Promise<{ ahead: number } | string> {
  try {
    if (!desks.read(roundId)) await refresh(roundId, { person });
    const key = await fetchKey(roundId);
    desks.change(roundId, (record) => ({ ...record, person, key }));
    return { ahead: await refresh(roundId, { person }) };
  } catch (error) {
    const line = lineOf(error);
    if (typeof line === 'object') return line.refused;
    return line === 'ended' ? labels.ended : labels.silent;
  }
}

/** Asked for whatever the browser then decides. */
async function isLasting(): Promise<boolean> {
  const { storage } = navigator as { storage?: StorageManager };
  return Promise.resolve(storage?.persist?.() ?? false).catch(() => false);
}

function describeClock(ahead: number | null): Check {
  const { clock: name } = labels;
  if (ahead === null) return { name, isGood: false, text: labels.noClock };
  const isGood = Math.abs(ahead) < SLACK_MS;
  const now = Date.now();
  const [here, there] = [formatClock(new Date(now)), formatClock(new Date(now - ahead))];
  return { name, isGood, text: isGood ? labels.clockGood : labels.clockBad(here, there) };
}

function describeStorage(isStored: boolean, lasts: boolean): Check {
  const { storage: name, stored, mayGo } = labels;
  if (!isStored) return { name, isGood: false, text: labels.notStored };
  return { name, isGood: lasts, text: lasts ? stored : mayGo };
}

export async function getReady(roundId: string, person: string): Promise<Check[]> {
  const kept = keepScreens(FOR_ADMINS, paths.runRound({ id: '-' }), paths.wall({ id: '-' }));
  const fetched = await fetchAll(roundId, person);
  const isFetched = typeof fetched !== 'string';
  const { length } = desks.read(roundId)?.entries ?? [];
  const isStored = desks.read(roundId) !== null && desks.isStored(roundId);
  const isKept = await kept;
  const lasts = await isLasting();
  return [
    { name: labels.screens, isGood: isKept, text: isKept ? labels.kept : labels.notKept },
    { name: labels.pitches, isGood: isFetched, text: isFetched ? labels.fetched(length) : fetched },
    describeStorage(isStored, lasts),
    describeClock(isFetched ? fetched.ahead : null),
  ];
}
