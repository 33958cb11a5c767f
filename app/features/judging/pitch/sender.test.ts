import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '#domain/constants.ts';
import type { Pack } from '#domain/judging/pitch-schema.ts';
import type { PitchRecord, Said, Unsent } from '#app/storage/pitch-records.ts';

const [EFUA, KOFI, ROUND] = ['efua', 'kofi', 'round'];
const KEY = `${EFUA}:${ROUND}`;
const NOW = new Date('2026-09-11T10:00:00Z');

const entry = (order: number, more: object = {}): Pack['entries'][number] => ({
  ...{ review_id: `review-${order}`, order, code: `R7K${order}`, state: 'in' },
  ...{ business_name: `Looms ${order}`, applicant_name: 'Ama Owusu', region: 'Volta' },
  ...{ sector: 'agriculture', slot_at: null, started_at: null, ended_at: null },
  ...{ review_state: 'assigned', declared: true, revision: 1, scores: {}, has_texts: false },
  ...more,
});
const criteria = ['market', 'team'].map((id) => ({
  ...{ id, name: id, question: '', weight: 1, anchors: ['a', 'b', 'c', 'd', 'e'] },
}));
const pack = (more: object = {}): Pack => ({
  round: {
    ...{ id: ROUND!, name: 'North', program_title: 'Trek', state: 'open', venue: 'Tamale' },
    ...{ closes_at: '2026-09-12T10:00:00Z', comments: 'optional', criteria },
    minutes: { pitch: 5, questions: 5, change: 2 },
  },
  judge: { id: EFUA!, name: 'Efua Sarpong' },
  entries: [entry(1), entry(2), entry(3)],
  ...more,
});

let stored: Map<string, string>;
let room: number;
/** What the server of the tests has, and what it is asked. */
let asked: { url: string; headers: Headers; body: any }[];
let answer: (body: any, url: string) => Response | Promise<Response>;

async function load() {
  const modules = await Promise.all([
    import('./record.ts'),
    import('./sender.ts'),
    import('./stored-records.ts'),
    import('#app/storage/pitch-records.ts'),
  ]);
  return Object.assign({}, ...modules) as (typeof modules)[0] &
    (typeof modules)[1] &
    (typeof modules)[2] &
    (typeof modules)[3];
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  [stored, room, asked] = [new Map(), Infinity, []];
  const own = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
  const keys = { ownKeys: () => [...stored.keys()] };
  const isOwn = { enumerable: true, configurable: true, value: '' };
  vi.stubGlobal('localStorage', new Proxy(own, { ...keys, getOwnPropertyDescriptor: () => isOwn }));
  vi.stubGlobal('fetch', async (url: string, { headers, body }: RequestInit) => {
    const said = body ? JSON.parse(String(body)) : undefined;
    asked.push({ url, headers: new Headers(headers), body: said });
    return answer(said, url);
  });
});
afterEach(() => {
  vi.useRealTimers();
  // Other files share the process: a module that has forgotten a person writes nothing more.
  vi.resetModules();
});

const json = (body: object, status = 200) => Response.json(body, { status });
const accept = ({ entries }: { entries: Unsent[] }, result = 'saved') =>
  json({
    results: entries.map(({ key, review_id }) => ({ key, review_id, result, revision: 9 })),
    reviews: [],
  });

const noKey = async () => null;

/** A phone that is ready, with these taps on it. */
async function phone(...taps: [order: number, said: Said][]) {
  const all = await load();
  const fetched = { pack: pack(), etag: '"1"', aheadMs: 0 };
  all.pitches.write(KEY, all.takePack(null, 'key-1', fetched));
  const tap = (order: number, said: Said) =>
    all.pitches.write(KEY, all.say(all.pitches.read(KEY)!, `review-${order}`, said, new Date()));
  for (const [order, said] of taps) tap(order, said);
  const renewed: string[] = [];
  const sender = all.createSender(KEY, async () => renewed.pop() ?? null);
  const read = () => JSON.parse(stored.get(`pitch:${KEY}`)!) as PitchRecord;
  return { ...all, tap, sender, renewed, read, shown: () => all.pitchesOf(read()) };
}

