/** People who write during all faults, and record what was acknowledged. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { insertProgram, insertUser } from '../../factories.ts';
import { makePdf } from '../../pdf-samples.ts';
import { submissionTo } from '../../proposal-forms.ts';
import type { DrillWorld } from './world.ts';

export type Ledger = {
  enquiries: string[];
  /** Proposals with the digests of what was sent. */
  proposals: { id: string; digests: Record<string, string> }[];
  /** The newest acknowledged text of each draft, by program. */
  drafts: Map<string, number>;
  /** How often requests were refused or not answered, by reason. */
  refusals: Map<string, number>;
  /** Answers that nobody should get, whatever goes wrong. */
  dishonest: string[];
};

export type Writers = {
  ledger: Ledger;
  /** How much of each kind has been acknowledged so far. */
  counts(): number[];
  stop(): Promise<void>;
};

const THINKING_MS = 25;
const RETRY_MS = 120;
/** Milliseconds after which a request counts as hanging. */
const HANGING_MS = 120_000;
/** 507: a full disk. 502 and 504 are a proxy's. */
const HONEST = new Set([409, 423, 503, 507]);
/** The limit is 200 proposals per person. */
const PER_PERSON = 150;
const FAR_AWAY = new Date('2099-01-01T00:00:00Z');

type SentRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: () => string | FormData;
};

const note = ({ refusals }: Ledger, what: string) =>
  void refusals.set(what, (refusals.get(what) ?? 0) + 1);

/** Sends it until it is acknowledged; undefined once the drill ends. */
async function insist(
  world: DrillWorld,
  ledger: Ledger,
  { method, path, headers, body }: SentRequest,
  isEnding: () => boolean,
): Promise<Record<string, unknown> | undefined> {
  while (!isEnding()) {
    try {
      const signal = AbortSignal.timeout(HANGING_MS);
      const url = `${world.server.url}/api/v1${path}`;
      const answer = await fetch(url, { method, headers, body: body(), signal });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text) as Record<string, unknown>;
      note(ledger, String(answer.status));
      if (!HONEST.has(answer.status))
        ledger.dishonest.push(`${method} ${path} ${answer.status}: ${text.slice(0, 200)}`);
    } catch (error) {
      const { name } = error as Error;
      note(ledger, 'no answer');
      if (name === 'TimeoutError') ledger.dishonest.push(`${method} ${path} was left hanging`);
    }
    await pause(RETRY_MS);
  }
  return undefined;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const newAddress = () =>
  `10.${Array.from({ length: 3 }, () => 1 + Math.floor(Math.random() * 250)).join('.')}`;

type Writer = (world: DrillWorld, ledger: Ledger, isEnding: () => boolean) => Promise<void>;

const writeEnquiry: Writer = async (world, ledger, isEnding) => {
  const email = `${randomUUID()}@example.com`;
  const headers = {
    ...JSON_TYPE,
    'idempotency-key': randomUUID(),
    'x-forwarded-for': newAddress(),
  };
  const input = { first_name: 'Kojo', last_name: 'Asante', email, message: 'When is the trek?' };
  const request = { method: 'POST', path: '/contact_forms/', headers };
  const body = () => JSON.stringify(input);
  if (await insist(world, ledger, { ...request, body }, isEnding)) ledger.enquiries.push(email);
};

/** A person whose session outlives the drill. */
async function signIn(world: DrillWorld) {
  const user = await insertUser(world.services, { email: `${randomUUID()}@example.com` });
  await world.services.db.read
    .updateTable('sessions')
    .set({ expires_at: FAR_AWAY })
    .where('user_id', '=', user.id)
    .execute();
  return { authorization: `Bearer ${user.token}` };
}

async function createDraftWriter(world: DrillWorld): Promise<Writer> {
  const [person, { id }] = [await signIn(world), await insertProgram(world.services)];
  let count = 0;
  return async (_world, ledger, isEnding) => {
    count += 1;
    const fields = { business_name: String(count), business_location: 'Ho' };
    const body = () => JSON.stringify({ fields: { ...fields, business_description: '' } });
    const request = { method: 'PUT', path: `/drafts/${id}`, headers: { ...person, ...JSON_TYPE } };
    if (await insist(world, ledger, { ...request, body }, isEnding)) ledger.drafts.set(id, count);
  };
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function createSubmitter(world: DrillWorld, people: number): Promise<Writer> {
  const { id } = await insertProgram(world.services);
  const persons: Record<string, string>[] = [];
  while (persons.length < people) persons.push(await signIn(world));
  let count = 0;
  return async (_world, ledger, isEnding) => {
    const documents = { pitch_deck: await makePdf({ pages: 2 }), financials: await makePdf() };
    const form = await submissionTo(id, { business_name: `Looms ${count}`, ...documents });
    const person = persons[Math.floor(count / PER_PERSON) % people]!;
    count += 1;
    const headers = { ...person, 'idempotency-key': randomUUID() };
    const request = { method: 'POST', path: '/proposals/', headers, body: () => form };
    const answer = await insist(world, ledger, request, isEnding);
    const digests = {
      pitch_deck: digestOf(documents.pitch_deck),
      financials: digestOf(documents.financials),
    };
    if (answer) ledger.proposals.push({ id: String(answer['id']), digests });
  };
}

/** Starts at once, with enough people for this many faults. */
export async function startWriters(world: DrillWorld, faults: number): Promise<Writers> {
  const ledger: Ledger = {
    enquiries: [],
    proposals: [],
    drafts: new Map(),
    refusals: new Map(),
    dishonest: [],
  };
  let isEnding = false;
  const repeatWrites = async (write: Writer) => {
    while (!isEnding) {
      await write(world, ledger, () => isEnding);
      await pause(THINKING_MS);
    }
  };
  const submit = await createSubmitter(world, 2 + Math.ceil(faults / 5));
  const writing = [writeEnquiry, writeEnquiry, await createDraftWriter(world), submit].map(
    repeatWrites,
  );
  return {
    ledger,
    counts: () => [
      ledger.enquiries.length,
      [...ledger.drafts.values()].reduce((sum, count) => sum + count, 0),
      ledger.proposals.length,
    ],
    stop: async () => {
      isEnding = true;
      await Promise.all(writing);
    },
  };
}
