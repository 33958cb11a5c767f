import { useEffect, useState, useSyncExternalStore } from 'react';
import { SECOND_MS } from '#domain/constants.ts';
import type { Profile } from '#domain/accounts/schema.ts';
import { openWallChannel, type WallMessage } from '#app/features/rounds/hall/wall-channel.ts';
import { useSessionStore } from '#app/session/store.ts';
import { isSessionOver, readToken } from '#app/storage/local-storage.ts';
import { desks, endDesks, type DeskRecord } from '#app/storage/desk-records.ts';
import { lineOf, type Line } from '#app/features/judging/round-line.ts';
import { refresh, sendAll } from './desk-sender.ts';
import { wallOf } from './desk-state.ts';

const AGAIN_MS = 10 * SECOND_MS;
const none = () => null;

/** Who is signed in in this browser; no call asks the server. Undefined until it is read. */
function useSignedIn(): Profile | null | undefined {
  const [person, setPerson] = useState<Profile | null>();
  useEffect(() => {
    const read = async () => {
      await useSessionStore.persist.rehydrate();
      const isIn = readToken() !== null && !isSessionOver(Date.now());
      setPerson(isIn ? useSessionStore.getState().profile : null);
    };
    void read();
  }, []);
  return person;
}

/** `person`: the admin who is signed in here. */
export type Desk = { record: DeskRecord; line: Line; person: string | null };

type Nobody =
  | 'loading'
  | 'signed_out'
  | 'other_role'
  | { /** Why, if it is a rule. */ failed: string; retry: () => void };

/** The record, or why there is none to show. */
export function useDesk(roundId: string): Desk | Nobody {
  const person = useSignedIn();
  const record = useSyncExternalStore(desks.subscribe, () => desks.read(roundId), none);
  const isOther = Boolean(person && person.role !== 'admin');
  const [line, look] = useLine(roundId, isOther ? undefined : person && person.id);
  useEffect(() => endDesks(Date.now()), []);
  useEffect(() => {
    if (person?.role === 'admin') takeOver(roundId, person.id);
  }, [roundId, person]);
  useWall(roundId);
  if (person === undefined) return 'loading';
  if (isOther) return 'other_role';
  if (record) return { record, line, person: person?.id ?? null };
  return whyNone(person, line, look);
}

function whyNone(person: Profile | null, line: Line, retry: () => void): Nobody {
  if (person === null || line === 'ended') return 'signed_out';
  if (line === 'good') return 'loading';
  return { failed: typeof line === 'object' ? line.refused : '', retry };
}

/** Another admin goes on with the same desk, under their own name. */
const takeOver = (roundId: string, person: string): void =>
  desks.change(roundId, (record) =>
    record.person === person || record.unsent.length > 0
      ? record
      : { ...record, person, key: null },
  );

/** Sends, then asks how it stands; nothing without anybody to ask for. */
async function followRound(roundId: string, person: string | null): Promise<Line> {
  if (!desks.read(roundId) && person === null) return 'good';
  const sent = await sendAll(roundId);
  if (sent !== 'good') return sent;
  return refresh(roundId, { person: person ?? '' }).then(() => 'good' as const, lineOf);
}

/** At once, every few seconds, and with the line. `person`: undefined until it is known. */
function useLine(roundId: string, person: string | null | undefined): [Line, () => void] {
  const [line, setLine] = useState<Line>('good');
  useEffect(() => {
    if (person === undefined) return undefined;
    const look = () => void followRound(roundId, person).then(setLine);
    const seen = () => document.visibilityState === 'visible' && look();
    const lose = () => setLine('silent');
    const timer = setInterval(look, AGAIN_MS);
    window.addEventListener('online', seen);
    window.addEventListener('offline', lose);
    document.addEventListener('visibilitychange', seen);
    const unsubscribe = desks.subscribe(() => {
      if (desks.read(roundId)?.unsent.length) void sendAll(roundId).then(setLine);
    });
    look();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', seen);
      window.removeEventListener('offline', lose);
      document.removeEventListener('visibilitychange', seen);
      unsubscribe();
    };
  }, [roundId, person]);
  return [line, () => void followRound(roundId, person ?? null).then(setLine)];
}

/** The wall follows each change, and gives its keys back. */
function useWall(roundId: string): void {
  useEffect(() => {
    const channel = openWallChannel(roundId);
    const tell = () => {
      const record = desks.read(roundId);
      const message: WallMessage | null = record && { from: 'desk', state: wallOf(record) };
      if (message) channel.postMessage(message);
    };
    channel.onmessage = ({ data }: MessageEvent<WallMessage>) => {
      if (data.from !== 'wall') return;
      if (data.asks === 'state') tell();
      else reveal(roundId, data.asks === 'forward' ? 1 : -1);
    };
    const unsubscribe = desks.subscribe(tell);
    tell();
    return () => {
      unsubscribe();
      channel.close();
    };
  }, [roundId]);
}

/** One of the selected more on the wall, or one less. */
export const reveal = (roundId: string, step: 1 | -1): void =>
  desks.change(roundId, (record) => ({
    ...record,
    revealed: Math.min(record.selected?.length ?? 0, Math.max(0, record.revealed + step)),
  }));