describe('what is written', () => {
  test('each tap is a version of its own, kept before anything is sent', async () => {
    const { read, shown } = await phone(
      [1, { scores: { market: 4 } }],
      [1, { scores: { team: 2 } }],
      [2, { has_conflict: true }],
    );
    expect(read().unsent.map(({ n, review_id }) => [n, review_id])).toEqual([
      [1, 'review-1'],
      [2, 'review-1'],
      [3, 'review-2'],
    ]);
    expect(new Set(read().unsent.map(({ key }) => key)).size).toBe(3);
    expect(shown().map(({ mark }) => mark)).toEqual(['scored', 'tie', 'open']);
    expect(shown()[0]!.scores).toEqual({ market: 4, team: 2 });
  });

  test('another tap on the same criterion takes the place of what was not sent, as a new version', async () => {
    const { read, tap } = await phone([1, { scores: { market: 4 } }]);
    const [before] = read().unsent;
    tap(1, { scores: { market: 5 } });
    expect(read().unsent).toMatchObject([{ n: 2, scores: { market: 5 } }]);
    expect(read().unsent[0]!.key).not.toBe(before!.key);
    // Something else was said since: the order of the two stays.
    tap(1, { not_heard: true });
    tap(1, { scores: { market: 3 } });
    expect(read().unsent.map(({ scores, not_heard }) => scores ?? not_heard)).toEqual([
      { market: 5 },
      true,
      { market: 3 },
    ]);
  });

  test('a full or private storage is said, and nothing of the page is lost', async () => {
    const { tap, pitches, sender } = await phone([1, { scores: { market: 4 } }]);
    room = 0;
    tap(2, { scores: { market: 1 } });
    expect(pitches.isStored(KEY)).toBe(false);
    expect(pitches.read(KEY)!.unsent).toHaveLength(2);
    room = Infinity;
    answer = (body) => accept(body);
    expect(await sender()).toBe('good');
    expect(asked[0]!.body.entries).toHaveLength(2);
    expect([pitches.read(KEY)!.unsent, pitches.isStored(KEY)]).toEqual([[], true]);
  });

  test('not heard is taken back by a score, and the newest pitch that has begun is on stage', async () => {
    const { tap, shown, pitches, takePack } = await phone([2, { not_heard: true }]);
    expect(shown()[1]!.mark).toBe('not_heard');
    tap(2, { scores: { market: 3 } });
    expect(shown()[1]!.mark).toBe('started');
    const entries = [
      entry(1, { started_at: '2026-09-11T09:00:00Z', ended_at: '2026-09-11T09:10:00Z' }),
      entry(2, { started_at: '2026-09-11T09:12:00Z' }),
      entry(3, { state: 'absent' }),
    ];
    const fetched = { pack: pack({ entries }), etag: '"2"', aheadMs: 0 };
    pitches.write(KEY, takePack(pitches.read(KEY), 'key-1', fetched));
    expect(shown().map(({ isOnStage }) => isOnStage)).toEqual([false, true, false]);
    expect(shown()[1]!.scores).toEqual({ market: 3 });
  });
});

