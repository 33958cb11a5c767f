/** Begins drafts and uploads: those of one applicant one at a time, and not without end. */
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { lockApplicantFacts } from '../proposals/store.ts';
import { countBeginning } from '../rate-limits/service.ts';
import { findOrInsertDraft } from './store.ts';

/**
 * The applicant's draft for the program, created if there is none and locked until the transaction
 * ends. The account is locked first, as by a submission that is settled; the caller must not hold
 * the draft yet. Refuses with 409 and 429 to create one too many. Fails with a foreign key
 * violation if the program is deleted.
 */
export async function findOrCreateDraft(
  context: UserContext,
  tx: Executor,
  programId: string,
): Promise<{ id: string; isNew: boolean }> {
  const { actor, clock } = context;
  await lockApplicantFacts(tx, actor.id);
  const draft = await findOrInsertDraft(tx, { userId: actor.id, programId }, clock());
  if (draft.isNew) await countBeginning(context, tx, actor.id);
  return draft;
}
