/** Refused submissions are recorded with their reason; the applicant and admins can see them. */
import { randomUUID } from 'node:crypto';
import { REFUSED_ATTEMPTS } from '#domain/constants.ts';
import { Problem, type ProblemCode } from '#domain/problem.ts';
import {
  anyAttempt,
  attempt,
  listAllAttemptsQuery,
  listAttemptsQuery,
  type ListAllAttemptsQuery,
  type ListAttemptsQuery,
} from '#domain/receipts/schema.ts';
import type { Services, UserContext } from '../context.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { calls, list } from '../http/calls.ts';
import { shownBy } from '../http/resource.ts';
import { findProgramTitle, insertAttempt, listAttempts } from './store.ts';

/** Those that somebody may ask about later, and not those that are corrected in the form. */
const RECORDED = new Set<ProblemCode>(['deadline_passed', 'documents_differ', 'wrong_type']);

type Refusal = {
  userId: string;
  programId: string | null;
  programTitle: string;
  code: string;
  message: string;
};

export const saveAttempt = (tx: Executor, refusal: Refusal, at: Date) => {
  const { userId: user_id, programId: program_id, programTitle: program_title } = refusal;
  const { code, message } = refusal;
  const row = { id: randomUUID(), user_id, program_id, program_title, code, message, at };
  return insertAttempt(tx, row, REFUSED_ATTEMPTS.perApplicant);
};

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
) {
  const programTitle = isId(programId) && (await findProgramTitle(db.read, programId));
  if (!programTitle) return;
  const refusal = { userId: actor.id, programId, programTitle, code, message };
  await db.write((tx) => saveAttempt(tx, refusal, clock()));
}

const show = shownBy(attempt);
const showApplicant = shownBy(anyAttempt.shape.applicant);

async function listOwn({ actor, db }: UserContext, query: ListAttemptsQuery) {
  const { items, total } = await listAttempts(db.read, actor.id, query);
  return { items: items.map(show), total };
}

async function listAll({ db }: Services, query: ListAllAttemptsQuery) {
  const { items, total } = await listAttempts(db.read, query.applicant_id, query);
  const withApplicant = items.map((row) => ({
    ...show(row),
    applicant: showApplicant({ ...row, id: row.user_id }),
  }));
  return { items: withApplicant, total };
}

export const attemptsCalls = calls({
  'GET /proposals/admin/attempts': list(
    'attempts.listAll',
    'List all refused submissions',
    anyAttempt,
    { query: listAllAttemptsQuery, run: listAll },
  ),
  'GET /drafts/attempts': list('attempts.list', 'List your refused submissions', attempt, {
    query: listAttemptsQuery,
    run: listOwn,
  }),
});
