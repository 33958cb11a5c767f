/** What admins do with a proposal: look at it, approve it, set its funding stage. */
import { SHARED_RULES } from '#domain/messages.ts';
import type { ReviewProposalInput } from '#domain/proposals/schema.ts';
import { audit } from '../audit.ts';
import { raiseVersion } from '../db/versions.ts';
import { requireVersion, type UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { queueMail } from '../mail/store.ts';
import { MAIL_LIFETIME_SECONDS, proposalReviewed } from './mails.ts';
import { holdProposal, presentVersioned, requireProposal, type Versioned } from './service.ts';
import * as store from './store.ts';

export async function getAnyProposal(context: UserContext, id: string): Promise<Versioned> {
  return presentVersioned(await requireProposal(context.db.read, 'all', id), context);
}

/**
 * Sets stage and approval and mails the applicant; where nothing differs nothing happens. Refuses
 * 404 and 412.
 */
export async function reviewProposal(
  context: UserContext,
  id: string,
  input: ReviewProposalInput,
): Promise<Versioned> {
  const { row, hasChanged } = await context.db.write(async (tx) => {
    const old = await holdProposal(context, tx, 'all', id);
    requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
    const changes = changesIn(input, old);
    if (Object.keys(changes).length === 0) return { row: old, hasChanged: false };
    const next = { ...old, ...changes, updated_at: context.clock(), version: old.version + 1 };
    await store.changeProposal(tx, id, {
      ...changes,
      updated_at: next.updated_at,
      version: next.version,
    });
    await audit(tx, context, 'proposals.review', 'proposal', id, { before: old, after: changes });
    await queueDecision(context, tx, next);
    await raiseVersion(tx, 'proposals');
    return { row: next, hasChanged: true };
  });
  if (hasChanged) context.notifyMail();
  return presentVersioned(row, context);
}

function changesIn(input: ReviewProposalInput, old: store.ProposalRow): ReviewProposalInput {
  return {
    ...(input.funding_stage !== undefined &&
      input.funding_stage !== old.funding_stage && { funding_stage: input.funding_stage }),
    ...(input.is_approved !== undefined &&
      input.is_approved !== old.is_approved && { is_approved: input.is_approved }),
  };
}

async function queueDecision(
  { clock, publicUrl }: UserContext,
  tx: Executor,
  row: store.ProposalRow,
): Promise<void> {
  const decision = {
    program: row.title,
    businessName: row.business_name,
    isApproved: row.is_approved,
    stage: row.funding_stage,
  };
  const mail = proposalReviewed(
    row.first_name,
    decision,
    `${publicUrl}/dashboard/applicant/view-proposal/${row.id}`,
  );
  const now = clock();
  await queueMail(
    tx,
    { ...mail, to: row.email, giveUpAt: new Date(now.getTime() + MAIL_LIFETIME_SECONDS * 1000) },
    now,
  );
}
