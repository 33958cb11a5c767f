import { SECOND_MS } from '#domain/constants.ts';
import type { SaveState } from '#app/editing/draft-notice.ts';

const MINUTE = 60;
const HOUR = 3600;

function describeAge(seconds: number): string {
  if (seconds < MINUTE) return ago(Math.floor(seconds / 5) * 5, 'second');
  return seconds < HOUR
    ? ago(Math.floor(seconds / MINUTE), 'minute')
    : ago(Math.floor(seconds / HOUR), 'hour');
}

const ago = (count: number, unit: string): string =>
  count === 0 ? 'just now' : `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/**
 * "Saved 10 seconds ago", "Saved on this phone, no connection"; `now` in milliseconds since 1970.
 */
export function describeSaved(save: SaveState, now: number): string {
  if (save.kind === 'refused') return `Not saved: ${save.message}`;
  if (save.kind === 'here') return describeHere(save);
  if (save.kind === 'sending') return 'Saving…';
  if (save.kind === 'nothing' || save.at === null) return 'Changes save automatically.';
  return `Saved ${describeAge(Math.max(0, (now - save.at) / SECOND_MS))}`;
}

function describeHere({ isStored, isOffline }: Extract<SaveState, { kind: 'here' }>): string {
  const why = isOffline ? 'no connection' : 'the server is busy';
  return isStored
    ? `Saved on this phone, ${why}`
    : `Not saved: ${why}, and this browser can’t store it. Keep this page open.`;
}