describe('what is sent', () => {
  test('goes with the key and is forgotten by its result; the server’s scores are shown', async () => {
    const { sender, read, shown } = await phone([1, { scores: { market: 4 } }]);
    answer = ({ entries }) =>
      json({
        results: [{ key: entries[0].key, result: 'older' }],
        reviews: [{ id: 'review-1', state: 'submitted', revision: 7, scores: { market: 2 } }],
      });
    expect(await sender()).toBe('good');
    expect(asked[0]!.headers.get('authorization')).toBe('Bearer key-1');
    expect(asked[0]!.body).toMatchObject({ device: read().device, sent_at: NOW.toISOString() });
    expect([read().unsent, read().sentAt]).toEqual([[], NOW.getTime()]);
    expect([shown()[0]!.scores, shown()[0]!.mark]).toEqual([{ market: 2 }, 'scored']);
  });

  const PORTAL = '<html>Welcome to Hotel Bolga. Buy a voucher.</html>';
  test.each<[string, () => Response | Promise<Response>]>([
    ['a captive portal', () => new Response(PORTAL, { headers: { 'content-type': 'text/html' } })],
    ['a captive portal that says 401', () => new Response(PORTAL, { status: 401 })],
    ['a 502', () => new Response('Bad gateway', { status: 502 })],
    ['a 503 of ours', () => json({ code: 'busy', message: 'Busy.' }, 503)],
    ['half an answer', () => new Response('{"results":[{"key":"')],
    ['a list', () => json([])],
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['results for other keys', () => json({ results: [{ key: 'other', result: 'saved' }] })],
    ['null results', () => json({ results: [null, 1, 'saved', {}], reviews: [null] })],
    ['a result of another kind', () => json({ results: [{ key: asked[0]!.body.entries[0].key }] })],
  ])('%s is no signal: everything stays and goes again under the same keys', async (_, bad) => {
    const { sender, read } = await phone([1, { scores: { market: 4 } }], [2, { not_heard: true }]);
    const before = read();
    answer = bad;
    expect(await sender()).toBe('silent');
    expect(read()).toEqual(before);
    answer = (body) => accept(body, 'known');
    expect(await sender()).toBe('good');
    expect(asked.at(-1)!.body.entries.map(({ key }: Unsent) => key)).toEqual(
      before.unsent.map(({ key }) => key),
    );
    expect(read().unsent).toEqual([]);
  });

  test('only what is answered for is forgotten; what is refused stays to be copied', async () => {
    const { forgetPitches, sender, read } = await phone(
      [1, { scores: { market: 4 } }],
      [2, { note: 'Hm' }],
    );
    let count = 0;
    answer = ({ entries }) => {
      count += 1;
      const [first] = entries as Unsent[];
      const refusal = { result: 'refused', code: 'not_found', message: 'Not one of yours.' };
      return json({
        results: [{ key: first!.key, ...(count === 1 ? { result: 'late' } : refusal) }],
      });
    };
    expect(await sender()).toBe('good');
    expect(asked.map(({ body }) => body.entries.length)).toEqual([2, 1]);
    expect(read().unsent).toEqual([]);
    const kept = [{ note: 'Hm', message: 'Not one of yours.' }];
    expect(read().refused).toMatchObject(kept);
    forgetPitches(EFUA!);
    expect(read().refused, 'after a logout too').toMatchObject(kept);
  });

  test('a tap while it is on its way stays, also one on the same criterion', async () => {
    const { sender, read, tap, shown } = await phone([1, { scores: { market: 4 } }]);
    let count = 0;
    answer = (body) => {
      count += 1;
      if (count === 1) tap(1, { scores: { market: 5 } });
      const { scores } = body.entries[0];
      const review = { id: 'review-1', state: 'started', revision: 1 + count, scores };
      const results = body.entries.map(({ key }: Unsent) => ({ key, result: 'saved' }));
      return json({ results, reviews: [review] });
    };
    await sender();
    await sender();
    expect(asked.map(({ body }) => body.entries[0].scores.market)).toEqual([4, 5]);
    expect([read().unsent, shown()[0]!.scores]).toEqual([[], { market: 5 }]);
  });

  test('an ended key keeps everything, until the judge is signed in', async () => {
    const { sender, read, renewed } = await phone([1, { scores: { market: 4 } }]);
    answer = () => json({ code: 'not_signed_in', message: 'Sign in.' }, 401);
    expect(await sender()).toBe('ended');
    expect(read().unsent).toHaveLength(1);
    renewed.push('key-2');
    answer = (body) =>
      asked.at(-1)!.headers.get('authorization') === 'Bearer key-2'
        ? accept(body)
        : json({ code: 'not_signed_in', message: 'Sign in.' }, 401);
    expect(await sender()).toBe('good');
    expect([read().unsent, read().key]).toEqual([[], 'key-2']);
  });

  test('a rule of ours is said, and everything stays', async () => {
    const { sender, read } = await phone([1, { scores: { market: 4 } }]);
    answer = () => json({ code: 'round_released', message: 'Released.' }, 409);
    expect(await sender()).toEqual({ refused: 'Released.' });
    expect(read().unsent).toHaveLength(1);
  });

  test('more than the server takes at once goes in parts, in order', async () => {
    const taps = Array.from({ length: 450 }, (_, at): [number, Said] => [
      1 + (at % 3),
      at % 2 ? { not_heard: true } : { scores: { market: 1 + (at % 5) } },
    ]);
    const { sender, read } = await phone(...taps);
    answer = (body) => accept(body);
    expect(await sender()).toBe('good');
    const sent = asked.flatMap(({ body }) => body.entries as Unsent[]);
    expect(asked.every(({ body }) => body.entries.length <= 200)).toBe(true);
    expect(sent.map(({ n }) => n)).toEqual(sent.map(({ n }) => n).toSorted((a, b) => a - b));
    expect(read().unsent).toEqual([]);
  });
});

