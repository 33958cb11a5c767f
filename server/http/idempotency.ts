/** One effect per `Idempotency-Key` (docs/decisions/0004). */
import { createHash } from 'node:crypto';
import { SHARED_RULES, invalid, Problem } from '#domain/problem.ts';
import { IDEMPOTENCY } from '#domain/constants.ts';
import type { Context } from '../context.ts';
import { isLockTimeout } from '../db/errors.ts';
import {
  claimKey,
  findAnswer,
  saveAnswer,
  type Claim,
  type FirstResponse,
} from '../db/idempotency-store.ts';
import type { Db, Executor } from '../db/open.ts';
import type { ApiResponse } from './endpoint.ts';

/** `isReplay`: this is the answer of an earlier request; nothing was done now. */
type Outcome = { answer: ApiResponse; isReplay: boolean };

/**
 * What must not be done twice: the call and its parsed content. The raw body would differ, as
 * browsers choose a new multipart boundary for each try.
 */
type OnceOnly = {
  call: string;
  content: unknown;
  /** The answer is made with the client's key, which is stored as a hash only. */
  isSecret?: boolean;
};

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
const fingerprintOf = (content: unknown): string => sha256Of(JSON.stringify(content));

function claimOf(
  { actor, address, idempotencyKey }: Context,
  { call, isSecret }: OnceOnly,
): Claim | undefined {
  if (!idempotencyKey) return undefined;
  if (idempotencyKey.length > IDEMPOTENCY.keyLength)
    throw invalid({ 'Idempotency-Key': SHARED_RULES.idempotencyKey });
  const key = isSecret ? sha256Of(idempotencyKey) : idempotencyKey;
  return { scope: actor.id ?? `address:${address}`, call, key };
}

function replay(first: FirstResponse, fingerprint: string): ApiResponse {
  if (first.fingerprint !== fingerprint)
    throw new Problem('idempotency_mismatch', SHARED_RULES.idempotencyKeyReused);
  return JSON.parse(first.answer!) as ApiResponse;
}

/** The first answer if the key was used before; call this before costly work. */
export async function findFirstAnswer(context: Context, once: OnceOnly) {
  const claim = claimOf(context, once);
  const first = claim && (await findAnswer(context.db.read, claim, context.clock()));
  if (!first) return undefined;
  const answer = replay(first, fingerprintOf(once.content));
  await context.db.settled();
  return answer;
}

/**
 * Runs `work` in one transaction with the key and its answer, so that a crash leaves both or
 * neither. Waits at most 10 s for another request with the same key, then refuses with 409
 * `in_progress`; refuses with 422 if the key was used with other content. Without a key, `work`
 * simply runs.
 */
export async function writeOnce(
  context: Context,
  once: OnceOnly,
  work: (tx: Executor) => Promise<ApiResponse>,
): Promise<Outcome> {
  const claim = claimOf(context, once);
  if (!claim) return { answer: await context.db.write(work), isReplay: false };
  const fingerprint = fingerprintOf(once.content);
  const write = () =>
    writeWithin(context.db, IDEMPOTENCY.waitSeconds * 1000, async (tx) => {
      const isFirst = await claimKey(tx, claim, fingerprint, context.clock()).catch((error) => {
        throw isLockTimeout(error) ? inProgress(error) : error;
      });
      if (isFirst) {
        const answer = await work(tx);
        await saveAnswer(tx, claim, answer.status ?? 200, JSON.stringify(answer));
        return { answer, isReplay: false };
      }
      const first = (await findAnswer(tx, claim, context.clock()))!;
      return { answer: replay(first, fingerprint), isReplay: true };
    });
  return write().catch((error: unknown) => {
    const isHeld = error instanceof Problem && isLockTimeout(error.cause);
    // The database itself waits for a lock for half as long.
    if (isHeld && error.code === 'in_progress') return write();
    throw error;
  });
}

const inProgress = (cause?: unknown) =>
  new Problem('in_progress', SHARED_RULES.inProgress, { retryAfter: 1, cause });

/** A transaction that has not begun within `limit` milliseconds never begins. */
async function writeWithin<R>(db: Db, limit: number, work: (tx: Executor) => Promise<R>) {
  const late = Promise.withResolvers<never>();
  let state: 'waiting' | 'begun' | 'late' = 'waiting';
  const timer = setTimeout(() => {
    if (state !== 'waiting') return;
    state = 'late';
    late.reject(inProgress());
  }, limit);
  const writing = db.write((tx) => {
    clearTimeout(timer);
    if (state === 'late') throw inProgress();
    state = 'begun';
    return work(tx);
  });
  writing.catch(() => clearTimeout(timer));
  return Promise.race([writing, late.promise]);
}
