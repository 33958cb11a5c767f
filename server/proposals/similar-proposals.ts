/** Warns reviewers of another proposal with the same document, the same phone or a similar name. */
import { seesContacts } from '#domain/permissions.ts';
import { SIMILAR } from '#domain/proposals/messages.ts';
import { nearnessOfNames } from '#domain/proposals/similar-rules.ts';
import type { SimilarProposal } from '#domain/proposals/similar-schema.ts';
import type { UserContext } from '../context.ts';
import { requireProposal } from './service.ts';
import type { ProposalRow } from './store.ts';
import * as store from './similar-store.ts';

type Reason = Pick<SimilarProposal, 'id' | 'reason' | 'kind' | 'other_kind' | 'sentence'>;

/** At most this many entries per reason. */
const MOST = 20;

/**
 * One entry per other proposal and reason: documents first, then phones, then the nearest names.
 * Refuses with 404.
 */
export async function listSimilar(context: UserContext, id: string): Promise<SimilarProposal[]> {
  const { read } = context.db;
  const proposal = await requireProposal(read, 'all', id);
  const reasons = [
    ...(await byDocument(context, proposal)).slice(0, MOST),
    ...(seesContacts(context.actor.role) ? await byPhone(context, proposal) : []).slice(0, MOST),
    ...(await byName(context, proposal)).slice(0, MOST),
  ];
  const rows = await store.getSimilar(read, [...new Set(reasons.map((reason) => reason.id))]);
  const found = new Map(rows.map((row) => [row.id, row]));
  return reasons.flatMap((reason) => {
    const row = found.get(reason.id);
    return row ? [{ ...presentSimilar(row), ...reason }] : [];
  });
}

const presentSimilar = (row: store.SimilarRow) => ({
  business_name: row.business_name,
  program_id: row.program_id,
  program_title: row.title,
  applicant: {
    id: row.user_id,
    first_name: row.applicant_first_name,
    last_name: row.applicant_last_name,
  },
  created_at: row.created_at.toISOString(),
});

async function byDocument({ db }: UserContext, { id }: ProposalRow): Promise<Reason[]> {
  const found = await store.findSameDocuments(db.read, id);
  return found.map(({ id: other, kind, other_kind }) => ({
    id: other,
    reason: 'same_document',
    kind,
    other_kind,
    sentence: SIMILAR.sameDocument(kind, other_kind),
  }));
}

async function byPhone({ db }: UserContext, proposal: ProposalRow): Promise<Reason[]> {
  const found = await store.findSamePhone(db.read, proposal);
  const sentence = SIMILAR.samePhone(proposal.phone_number);
  return found.map((id) => ({ id, reason: 'same_phone', kind: null, other_kind: null, sentence }));
}

async function byName({ db }: UserContext, { id, business_name }: ProposalRow): Promise<Reason[]> {
  const found = (await store.findNearNames(db, business_name))
    .filter((other) => other.id !== id)
    .map((other) => ({ ...other, nearness: nearnessOfNames(business_name, other.business_name) }))
    .filter(({ nearness }) => nearness > 0)
    .sort((one, other) => other.nearness - one.nearness);
  return found.map((other) => ({
    id: other.id,
    reason: 'similar_name',
    kind: null,
    other_kind: null,
    sentence: other.nearness === 1 ? SIMILAR.sameName : SIMILAR.nearName,
  }));
}
