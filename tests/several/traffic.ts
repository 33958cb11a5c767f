/** People who constantly read and write, and record the answers. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { askPatiently } from '../patient-fetch.ts';

export type Account = {
  /** Addresses of enquiries that were acknowledged. */
  acknowledged: string[];
  /** Number of successful reads. */
  reads: number;
  /** Missing and wrong answers, of first tries only. */
  failures: string[];
  /** Number of enquiries that were sent again with their key. */
  repeated: number;
};

export type Traffic = { account: Account; stop(): Promise<Account> };

const PATHS = ['/', '/api/v1/programs/', '/national-pitch-trek/programs', '/api/v1/cms/?limit=5'];
/** Milliseconds between two requests of one person. */
const THINKING_MS = 50;
const RETRY_MS = 100;
/** Milliseconds after which a request counts as hanging. */
const HANGING_MS = 120_000;

/** A new address, so that no limit applies. */
const newAddress = () =>
  `10.${Array.from({ length: 3 }, () => 1 + Math.floor(Math.random() * 250)).join('.')}`;

/** What is wrong with an answer; undefined if it is as expected. */
async function faultOf(path: string, init: RequestInit, wanted: number) {
  try {
    const { status, text } = await askPatiently(() =>
      fetch(path, { ...init, signal: AbortSignal.timeout(HANGING_MS) }),
    );
    return status === wanted
      ? undefined
      : `${init.method ?? 'GET'} ${path} ${status}: ${text.slice(0, 200)}`;
  } catch (error) {
    return `${init.method ?? 'GET'} ${path}: ${(error as Error).cause ?? error}`;
  }
}

async function read(url: string, account: Account): Promise<void> {
  const path = PATHS[account.reads % PATHS.length]!;
  const fault = await faultOf(url + path, { headers: { accept: 'text/html' } }, 200);
  if (fault) account.failures.push(fault);
  else account.reads += 1;
}

/** Sends one enquiry until it is acknowledged, with one key. */
async function write(url: string, account: Account, isStopped: () => boolean): Promise<void> {
  const [email, address] = [`${randomUUID()}@example.com`, newAddress()];
  const init = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': address,
    },
    body: JSON.stringify({
      first_name: 'Kojo',
      last_name: 'Asante',
      email,
      message: 'When is the next trek?',
    }),
  };
  for (let tries = 0; ; tries += 1) {
    const fault = await faultOf(`${url}/api/v1/contact_forms/`, init, 201);
    if (!fault) return void account.acknowledged.push(email);
    if (tries === 0) account.failures.push(fault);
    if (isStopped()) return;
    account.repeated += 1;
    await pause(RETRY_MS);
  }
}

/** Starts at once, with this many people of each kind. */
export function startTraffic(url: string, { readers = 3, writers = 3 } = {}): Traffic {
  const account: Account = { acknowledged: [], reads: 0, failures: [], repeated: 0 };
  let isEnding = false;
  const again = async (act: () => Promise<void>) => {
    while (!isEnding) {
      await act();
      await pause(THINKING_MS);
    }
  };
  const people = [
    ...Array.from({ length: readers }, () => again(() => read(url, account))),
    ...Array.from({ length: writers }, () => again(() => write(url, account, () => isEnding))),
  ];
  return {
    account,
    stop: async () => {
      isEnding = true;
      await Promise.all(people);
      return account;
    },
  };
}
