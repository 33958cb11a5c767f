/**
 * Judges score in a hall while their lines are cut at any byte, others answer for us, phones lose
 * their power and the product is killed: each cut is repeated until it is answered.
 */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Pack } from '#domain/judging/pitch-schema.ts';
import { DATABASE_FILE } from '#server/db/open.ts';
import { Backstage } from '../e2e/backstage.ts';
import { createJudge, openRound } from '../e2e/judging-world.ts';
import { Mailbox } from '../e2e/mailbox.ts';
import { freePort } from '../servers/ports.ts';
import { startKillableServer } from './killable-server.ts';

/** Of the product. */
export const KILLED = 'killed';
export const CUTS = ['request', 'answer', 'unanswered', 'portal', 'other keys', 'busy'] as const;
type Cut = (typeof CUTS)[number];

const page = '<h1>Hotel Bolga</h1><p>Buy a voucher.</p>';
const others = JSON.stringify({ results: [{ key: 'other', result: 'saved' }], reviews: [] });
const answerOf = (status: string, type: string, body: string) =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
const FALSE: Partial<Record<Cut, string>> = {
  portal: answerOf('200 OK', 'text/html', page),
  'other keys': answerOf('200 OK', 'application/json', others),
  busy: answerOf('503 Service Unavailable', 'text/html', page),
};

/** A line that cuts the next exchange as it is told to. */
async function startLine(port: number) {
  const sockets = new Set<Socket>();
  let armed: { cut: Cut; bytes: number } | undefined;
  let isCut = false;
  const listener = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    let plan: typeof armed;
    let left = 0;
    const end = () => [client, server].forEach((one) => one.destroy());
    const pass = (to: Socket, chunk: Buffer, isPlanned: boolean) => {
      if (!isPlanned) return to.write(chunk);
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (part.length === chunk.length) return to.write(chunk);
      isCut = true;
      return to.write(part, end);
    };
    client.on('data', (chunk: Buffer) => {
      if (armed) {
        [plan, left, armed] = [armed, armed.bytes, undefined];
        const said = FALSE[plan.cut];
        if (said) {
          isCut = true;
          return client.end(said);
        }
        if (plan.cut === 'unanswered') left = 0;
      }
      return pass(server, chunk, plan?.cut === 'request');
    });
    server.on('data', (chunk: Buffer) => {
      pass(client, chunk, plan?.cut === 'answer' || plan?.cut === 'unanswered');
    });
    for (const one of [client, server]) {
      sockets.add(one);
      one.on('error', end);
      one.on('close', end);
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    arm: (cut: Cut, bytes: number) => {
      isCut = false;
      armed = { cut, bytes };
    },
    /** Whether the exchange was cut: it may have been shorter. */
    disarm: () => {
      armed = undefined;
      return isCut;
    },
    stop: () => {
      sockets.forEach((one) => one.destroy());
      listener.close();
    },
  };
}

type Line = Awaited<ReturnType<typeof startLine>>;

