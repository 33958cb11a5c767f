/**
 * Opening, sealing and releasing a round are killed at their first, second … last write; after each
 * restart nothing is half-done, what was answered stands, and nobody gets a mail twice.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from '#server/start.ts';
import { Backstage, inDays, type SignedIn } from '../e2e/backstage.ts';
import { joinAsJudge } from '../e2e/judging-stage.ts';
import { Mailbox } from '../e2e/mailbox.ts';
import type { RealServer } from '../e2e/real-server.ts';
import { checkEachImage, killAtEachWrite } from './kill-at-each-write.ts';
import { startKillableServer } from './killable-server.ts';

let dataDir: string;
let admin: SignedIn;
let judge: SignedIn;
let applicant: SignedIn;
let judgeId: string;

const start = (env?: Record<string, string>) => startKillableServer(dataDir, env);
const backstageOf = ({ url }: Pick<RealServer, 'url'>) =>
  new Backstage(url, new Mailbox(dataDir, null));

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pitch-trek-killed-round-'));
  const server = await start();
  const backstage = backstageOf(server);
  admin = await backstage.admin();
  judge = await joinAsJudge(backstage, new Mailbox(dataDir, null));
  applicant = await backstage.createApplicant();
  judgeId = (await backstage.call<{ id: string }>('GET', '/auth/me', { token: judge.token })).id;
  await server.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type StagedRound = { id: string; name: string; key: string; body: unknown };
type ShownRound = { state: string; counts: { entries: number; reviews: number } };

/** The calls of an admin; an act has no answer if the server dies of it. */
function deskOf(server: Pick<RealServer, 'url'>) {
  const backstage = backstageOf(server);
  const call = <T = undefined>(method: string, path: string, json?: unknown, who = admin) =>
    backstage.call<T>(method, path, { token: who.token, ...(json !== undefined && { json }) });
  const post = (path: string, json: unknown, key: string) =>
    fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      body: JSON.stringify(json),
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    }).catch(() => undefined);
  /** A round with one proposal for one judge, and the plan of its preview. */
  const draft = async (): Promise<StagedRound> => {
    const name = `Round ${randomUUID()}`;
    const json = { title: name, description: '<p>For farms.</p>', sector: 'Agriculture' };
    const program = await call<{ id: string; title: string }>('POST', '/programs/', {
      ...json,
      deadline_date: inDays(30),
    });
    await backstage.submitProposal(applicant, program, { title: name });
    await call('PATCH', `/programs/${program.id}`, { deadline_date: inDays(-1) });
    const { id } = await call<{ id: string }>('POST', '/rounds/', {
      ...{ program_id: program.id, name, places: 1, is_final: true, reviews_per_proposal: 1 },
      ...{ judge_ids: [judgeId], closes_at: inDays(7) },
      criteria: [{ name: 'Market', weight: 1, anchors: ['a', 'b', 'c', 'd', 'e'] }],
    });
    const body = await call<{ plan_sha256: string }>('POST', `/rounds/${id}/open`, {
      preview: true,
    });
    return { id, name, key: randomUUID(), body: { plan_sha256: body.plan_sha256 } };
  };
  const decided = async (): Promise<StagedRound> => {
    const round = await draft();
    await call('POST', `/rounds/${round.id}/open`, round.body);
    const [review] = await call<{ id: string }[]>(
      'GET',
      `/reviews/?round_id=${round.id}`,
      undefined,
      judge,
    );
    const { criteria } = await call<{ criteria: { id: string }[] }>('GET', `/rounds/${round.id}`);
    const json = { scores: { [criteria[0]!.id]: 4 }, submit: true };
    await call('PUT', `/reviews/${review!.id}`, json, judge);
    await call('POST', `/rounds/${round.id}/close`, {});
    await call('PUT', `/rounds/${round.id}/decisions`, { from_ranking: true });
    return { ...round, body: {} };
  };
  const sealed = async (): Promise<StagedRound> => {
    const round = await decided();
    await call('POST', `/rounds/${round.id}/seal`, {});
    return round;
  };
  return {
    ...{ draft, decided, sealed, call },
    act: (verb: string, { id, body, key }: StagedRound) => post(`/rounds/${id}/${verb}`, body, key),
    find: (id: string) => call<ShownRound>('GET', `/rounds/${id}`),
    text: async (path: string) =>
      (await fetch(`${server.url}/api/v1/public-record/${path}`)).text(),
  };
}
type Desk = ReturnType<typeof deskOf>;

type Verb = 'open' | 'seal' | 'release';

/** Opens, seals or releases: done or not begun, and the retry with its key does it once. */
const actOf = (
  verb: Verb,
  [before, after]: [string, string],
  prepare: (desk: Desk) => Promise<StagedRound>,
) => ({
  prepare,
  act: (desk: Desk, staged: StagedRound) => desk.act(verb, staged),
  check: async (desk: Desk, staged: StagedRound, answer: Response | undefined) => {
    const { state } = await desk.find(staged.id);
    expect(answer?.status === 200 ? [after] : [before, after], verb).toContain(state);
    expect((await desk.act(verb, staged))?.status, verb).toBe(200);
    const done = await desk.find(staged.id);
    expect([done.state, done.counts.entries, done.counts.reviews]).toEqual([after, 1, 1]);
    if (verb !== 'release') return;
    const bytes = await desk.text(`rounds/${staged.id}/seal.json`);
    const { seals } = await desk.call<{ seals: { sha256: string }[] }>(
      ...(['GET', `/rounds/${staged.id}`] as const),
    );
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(seals.at(-1)!.sha256);
  },
});

const opening = actOf('open', ['draft', 'open'], (desk) => desk.draft());
const sealing = actOf('seal', ['closed', 'sealed'], (desk) => desk.decided());
const releasing = actOf('release', ['sealed', 'released'], (desk) => desk.sealed());

test('an opening is complete or has not happened', async () => {
  expect(await checkEachImage(start, deskOf, opening, expectOneMailEach)).toBeGreaterThan(0);
});

test('a seal is complete or has not happened', async () => {
  expect(await checkEachImage(start, deskOf, sealing, expectOneMailEach)).toBeGreaterThan(0);
});

test('a release is complete or has not happened', async () => {
  expect(await checkEachImage(start, deskOf, releasing, expectOneMailEach)).toBeGreaterThan(0);
});

test('a process that is really killed leaves what the images show', async () => {
  await killAtEachWrite(start, deskOf, releasing, 1);
});

/** One mail for each who was to hear. */
async function expectOneMailEach({ services }: Server): Promise<void> {
  const { read } = services.db;
  const rounds = await read.selectFrom('rounds').select(['name', 'state']).execute();
  const mails = await read.selectFrom('mails').select(['subject', 'recipient']).execute();
  const count = (subject: RegExp, name: string) =>
    mails.filter((mail) => subject.test(mail.subject) && mail.subject.includes(name)).length;
  for (const { name, state } of rounds) {
    const isSealed = state === 'sealed' || state === 'released';
    expect(count(/ is being judged$/, name), name).toBe(state === 'draft' ? 0 : 1);
    expect(count(/ is open: /, name), name).toBe(state === 'draft' ? 0 : 1);
    expect(count(/ are sealed$/, name), name).toBe(isSealed ? 1 : 0);
    expect(count(/^Results of /, name), name).toBe(state === 'released' ? 1 : 0);
  }
}
