/** Runs the last hour on a stage, then checks each acknowledged submission. */
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { insertProgram, insertUser, PASSWORD } from '#tests/factories.ts';
import { makePdf } from '#tests/pdf-samples.ts';
import { retryFor } from '#tests/servers/ports.ts';
import { memoryOf, processorSeconds } from '../product.ts';
import { apply, emailOf, leftMs, toDeck, type Rush } from './applicant.ts';
import { newFigures, noteRefusal, noteTime, type Figures } from './figures.ts';
import { planApplicants, planVisits, type Plan } from './model.ts';
import { crowd, SPARE_PEOPLE, type Crowding } from './crowd.ts';
import type { Stage } from './stage.ts';

export type Outcome = {
  figures: Figures;
  submitted: number;
  /** A sentence for each acknowledged submission that is missing or differs from what was sent. */
  lost: string[];
  seconds: number;
  peakMb: number;
  /** CPU time of all instances together: independent of other load on the machine. */
  processorSeconds: number;
  /** Milliseconds after the last answer until a page and a save took their normal time again. */
  recoveredMs: number;
  /** What happens under ten times as much as the product can answer. */
  crowding: Crowding;
};

/** Sizes of the sample documents, as multiples of the mean. */
const SHARES = [0.1, 0.3, 0.6, 0.9, 1.1, 1.3, 1.7, 2];
const PAGES = [
  '/',
  '/national-pitch-trek',
  '/national-pitch-trek/programs',
  '/post/all',
  '/contact-us',
  '/api/v1/programs/?limit=10',
];
/** Parameters of password hashing, as in the product. */
const HASH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAIL_MS = 120_000;
/** Until the last documents are checked; and for the crowd, at the end. */
const COMPLETE_MS = 30_000;
const CLOSING_MS = 75_000;
const LOOK_MS = 20;
const QUICK_MS = 250;
const RECOVERY_MS = 60_000;

/** The codes received so far, by address. */
function readCodes({ smtp }: Stage): { codeTo(email: string): Promise<string>; stop(): void } {
  const codes = new Map<string, string>();
  let seen = 0;
  const timer = setInterval(() => {
    for (const { envelope, text } of smtp.messages.slice(seen)) {
      const code = /\b\d{6}\b/.exec(text ?? '')?.[0];
      if (code) codes.set(envelope.to[0]!, code);
    }
    seen = smtp.messages.length;
  }, LOOK_MS);
  const codeTo = (email: string) =>
    retryFor(MAIL_MS, async () => {
      const code = codes.get(email);
      if (!code) throw new Error(`no code came for ${email}`);
      return code;
    });
  return { codeTo, stop: () => clearInterval(timer) };
}

async function prepare(stage: Stage, plan: Plan, until: number): Promise<Rush> {
  const password_hash = await hash(PASSWORD, HASH);
  for (let index = 0; index < plan.applicants + SPARE_PEOPLE; index += 1)
    await insertUser(stage.services, { email: emailOf(index), password_hash });
  const { id } = await insertProgram(stage.services);
  const decks = [];
  for (const share of SHARES)
    decks.push(toDeck(await makePdf({ megabytes: share * plan.megabytes, pages: 12 })));
  const shared = { password: PASSWORD, submitted: new Map(), codeTo: async () => '' };
  return { url: stage.url, figures: newFigures(), programId: id, decks, until, ...shared };
}

async function visit(rush: Rush, index: number): Promise<void> {
  const { url, figures } = rush;
  const began = performance.now();
  const signal = AbortSignal.timeout(leftMs(rush));
  const headers = { accept: 'text/html', 'x-forwarded-for': `10.8.${index % 250}.${index % 199}` };
  const answer = await fetch(url + PAGES[index % PAGES.length]!, { headers, signal }).catch(
    () => undefined,
  );
  await answer?.arrayBuffer().catch(() => undefined);
  if (answer?.ok) noteTime(figures, 'page', performance.now() - began);
  else noteRefusal(figures, 'page');
}

/** Starts each act at its moment, whether or not earlier ones have ended. */
async function playAll(moments: readonly number[], act: (index: number) => Promise<void>) {
  const began = performance.now();
  const running: Promise<void>[] = [];
  for (const [index, moment] of moments.entries()) {
    const early = moment - (performance.now() - began);
    if (early > 0) await pause(early);
    running.push(act(index));
  }
  await Promise.all(running);
}

/** Each acknowledged submission must be one proposal with the two announced documents. */
async function findLost({ services }: Stage, { submitted }: Rush): Promise<string[]> {
  const rows = await services.db.read
    .selectFrom('documents')
    .innerJoin('proposals', 'proposals.id', 'documents.proposal_id')
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select(['users.email', 'documents.kind', 'documents.sha256'])
    .execute();
  const stored = new Map<string, string>();
  const lost: string[] = [];
  for (const { email, kind, sha256 } of rows) {
    if (stored.has(`${email} ${kind}`)) lost.push(`${email}: two proposals`);
    stored.set(`${email} ${kind}`, sha256!);
  }
  for (const [email, digests] of submitted)
    for (const [kind, digest] of Object.entries(digests))
      if (stored.get(`${email} ${kind}`) !== digest) lost.push(`${email}: no ${kind}`);
  return lost;
}

async function recover({ url }: Stage): Promise<number> {
  const began = performance.now();
  await retryFor(RECOVERY_MS, async () => {
    const asked = performance.now();
    const { ok } = await fetch(`${url}/api/v1/programs/?limit=9`);
    if (!ok || performance.now() - asked > QUICK_MS) throw new Error('It is still slow');
  });
  return performance.now() - began;
}

/** Everybody arrives at their time. Returns the elapsed seconds and the CPU seconds. */
async function playHour(stage: Stage, rush: Rush, plan: Plan) {
  const applicants = planApplicants(plan, rush.decks.length);
  const countProcessor = () => stage.pids.reduce((sum, pid) => sum + processorSeconds(pid), 0);
  const [began, usedBefore] = [performance.now(), countProcessor()];
  const applying = playAll(
    applicants.map(({ comesAt }) => comesAt),
    (index) => apply(rush, applicants[index]!),
  );
  await Promise.all([applying, playAll(planVisits(plan), (index) => visit(rush, index))]);
  return {
    seconds: (performance.now() - began) / 1000,
    processorSeconds: countProcessor() - usedBefore,
    submitted: rush.submitted.size,
    recoveredMs: await recover(stage),
  };
}

async function waitForLost(stage: Stage, rush: Rush): Promise<string[]> {
  let lost: string[] = [];
  await retryFor(COMPLETE_MS, async () => {
    lost = await findLost(stage, rush);
    if (lost.length > 0) throw new Error('Some wait for their last check');
  }).catch(() => undefined);
  return lost;
}

/** Ends within `limitMs` in any case; people who are not done by then have given up. */
export async function playRush(stage: Stage, plan: Plan, limitMs: number): Promise<Outcome> {
  const end = performance.now() + limitMs;
  const codes = readCodes(stage);
  const rush = { ...(await prepare(stage, plan, end - CLOSING_MS)), codeTo: codes.codeTo };
  let peakMb = 0;
  const memory = setInterval(() => (peakMb = Math.max(peakMb, ...stage.pids.map(memoryOf))), 200);
  const played = await playHour(stage, rush, plan);
  rush.until = end - COMPLETE_MS;
  const crowding = await crowd(stage, rush, plan);
  clearInterval(memory);
  codes.stop();
  const lost = await waitForLost(stage, rush);
  return { figures: rush.figures, ...played, crowding, lost, peakMb };
}
