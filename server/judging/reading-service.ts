/** What admins, or the judge of it, read of reviews; and documents, for judges who may see them. */
import { JUDGING_RULES, REVIEWING } from '#domain/judging/messages.ts';
import { isActive } from '#domain/judging/rules.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { UserContext } from '../context.ts';
import { isId } from '../db/table.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { findJudges } from '../judges/store.ts';
import {
  missingDocument,
  requireUnlocked,
  requireOwnPage,
  showDocument,
  toAnswer,
  type readAsked,
} from '../proposals/documents.ts';
import { isDocumentKind } from '#domain/proposals/rules.ts';
import { findDocument } from '../proposals/store.ts';
import { refuseTied } from '../proposals/decisions.ts';
import { requireRound } from '../rounds/service.ts';
import { findCopy } from './document-store.ts';
import { findEntry } from './entry-store.ts';
import { needsDeclaration, presentTotal } from './review-presentation.ts';
import { requireOwnReview } from './review-service.ts';
import * as store from './review-store.ts';

const notFound = () => new Problem('not_found', REVIEWING.notFound);

/** Of one entry, or of all; once closed: else 409. Reading is logged. */
export async function listEntryReviews(
  context: UserContext,
  roundId: string,
  proposalId: string | undefined,
) {
  const round = await requireRound(context, roundId);
  if (round.state === 'draft' || round.state === 'open')
    throw new Problem('round_open', JUDGING_RULES.roundOpen);
  const { read } = context.db;
  const entry =
    proposalId === undefined || !isId(proposalId)
      ? undefined
      : await findEntry(read, round.id, proposalId);
  if (proposalId !== undefined && !entry)
    throw new Problem('not_found', JUDGING_RULES.entryNotFound);
  const rows = entry
    ? await store.listReviewsOfEntry(read, entry.id)
    : await store.listReviews(read, round.id);
  const people = await findJudges(read, [...new Set(rows.map(({ judge_id }) => judge_id))]);
  const names = new Map(people.map((one) => [one.id, `${one.first_name} ${one.last_name}`]));
  const subject = entry ? ({ kind: 'entry', id: entry.id } as const) : undefined;
  await context.db.write((tx) =>
    audit(tx, context, 'entry.read', subject?.kind ?? 'round', subject?.id ?? round.id),
  );
  return rows.map((row) => ({
    id: row.id,
    judge: { id: row.judge_id, name: names.get(row.judge_id) ?? '' },
    state: row.state,
    scores: row.scores,
    strength: row.strength,
    next_step: row.next_step,
    note: row.note,
    total: presentTotal(round, row.scores),
    is_hidden: row.is_hidden,
    reason: row.reason,
  }));
}

/** Keeps the comments of a review from the applicant, or shows them again. */
export async function hideReview(
  context: UserContext,
  id: string,
  { is_hidden, reason }: { is_hidden: boolean; reason?: string | undefined },
): Promise<ApiResponse> {
  const once = { call: 'reviews.hide', content: [id, is_hidden, reason] };
  const { answer } = await writeOnce(context, once, async (tx) => {
    const row = isId(id) ? await store.lockReview(context.db, tx, id) : undefined;
    if (!row) throw notFound();
    await refuseTied(context, tx, [row.proposal_id]);
    if (row.is_hidden === is_hidden) return { body: { id, is_hidden } };
    if (is_hidden && reason === undefined) throw invalid({ reason: JUDGING_RULES.withdrawReason });
    await store.changeReview(tx, id, { is_hidden });
    await audit(tx, context, 'review.hide', 'review', id, {
      is_hidden: [row.is_hidden, is_hidden],
      reason,
    });
    return { body: { id, is_hidden } };
  });
  return answer;
}

/** Every version that was received, oldest first. */
export async function listVersions(context: UserContext, id: string) {
  const { read } = context.db;
  if (context.actor.role === 'judge') await requireOwnReview(context, read, id);
  else {
    const row = isId(id) ? await store.findReview(read, id) : undefined;
    if (!row) throw notFound();
    const { state } = await requireRound(context, row.round_id);
    if (state === 'open') throw new Problem('round_open', JUDGING_RULES.roundOpen);
  }
  return (await store.listVersions(read, id)).map((row) => ({
    at: row.at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    source: row.source,
    device: row.device,
    result: row.result,
    state: row.state,
    // In a pitch round a version says only what it changes.
    ...{ scores: {}, strength: '', next_step: '', note: '' },
    ...(row.content as object),
  }));
}

/** Inline, on our own pages. */
export async function viewDocument(
  context: UserContext,
  { id, kind }: { id: string; kind: string },
  asked: ReturnType<typeof readAsked>,
): Promise<ApiResponse> {
  requireOwnPage(asked);
  const row = await requireOwnReview(context, context.db.read, id);
  const round = await requireRound(context, row.round_id);
  const isShown = round.shows_documents && isActive(row.state) && !needsDeclaration(round, row);
  const found =
    isShown && row.proposal_id !== null && isDocumentKind(kind)
      ? await (round.is_blind
          ? findCopy(context.db.read, { proposalId: row.proposal_id, kind })
          : findDocument(context.db.read, 'all', { proposalId: row.proposal_id, kind }))
      : undefined;
  if (!found) throw missingDocument();
  requireUnlocked(context, found);
  const name = `${row.code}-${found.kind.replace('_', '-')}.pdf`;
  return toAnswer(await showDocument(context, { ...found, name }, asked));
}
