import { useEffect, useState, useSyncExternalStore } from 'react';
import { MINUTE_MS, SECOND_MS } from '#domain/constants.ts';
import type { Profile } from '#domain/accounts/schema.ts';
import { loadProfile } from '#app/session/actions.ts';
import { useSessionStore } from '#app/session/store.ts';
import { isSessionOver, readToken } from '#app/storage/local-storage.ts';
import { endPitches, type PitchRecord, type Said } from '#app/storage/pitch-records.ts';
import { pitches, pitchKey, waitingPitches } from './stored-records.ts';
import { say } from './record.ts';
import { createSender, fetchPitchKey, refreshPack } from './sender.ts';
import type { Line } from '../round-line.ts';

const AGAIN_MS = 20 * SECOND_MS;

/** Who is signed in on this phone, as it remembers; undefined until that is read. */
function useSignedIn(): Profile | null | undefined {
  const [person, setPerson] = useState<Profile | null>();
  useEffect(() => {
    const read = async () => {
      await useSessionStore.persist.rehydrate();
      if (readToken() && !signedIn()) await loadProfile();
      setPerson(signedIn());
    };
    void read();
  }, []);
  return person;
}

const signedIn = (): Profile | null =>
  readToken() && !isSessionOver(Date.now()) ? useSessionStore.getState().profile : null;

/** Without a session, the one who scores in this round on this phone. */
const findRecord = (roundId: string): string | undefined =>
  pitches.keys().find((key) => {
    const record = key.endsWith(`:${roundId}`) ? pitches.read(key) : null;
    return record?.pack && !record.isAside;
  });

export type Hall = {
  recordKey: string;
  record: PitchRecord | null;
  isSignedIn: boolean;
  line: Line;
  isStored: boolean;
};

const none = () => null;

/** `loading`, nobody who may score here, or the record of whoever does. */
export function useHall(roundId: string): Hall | 'loading' | 'signed_out' | 'other_role' {
  const person = useSignedIn();
  const found = useSyncExternalStore(pitches.subscribe, () => findRecord(roundId) ?? null, none);
  const own = person?.role === 'judge' ? pitchKey(person.id, roundId) : null;
  const recordKey = own ?? (person === null ? found : null);
  const record = useSyncExternalStore(
    pitches.subscribe,
    () => (recordKey ? pitches.read(recordKey) : null),
    none,
  );
  useEffect(endPitches, []);
  useEffect(() => {
    if (own) bringForward(own, roundId);
  }, [own, roundId]);
  const line = useSending(recordKey);
  if (person === undefined) return 'loading';
  if (!recordKey) return person ? 'other_role' : 'signed_out';
  const isStored = pitches.isStored(recordKey);
  return { recordKey, record, isSignedIn: own !== null, line, isStored };
}

/** Another judge on the same phone is put aside: what waits of theirs is sent, and not shown. */
function bringForward(own: string, roundId: string): void {
  for (const key of pitches.keys().filter((one) => one.endsWith(`:${roundId}`))) {
    const record = pitches.read(key);
    const isAside = key !== own;
    if (record?.pack && record.isAside !== isAside) pitches.write(key, { ...record, isAside });
  }
}

/** Of the judge who is signed in only. */
const renew = async (recordKey: string): Promise<string | null> =>
  recordKey.startsWith(`${signedIn()?.id}:`) ? fetchPitchKey(recordKey) : null;

const senders = new Map<string, () => Promise<Line>>();
function sendOne(recordKey: string): Promise<Line> {
  const sender = senders.get(recordKey) ?? createSender(recordKey, () => renew(recordKey));
  senders.set(recordKey, sender);
  return sender();
}

let showLine: (recordKey: string, line: Line) => void = () => undefined;
/** Everything that waits on this phone, of whichever judge and round. */
function sendAll(): void {
  for (const key of waitingPitches()) void sendOne(key).then((line) => showLine(key, line));
}

/** At once, again while something waits, and with the line; the pack is asked for each minute. */
function useSending(recordKey: string | null): Line {
  const [line, setLine] = useState<Line>('good');
  useEffect(() => {
    showLine = (key, now) => key === recordKey && setLine(now);
    const isSeen = () => document.visibilityState === 'visible';
    const ask = () => {
      if (!recordKey || !isSeen()) return;
      void refreshPack(recordKey, () => renew(recordKey)).then((now) => showLine(recordKey, now));
    };
    const look = () => {
      if (!isSeen()) return;
      sendAll();
      ask();
    };
    const lose = () => setLine('silent');
    const timers = [setInterval(sendAll, AGAIN_MS), setInterval(ask, MINUTE_MS)];
    window.addEventListener('online', look);
    window.addEventListener('offline', lose);
    window.addEventListener('pageshow', look);
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      timers.forEach(clearInterval);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', lose);
      window.removeEventListener('pageshow', look);
      document.removeEventListener('visibilitychange', look);
      showLine = () => undefined;
    };
  }, [recordKey]);
  return line;
}

/** Written before it shows, and sent. */
export function tell(recordKey: string, reviewIds: readonly string[], said: Said): void {
  let record = pitches.read(recordKey);
  for (const id of reviewIds) record &&= say(record, id, said, new Date());
  if (!record) return;
  pitches.write(recordKey, record);
  sendAll();
}

/** What only this phone needs to know. */
export function keep(recordKey: string, change: Partial<PitchRecord>): void {
  const record = pitches.read(recordKey);
  if (record) pitches.write(recordKey, { ...record, ...change });
}
