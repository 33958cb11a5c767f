/** Presents a proposal in the API, field by field. */
import { documentFileNames, refuseDownload, refuseEdit } from '#domain/proposals/rules.ts';
import type { ListedProposal, Proposal } from '#domain/proposals/schema.ts';
import type { Context } from '../context.ts';
import { readText } from '../text/stored-text.ts';
import type { ListedRow, ProposalRow } from './store.ts';

type Asked = Pick<Context, 'actor' | 'receivedAt' | 'config'>;

export async function presentProposal(row: ProposalRow, asked: Asked): Promise<Proposal> {
  return {
    ...presentListed(row, asked),
    business_description: await readText('text', row.business_description, row.rich_text_mark),
  };
}

/** The applicant's contact details, and a document's markers, are for admins only. */
export function presentListed(
  row: ListedRow,
  { actor, receivedAt, config }: Asked,
): ListedProposal {
  const scanOf = (scannedAt: Date | null, threat: string | null) => {
    const scan = refuseDownload({ scannedAt, threat }, config.clamd !== undefined);
    return scan && { scan };
  };
  const isAdmin = actor.role === 'admin';
  const fileNames = documentFileNames(row.business_name);
  return {
    id: row.id,
    program: {
      id: row.program_id,
      title: row.title,
      deadline_date: row.deadline_date.toISOString(),
    },
    program_id: row.program_id,
    business_name: row.business_name,
    business_website: row.business_website,
    business_location: row.business_location,
    business_sector: row.business_sector,
    funding_stage: row.funding_stage,
    is_approved: row.is_approved,
    decision: row.decision,
    decline_reason: row.decline_reason,
    region: row.region,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    // An instance of an older release, still running beside this one, sets neither.
    received_at: (row.received_at ?? row.created_at).toISOString(),
    completed_at: (row.completed_at ?? row.created_at).toISOString(),
    receipt_number: row.receipt_number ?? null,
    locked:
      refuseEdit({ isApproved: row.is_approved, deadline: row.deadline_date }, receivedAt) ?? null,
    applicant: {
      id: row.user_id,
      first_name: row.first_name,
      last_name: row.last_name,
      ...(isAdmin && { email: row.email, phone_number: row.phone_number }),
    },
    document_urls: { pitch_deck: row.pitch_deck_key, financials: row.financials_key },
    documents: {
      pitch_deck: {
        key: row.pitch_deck_key,
        file_name: fileNames.pitch_deck,
        size: row.pitch_deck_size,
        pages: row.pitch_deck_pages,
        ...(isAdmin && { markers: row.pitch_deck_markers }),
        ...scanOf(row.pitch_deck_scanned_at, row.pitch_deck_threat),
      },
      financials: {
        key: row.financials_key,
        file_name: fileNames.financials,
        size: row.financials_size,
        pages: row.financials_pages,
        ...(isAdmin && { markers: row.financials_markers }),
        ...scanOf(row.financials_scanned_at, row.financials_threat),
      },
    },
    unread_messages: Number(isAdmin ? row.unread_of_firm : row.unread_of_applicant),
    ...(isAdmin && presentDesk(row)),
  };
}

/** Fields that no applicant may see. */
const presentDesk = (row: ListedRow) => ({
  assigned_to: row.assigned_to,
  assigned_to_name: assigneeOf(row),
  flagged: row.flagged,
  decided_at: row.decided_at?.toISOString() ?? null,
  decided_by: row.decided_by,
  decided_by_name: deciderOf(row),
});

export const assigneeOf = (row: ListedRow): string | null =>
  row.assigned_to === null ? null : `${row.assignee_first_name} ${row.assignee_last_name}`;

/** Null if it is undecided, or if the account has been closed since. */
export const deciderOf = (row: ListedRow): string | null =>
  row.decided_by === null ? null : `${row.decider_first_name} ${row.decider_last_name}`;

/** What the log records about a proposal; a document is represented by its digest. */
export const describeProposal = (row: ProposalRow) => ({
  program_id: row.program_id,
  business_name: row.business_name,
  business_location: row.business_location,
  business_website: row.business_website,
  business_description: row.business_description,
  business_sector: row.business_sector,
  region: row.region,
  funding_stage: row.funding_stage,
  is_approved: row.is_approved,
  pitch_deck: row.pitch_deck_sha256,
  financials: row.financials_sha256,
});
