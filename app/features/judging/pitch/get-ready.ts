/** The four checks before a day in a hall: contract §9.9. */
import { MINUTE_MS } from '#domain/constants.ts';
import { paths } from '#app/paths.ts';
import { keepScreens } from '#app/offline/keep-screens.ts';
import { FOR_JUDGES } from '#app/offline/screen-addresses.ts';
import { timeOf } from './labels.ts';
import { takePack, type Fetched } from './record.ts';
import { fetchPack, fetchPitchKey } from './sender.ts';
import { lineOf, type Line } from '../round-line.ts';
import { pitches } from './stored-records.ts';

export type Check = { name: string; isGood: boolean; text: string };

/** A clock that is further away is put right by the server, but says when scores were given. */
const SLACK_MS = 2 * MINUTE_MS;

const NOT_STORED =
  'This phone doesn’t store your scores. Leave private mode, or free some space, then check again.';
const STORED = {
  true: 'Your scores are stored on this phone.',
  false:
    'Your scores are stored, but this phone may clear them when it runs out of space. Add this page to your home screen and open it from there.',
};

const checks = {
  screens: (isGood: boolean): Check => ({
    ...{ name: 'Screens', isGood },
    text: isGood
      ? 'This page opens without signal.'
      : 'This page won’t open without signal. Leave private mode or use another browser, then check again. If you stay here, don’t close the page.',
  }),
  storage: (isWritten: boolean, isLasting: boolean): Check => ({
    ...{ name: 'Storage', isGood: isWritten && isLasting },
    text: isWritten ? STORED[`${isLasting}`] : NOT_STORED,
  }),
  clock: (aheadMs: number | null): Check => {
    const name = 'Clock';
    if (aheadMs === null)
      return { name, isGood: false, text: 'It can be compared once there is signal.' };
    const isGood = Math.abs(aheadMs) < SLACK_MS;
    const [here, there] = [timeOf(Date.now()), timeOf(Date.now() - aheadMs)];
    return {
      ...{ name, isGood },
      text: isGood
        ? 'The clock of this phone is right.'
        : `This phone says ${here} GMT, and it is ${there} GMT. Set date and time to automatic in its settings.`,
    };
  },
};

/** The pack, with a key that opens it later without a session. */
async function fetchAll(recordKey: string): Promise<{ fetched: Fetched; key: string }> {
  const known = pitches.read(recordKey);
  const ask = async (key: string) => {
    const record = { key, pack: null, etag: null };
    return { fetched: (await fetchPack(recordKey, record))!, key };
  };
  if (known?.key)
    try {
      return await ask(known.key);
    } catch (error) {
      if (lineOf(error) !== 'ended') throw error;
    }
  return ask(await fetchPitchKey(recordKey));
}

function describeFailure(line: Line): string {
  if (typeof line === 'object') return line.refused;
  return line === 'ended'
    ? 'Your session has ended. Sign in again, then check again.'
    : 'There is no signal. Go where there is some, then check again.';
}

async function checkPitches(recordKey: string): Promise<{ check: Check; aheadMs: number | null }> {
  const name = 'Pitches';
  try {
    const { fetched, key } = await fetchAll(recordKey);
    pitches.write(recordKey, takePack(pitches.read(recordKey), key, fetched));
    const { length } = fetched.pack.entries;
    const text = `${length} ${length === 1 ? 'pitch is' : 'pitches are'} on this phone.`;
    return { check: { name, isGood: true, text }, aheadMs: fetched.aheadMs };
  } catch (error) {
    return { check: { name, isGood: false, text: describeFailure(lineOf(error)) }, aheadMs: null };
  }
}

/** Asked for whatever the browser then decides. */
async function checkStorage(recordKey: string): Promise<Check> {
  const isWritten = pitches.read(recordKey) !== null && pitches.isStored(recordKey);
  const { storage } = navigator as { storage?: StorageManager };
  const isLasting = await Promise.resolve(storage?.persist?.()).catch(() => false);
  return checks.storage(isWritten, isLasting === true);
}

export async function getReady(recordKey: string): Promise<Check[]> {
  const screens = keepScreens(FOR_JUDGES, paths.pitch({ id: '-' }));
  const { check, aheadMs } = await checkPitches(recordKey);
  const storage = await checkStorage(recordKey);
  return [checks.screens(await screens), check, storage, checks.clock(aheadMs)];
}
