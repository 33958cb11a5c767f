/** Refused submissions are recorded with their reason; the applicant and admins can see them. */
import { randomUUID } from 'node:crypto';
import { REFUSED_ATTEMPTS } from '#domain/constants.ts';
import { Problem, type ProblemCode } from '#domain/problem.ts';
import type {
  AnyAttempt,
  Attempt,
  ListAllAttemptsQuery,
  ListAttemptsQuery,
} from '#domain/receipts/schema.ts';
import type { Context, Services, UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import * as store from './attempt-store.ts';

/**
 * Refusals that somebody may ask about later; those that are corrected in the form do not count.
 */
const RECORDED = new Set<ProblemCode>(['deadline_passed', 'documents_differ', 'wrong_type']);

type Refusal = {
  userId: string;
  programId: string | null;
  programTitle: string;
  code: string;
  message: string;
};

export const saveAttempt = (
  tx: Executor,
  { userId, programId, programTitle, code, message }: Refusal,
  at: Date,
): Promise<void> =>
  store.insertAttempt(
    tx,
    {
      id: randomUUID(),
      user_id: userId,
      program_id: programId,
      program_title: programTitle,
      code,
      message,
      at,
    },
    REFUSED_ATTEMPTS.perApplicant,
  );

/** Runs `submit` and records a refusal that is one of `RECORDED`. */
export async function recordingRefusals<R>(
  context: UserContext,
  programId: string,
  submit: () => Promise<R>,
): Promise<R> {
  return submit().catch(async (error) => {
    if (error instanceof Problem && RECORDED.has(error.code))
      await saveRefusal(context, programId, error).catch((fault) =>
        context.log.warn({ err: fault }, 'a refused attempt could not be recorded'),
      );
    throw error;
  });
}

async function saveRefusal(
  { actor, clock, db }: UserContext,
  programId: string,
  { code, message }: Problem,
): Promise<void> {
  const programTitle = isId(programId) && (await store.findProgramTitle(db.read, programId));
  if (!programTitle) return;
  const refusal = { userId: actor.id, programId, programTitle, code, message };
  await db.write((tx) => saveAttempt(tx, refusal, clock()));
}

const present = (row: store.AttemptRow): Attempt => ({
  id: row.id,
  at: row.at.toISOString(),
  program_id: row.program_id,
  program_title: row.program_title,
  code: row.code,
  message: row.message,
});

export async function listOwnAttempts(
  { actor, db }: UserContext,
  query: ListAttemptsQuery,
): Promise<{ items: Attempt[]; total: number }> {
  const { rows, total } = await store.listAttempts(db.read, actor.id, query);
  return { items: rows.map(present), total };
}

export async function listAllAttempts(
  { db }: Pick<Services, 'db'> & Pick<Context, 'actor'>,
  query: ListAllAttemptsQuery,
): Promise<{ items: AnyAttempt[]; total: number }> {
  const { rows, total } = await store.listAttempts(db.read, query.applicant_id, query);
  const items = rows.map((row) => ({
    ...present(row),
    applicant: {
      id: row.user_id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
    },
  }));
  return { items, total };
}
