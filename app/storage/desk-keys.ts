/** What a logout asks and takes of the desks of pitch rounds; every screen loads it. */
import { keysOf, parse, read, write } from './local-storage.ts';

export const DESK_PREFIX = 'desk:';

type Stored = { person?: string; key?: string | null; unsent?: unknown[] };
const readStored = (key: string) => parse<Stored>(read(key));

/** Whether this browser was made ready to run a round without signal. */
export const isDeskReady = (): boolean => keysOf(DESK_PREFIX).some((key) => readStored(key)?.key);

const desksOf = (person: string): string[] =>
  keysOf(DESK_PREFIX).filter((key) => readStored(key)?.person === person);

/** Those with something to send. */
export const owedDesks = (person: string): string[] =>
  desksOf(person).filter((key) => readStored(key)?.unsent?.[0]);

/** What is not sent stays, with the key that sends it. */
export function forgetDesks(person: string): void {
  const owed = owedDesks(person);
  for (const key of desksOf(person)) if (!owed.includes(key)) write(key, null);
}