describe('the pack', () => {
  test('is asked for with the key and the tag, and taken only from us', async () => {
    const { refreshPack, read } = await phone();
    const before = read();
    for (const [bad, line] of [
      [() => new Response(null, { status: 304 }), 'good'],
      [() => new Response('<html>'), 'silent'],
      [() => json(pack({ judge: { id: KOFI, name: 'Kofi' } })), 'silent'],
      [() => json({ code: 'not_signed_in', message: 'Sign in.' }, 401), 'ended'],
    ] as const) {
      answer = bad;
      expect(await refreshPack(KEY, noKey)).toBe(line);
      expect(read()).toEqual(before);
    }
    expect(asked[0]!.headers.get('if-none-match')).toBe('"1"');
    expect(asked[0]!.headers.get('authorization')).toBe('Bearer key-1');
    answer = () => json(pack({ entries: [entry(4)] }));
    await refreshPack(KEY, noKey);
    expect(read().pack!.entries.map(({ order }) => order)).toEqual([4]);
  });

  test('that a sync has overtaken takes no score back', async () => {
    const { sender, refreshPack, shown, tap } = await phone();
    tap(1, { scores: { market: 4 } });
    answer = async (_, url) => {
      if (url.endsWith('/sync')) {
        const review = { id: 'review-1', state: 'started', revision: 3, scores: { market: 4 } };
        const [{ key }] = asked.at(-1)!.body.entries;
        return json({ results: [{ key, result: 'saved' }], reviews: [review] });
      }
      await sender();
      return json(pack());
    };
    await refreshPack(KEY, noKey);
    expect(shown()[0]!.scores).toEqual({ market: 4 });
  });
});

describe('the record', () => {
  test('ends 48 hours after the closing, by a clock put right, and never while something waits', async () => {
    const { endPitches, read, takePack, tap, pitches } = await phone();
    const yearAhead = 365 * DAY_MS;
    vi.setSystemTime(NOW.getTime() + yearAhead);
    const fetched = { pack: pack(), etag: null, aheadMs: yearAhead };
    pitches.write(KEY, takePack(pitches.read(KEY), 'key-1', fetched));
    vi.setSystemTime(NOW.getTime() + yearAhead + 2.9 * DAY_MS);
    endPitches();
    expect(read().unsent).toEqual([]);
    tap(1, { scores: { market: 4 } });
    vi.setSystemTime(NOW.getTime() + yearAhead + 3.1 * DAY_MS);
    endPitches();
    expect(read().unsent).toHaveLength(1);
    pitches.write(KEY, { ...read(), unsent: [] });
    endPitches();
    expect([...stored.keys()]).toEqual([]);
  });

  test('of a logged-out judge is only what waits and its key; another judge’s stays', async () => {
    const { forgetPitches, owedPitches, pitches, read, sender } = await phone(
      [1, { scores: { market: 4 } }],
      [1, { note: 'Call them.' }],
    );
    pitches.write(`${KOFI}:${ROUND}`, { ...read(), unsent: [] });
    expect(owedPitches(EFUA!)).toEqual([`pitch:${KEY}`]);
    forgetPitches(EFUA!);
    forgetPitches(KOFI!);
    expect([...stored.keys()]).toEqual([`pitch:${KEY}`]);
    expect(read()).toMatchObject({ key: 'key-1', pack: null, texts: {}, isAside: true });
    answer = (body) => accept(body);
    expect(await sender()).toBe('good');
    expect(read().unsent).toEqual([]);
  });

  test('of a clock of 1970 is in the order of its taps', async () => {
    vi.setSystemTime(0);
    const { tap, read } = await phone([1, { scores: { market: 1 } }]);
    vi.setSystemTime(NOW);
    tap(2, { scores: { market: 2 } });
    expect(read().unsent.map(({ n, changed_at }) => [n, changed_at.slice(0, 4)])).toEqual([
      [1, '1970'],
      [2, '2026'],
    ]);
  });
});