/** The same every time. */
function createChance() {
  let state = 1;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Of a phone: the modules of the screen over a storage of its own. */
function installPhone(url: string) {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const before = { fetch: globalThis.fetch, storage: globalThis.localStorage };
  const put = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  put('localStorage', storage);
  put('fetch', (path: string, init: RequestInit) =>
    before.fetch(path.startsWith('/') ? url + path : path, init),
  );
  return () => {
    put('localStorage', before.storage);
    put('fetch', before.fetch);
  };
}

/** What the screen's own modules do, which know of a browser: loaded apart from these types. */
type Unsent = { key: string };
type Stored = { unsent: Unsent[] };
type Said = { has_conflict?: boolean; scores?: Record<string, number> };
type Phone = {
  createSender: (own: string, renew: () => Promise<null>) => () => Promise<unknown>;
  pitchesOf: (record: Stored) => { review_id: string; scores: Record<string, number> }[];
  say: (record: Stored, reviewId: string, said: Said, now: Date) => Stored;
  takePack: (known: null, key: string, fetched: object) => Stored;
  pitches: {
    read: (own: string) => Stored;
    write: (own: string, record: Stored) => void;
  };
};
const SCREEN = new URL('../../app/features/judging/pitch/', import.meta.url);
async function loadPhone(): Promise<Phone> {
  const files = ['sender.ts', 'record.ts', 'stored-records.ts'];
  const load = (file: string) => import(new URL(file, SCREEN).href) as Promise<object>;
  return Object.assign({}, ...(await Promise.all(files.map(load)))) as Phone;
}

type Report = {
  cuts: Map<string, number>;
  versions: number;
  lost: string[];
  doubled: string[];
  /** Pitches whose scores on the phone, or at the product, are not the last that were tapped. */
  differing: string[];
  seconds: number;
};

const JUDGES = 2;
const PITCHES = 3;
/** About as long as what is asked and answered. */
const BYTES = 2_500;

async function startWorld(dataDir: string) {
  const PORT = String(await freePort());
  const start = () => startKillableServer(dataDir, { PORT });
  let server = await start();
  const mailbox = new Mailbox(dataDir, null);
  const backstage = new Backstage(server.url, mailbox);
  const judges = [];
  while (judges.length < JUDGES) judges.push(await createJudge(backstage, mailbox));
  const setup = { kind: 'pitch', reviews_per_proposal: undefined, proposals: PITCHES };
  const round = await openRound(backstage, judges, setup);
  const path = `/rounds/${round.id}`;
  const readPack = (token: string) => backstage.call<Pack>('GET', `${path}/pack`, { token });
  const readKey = (token: string) =>
    backstage.call<{ key: string }>('POST', `${path}/scoring-key`, { token, json: {} });
  return {
    ...{ judges, round, readPack, readKey, port: Number(PORT) },
    kill: async (afterMs: number) => {
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      return async () => void (server = await start());
    },
    stop: () => server.stop(),
  };
}
type World = Awaited<ReturnType<typeof startWorld>>;

type Chance = ReturnType<typeof createChance>;

/** A judge with a phone that is ready. */
async function createHand(
  phone: Phone,
  { round, readPack, readKey }: World,
  { id, token }: { id: string; token: string },
  chance: Chance,
) {
  const own = `${id}:${round.id}`;
  const pack = await readPack(token);
  const { key } = await readKey(token);
  phone.pitches.write(own, phone.takePack(null, key, { pack, etag: null, aheadMs: 0 }));
  const { entries } = pack;
  const { criteria } = pack.round;
  const [created, acknowledged] = [new Set<string>(), new Set<string>()];
  /** The last tap on each criterion. */
  const tapped = new Map<string, Record<string, number>>();
  const unsent = () => phone.pitches.read(own).unsent.map((one) => one.key);
  const say = (reviewId: string, said: Said) => {
    phone.pitches.write(own, phone.say(phone.pitches.read(own), reviewId, said, new Date()));
    unsent().forEach((one) => created.add(one));
  };
  for (const { review_id } of entries) say(review_id!, { has_conflict: false });
  const attempt = async () => {
    const before = unsent();
    // A phone that is switched on again sends what another try has sent already.
    const tries = Array.from({ length: chance(5) === 0 ? 2 : 1 });
    await Promise.all(tries.map(() => phone.createSender(own, async () => null)()));
    const after = new Set(unsent());
    before.filter((one) => !after.has(one)).forEach((one) => acknowledged.add(one));
  };
  const textOf = (scores: object = {}) => JSON.stringify(Object.entries(scores).toSorted());
  return {
    ...{ created, acknowledged, attempt },
    tap: () => {
      const id = entries[chance(entries.length)]!.review_id!;
      const scores = { [criteria[chance(criteria.length)]!.id]: 1 + chance(5) };
      tapped.set(id, { ...tapped.get(id), ...scores });
      say(id, { scores });
    },
    finish: async () => {
      while (unsent().length > 0) await attempt();
    },
    findDiffering: async () => {
      const shown = phone.pitchesOf(phone.pitches.read(own));
      const kept = (await readPack(token)).entries;
      return [...shown, ...kept]
        .filter(({ review_id: id, scores }) => textOf(scores) !== textOf(tapped.get(id!)))
        .map(({ review_id }) => review_id!);
    },
  };
}

type Order = { count: number; kills: number };

/** Cuts until there were enough of them; each is tried again, at once or with the next taps. */
async function cutAndRepeat(
  hands: readonly Awaited<ReturnType<typeof createHand>>[],
  { world, line, chance }: { world: World; line: Line; chance: Chance },
  { count, kills }: Order,
): Promise<Map<string, number>> {
  const cuts = new Map<string, number>();
  const add = (cut: string) => cuts.set(cut, (cuts.get(cut) ?? 0) + 1);
  const isKill = (done: number) => {
    const killed = cuts.get(KILLED) ?? 0;
    return killed < kills && done >= ((killed + 1) * count) / (kills + 1);
  };
  for (let done = 0; done < count;) {
    const hand = hands[chance(hands.length)]!;
    for (let taps = 1 + chance(3); taps > 0; taps -= 1) hand.tap();
    const cut = CUTS[chance(CUTS.length)]!;
    line.arm(cut, chance(BYTES));
    const trying = hand.attempt();
    const restart = isKill(done) ? await world.kill(chance(8)) : undefined;
    await trying;
    await restart?.();
    if (restart) add(KILLED);
    if (line.disarm()) {
      done += 1;
      add(cut);
    }
    if (chance(3) === 0) await hand.attempt();
  }
  return cuts;
}

export async function cutScores(order: Order): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-cuts-'));
  const world = await startWorld(dataDir);
  const line = await startLine(world.port);
  const restore = installPhone(line.url);
  const phone = await loadPhone();
  const chance = createChance();
  const begun = performance.now();
  try {
    const hands = [];
    for (const judge of world.judges) hands.push(await createHand(phone, world, judge, chance));
    const cuts = await cutAndRepeat(hands, { world, line, chance }, order);
    const differing = [];
    for (const hand of hands) {
      await hand.finish();
      differing.push(...(await hand.findDiffering()));
    }
    await world.stop();
    const kept = readKeys(dataDir);
    const known = new Set(kept);
    const created = new Set(hands.flatMap((hand) => [...hand.created]));
    return {
      ...{ cuts, versions: kept.length, differing },
      lost: hands.flatMap((hand) => [...hand.acknowledged].filter((key) => !known.has(key))),
      doubled: kept.filter((key, at) => kept.indexOf(key) !== at || !created.has(key)),
      seconds: (performance.now() - begun) / 1000,
    };
  } finally {
    restore();
    line.stop();
    await world.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function readKeys(dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
  const sql = "select client_key from review_versions where source = 'phone'";
  const rows = db.prepare(sql).all() as { client_key: string }[];
  db.close();
  return rows.map(({ client_key }) => client_key);
}
