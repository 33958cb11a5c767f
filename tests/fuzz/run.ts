/** Calls every operation of the API's description with unexpected values. */
import type { OpenApi } from '#server/http/openapi.ts';
import type { Person, TestApp } from '#tests/app.ts';
import { insertProgram } from '#tests/factories.ts';
import { createJudge, type FuzzedResponse } from './answers.ts';
import { createRequest, nounOf, type FuzzedOperation, type FuzzedRequest } from './requests.ts';
import { chance, createRandom, pick, type Random } from './random.ts';
import type { Ids } from './values.ts';

/** An answer takes milliseconds; after this long, the call has hung. */
const HANG_MS = 120_000;
const MAX_IDS = 40;
/** The clock advances between two calls, so that rate limits expire. */
const SECONDS_BETWEEN = 3;

type Finding = { fault: string; request: FuzzedRequest; answer?: FuzzedResponse };
type FuzzResult = {
  calls: number;
  /** Number of answers per operation, by status. */
  statuses: Map<string, Map<number, number>>;
  findings: Finding[];
};

type World = {
  app: TestApp;
  random: Random;
  ids: Ids;
  people: Record<'visitor' | 'applicant' | 'admin', Person>;
};

function operationsOf({ paths }: OpenApi): FuzzedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

async function createWorld(app: TestApp, seed: number): Promise<World> {
  const admin = await app.signIn({ role: 'admin' });
  const applicant = await app.signIn();
  const program = await insertProgram(app.services);
  return {
    app,
    random: createRandom(seed),
    ids: new Map([
      ['auth', [admin.id, applicant.id]],
      ['programs', [program.id]],
      ['kinds', ['pitch_deck', 'financials', '0']],
    ]),
    people: { visitor: app.visitor, applicant, admin },
  };
}

async function send({ url }: TestApp, request: FuzzedRequest): Promise<FuzzedResponse> {
  const { path, ...options } = request;
  const response = await fetch(url + path, {
    ...options,
    redirect: 'manual',
    signal: AbortSignal.timeout(HANG_MS),
  });
  return {
    method: request.method,
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    headers: response.headers,
    text: await response.text(),
  };
}

/** Rows named in the answer exist: later calls use their ids, and forget older ones. */
function learnIds({ ids }: World, noun: string, { text, status }: FuzzedResponse): void {
  if (status >= 300) return;
  const knownIds = ids.get(noun) ?? [];
  for (const [, id] of text.slice(0, 20_000).matchAll(/"(?:id|number)":"([^"]{8,64})"/g))
    if (!knownIds.includes(id!)) knownIds.push(id!);
  if (knownIds.length > 0) ids.set(noun, knownIds.slice(-MAX_IDS));
}

function chooseToken({ random, people }: World): string | undefined {
  if (chance(random, 0.02)) return 'a-token-that-nobody-got';
  return people[
    pick(random, ['visitor', 'applicant', 'applicant', 'admin', 'admin', 'admin'] as const)
  ].token;
}

/**
 * A call may have signed somebody out, deactivated or deleted them: another person replaces them.
 */
async function renew({ app, people, ids }: World, token: string): Promise<void> {
  for (const role of ['applicant', 'admin'] as const)
    if (people[role].token === token) {
      people[role] = await app.signIn({ role });
      ids.get('auth')!.push(people[role].id);
    }
}

async function callOnce(
  world: World,
  fuzzed: FuzzedOperation,
): Promise<{ request: FuzzedRequest; answer: FuzzedResponse }> {
  const request = createRequest(fuzzed, world.random, world.ids);
  const token = chooseToken(world);
  if (token) request.headers['authorization'] = `Bearer ${token}`;
  const answer = await send(world.app, request);
  learnIds(world, nounOf(fuzzed.path), answer);
  if (answer.status === 401 && token) await renew(world, token);
  world.app.pass(SECONDS_BETWEEN);
  return { request, answer };
}

/** `calls` in total, each operation in rotation; the same seed makes the same choices. */
export async function fuzz(
  app: TestApp,
  { calls, seed, onCall }: { calls: number; seed: number; onCall?: (done: number) => void },
): Promise<FuzzResult> {
  const api = (await app.visitor.get<OpenApi>('/openapi.json')).body;
  const [operations, judge] = [operationsOf(api), createJudge(api)];
  const world = await createWorld(app, seed);
  const result: FuzzResult = { calls: 0, statuses: new Map(), findings: [] };
  while (result.calls < calls) {
    const fuzzed = operations[result.calls % operations.length]!;
    result.calls += 1;
    onCall?.(result.calls);
    const name = `${fuzzed.method.toUpperCase()} ${fuzzed.path}`;
    const { request, answer } = await callOnce(world, fuzzed).catch((error: Error) => {
      throw new Error(`${name} gave no answer: ${error.cause ?? error}`, { cause: error });
    });
    const counts = result.statuses.get(name) ?? new Map<number, number>();
    result.statuses.set(name, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1));
    const fault = judge(fuzzed.operation, answer);
    if (fault)
      result.findings.push({ fault: `${name} ${answer.status}: ${fault}`, request, answer });
  }
  return result;
}
