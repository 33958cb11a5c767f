import { expect, test, vi } from 'vitest';
import { desks, type DeskEntry, type DeskRecord } from '#app/storage/desk-records.ts';
import { formatLeft, toneOf } from '#app/features/rounds/hall/wall-channel.ts';
import { refresh } from './desk-sender.ts';
import {
  ask,
  end,
  entriesOf,
  pause,
  stageOf,
  start,
  timerOf,
  wallOf,
  withChange,
} from './desk-state.ts';

const MINUTE = 60_000;
const at = Date.parse('2026-09-11T09:00:00Z');

const entry = (code: string, order: number): DeskEntry => ({
  ...{ proposal_id: `id-${code}`, code, business_name: `Business ${code}`, region: 'Oti' },
  ...{ state: 'in', order, slot_at: null, started_at: null, ended_at: null },
  ...{ reviews: 2, submitted: 0 },
});
const desk: DeskRecord = {
  ...{ person: 'me', key: null, judges: [], at: null, timer: null, unsent: [], refused: [] },
  ...{ selected: null, revealed: 0, sentAt: null },
  round: {
    ...{ id: 'round', name: 'Tamale', program_title: 'Trek', state: 'open', venue: null },
    ...{ closes_at: null, minutes: { pitch: 5, questions: 5, change: 2 } },
    sessions: [{ from: 1, starts_at: new Date(at).toISOString() }],
  },
  entries: [entry('AAAA', 1), entry('BBBB', 2), entry('CCCC', 3)],
};
const codes = (record: DeskRecord) => entriesOf(record).map(({ code }) => code);
const onStage = (record: DeskRecord) => stageOf(record, entriesOf(record))?.code;
const clock = (record: DeskRecord) => timerOf(record, entriesOf(record));

test('what waits lies on top of what another desk has changed, times too', () => {
  const moved = withChange(desk, 'id-CCCC', { order: 1 });
  expect(codes(moved)).toEqual(['CCCC', 'AAAA', 'BBBB']);
  expect(entriesOf(moved)[1]!.slot_at).toBe('2026-09-11T09:12:00.000Z');
  const other = { ...moved, entries: [entry('BBBB', 1), entry('AAAA', 2), entry('CCCC', 3)] };
  expect(codes(other)).toEqual(['CCCC', 'BBBB', 'AAAA']);
  const gone = withChange(moved, 'id-nobody', { state: 'absent' });
  expect(codes(gone)).toEqual(codes(moved));
});

test('over plain http, where there is no randomUUID, each press is a change of its own', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const pressed = start(withChange(desk, 'id-AAAA', { state: 'absent' }), entry('AAAA', 1), at);
  vi.unstubAllGlobals();
  expect(new Set(pressed.unsent.map(({ id }) => id)).size).toBe(pressed.unsent.length);
});

test('one after the other is on stage; whoever is absent is passed over and can still start', () => {
  const first = entriesOf(desk)[0]!;
  const running = start(desk, first, at);
  expect([onStage(running), clock(running)?.phase]).toEqual(['AAAA', 'pitch']);
  const asked = ask(running, clock(running)!, at + 5 * MINUTE);
  const ended = end(asked, entriesOf(asked), entriesOf(asked)[0]!, at + 9 * MINUTE);
  expect([onStage(ended), clock(ended)]).toEqual(['BBBB', null]);
  expect(entriesOf(ended)[0]).toMatchObject({
    ...{ started_at: '2026-09-11T09:00:00.000Z', ended_at: '2026-09-11T09:09:00.000Z' },
  });
  const late = start(withChange(ended, 'id-CCCC', { state: 'absent' }), entriesOf(ended)[2]!, at);
  expect(entriesOf(late)[2]).toMatchObject({ state: 'absent' });
  const back = start(late, entriesOf(late)[2]!, at);
  expect(entriesOf(back)[2]).toMatchObject({ state: 'in' });
});

test('a pause keeps what has run, and another desk shows the clock of this one', () => {
  const running = start(desk, entriesOf(desk)[0]!, at);
  const paused = pause(running, clock(running)!, at + MINUTE);
  expect(clock(paused)).toMatchObject({ since: null, spent: MINUTE });
  const again = pause(paused, clock(paused)!, at + 10 * MINUTE);
  expect(clock(again)).toMatchObject({ since: at + 10 * MINUTE, spent: MINUTE });
  const started = { ...entry('AAAA', 1), started_at: new Date(at).toISOString() };
  expect(clock({ ...desk, entries: [started] })).toMatchObject({ since: at, phase: 'pitch' });
});

test('the wall has no score, and one of the selected for each press after the sealing', () => {
  const running = start(desk, entriesOf(desk)[0]!, at);
  expect(wallOf(running)).toMatchObject({
    ...{ now: { code: 'AAAA', total: 5 * MINUTE }, next: { code: 'BBBB' }, selected: null },
  });
  const selected = [
    { business_name: 'Second', region: 'Oti' },
    { business_name: 'First', region: 'Volta' },
  ];
  const sealed = { ...running, selected, round: { ...desk.round, state: 'sealed' as const } };
  expect(wallOf(sealed)).toMatchObject({
    now: null,
    next: null,
    selected: { shown: null, left: 2 },
  });
  expect(wallOf({ ...sealed, revealed: 1 }).selected?.shown).toEqual(selected[0]);
  expect(wallOf({ ...sealed, revealed: 2 }).selected).toEqual({ shown: selected[1], left: 0 });
});

test('time counts down, and up past zero', () => {
  expect([300_000, 299_001, 60_000, 1, 0, -1, -12_400].map(formatLeft)).toEqual([
    ...['5:00', '5:00', '1:00', '0:01', '0:00', '+0:00', '+0:12'],
  ]);
  expect([60_001, 60_000, 0, -1].map(toneOf)).toEqual(['good', 'low', 'low', 'over']);
});

test('an answer that was asked for before a press was sent does not take the press back', async () => {
  const id = desk.round.id;
  desks.write(id, { ...desk, key: 'key' });
  const entries = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/entries')) return entries.promise;
    return Response.json(path.endsWith('/judges') ? [] : desk.round);
  });
  const refreshed = refresh(id, { person: 'me' });
  const ended = { ended_at: '2026-09-11T09:09:00.000Z' };
  const now = desk.entries.map((one) => (one.code === 'AAAA' ? { ...one, ...ended } : one));
  desks.change(id, (record) => ({ ...record, entries: now, sentAt: at }));
  entries.resolve(Response.json(desk.entries));
  await refreshed;
  expect(desks.read(id)!.entries[0]).toMatchObject(ended);
  desks.write(id, null);
});
