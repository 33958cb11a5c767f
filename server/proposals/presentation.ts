/** Presents a proposal in the API, field by field. */
import { SECOND_MS } from '#domain/durations.ts';
import { extensionOf, ownDeadline } from '#domain/programs/rules.ts';
import { mayDoAll, seesContacts } from '#domain/permissions.ts';
import { isSameNews } from '#domain/proposals/decision-rules.ts';
import { documentFileNames, refuseDownload, refuseEdit } from '#domain/proposals/rules.ts';
import type { ListedProposal, Proposal } from '#domain/proposals/schema.ts';
import type { Context } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import { readText } from '../text/stored-text.ts';
import { toldOf } from './announcement-service.ts';
import type { ListedRow, ProposalRow } from './store.ts';

type Reader = Pick<Context, 'actor' | 'receivedAt' | 'config' | 'clock'>;

export async function presentProposal(row: ProposalRow, asked: Reader): Promise<Proposal> {
  return {
    ...presentListed(row, asked),
    business_description: await readText('text', row.business_description, row.rich_text_mark),
    ...(mayDoAll(asked.actor.role, 'proposals.review') && { mail_text: row.mail_text }),
    ...((row.asks_questions || row.answers.length > 0) && { answers: row.answers }),
  };
}

/**
 * The applicant's contact details, and a document's markers, are for admins only; applicants get
 * what was announced of a decision.
 */
export function presentListed(row: ListedRow, asked: Reader): ListedProposal {
  const { actor, receivedAt, config } = asked;
  const scanOf = (scannedAt: Date | null, threat: string | null) => {
    const scan = refuseDownload({ scannedAt, threat }, config.clamd !== undefined);
    return scan && { scan };
  };
  const isOfDesk = mayDoAll(actor.role, 'proposals.getAny');
  const news = isOfDesk ? row : toldOf(row);
  const isApproved = news.decision === 'approved';
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
    funding_stage: news.funding_stage,
    is_approved: isApproved,
    decision: news.decision,
    decline_reason: news.decline_reason,
    region: row.region,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    received_at: row.received_at.toISOString(),
    completed_at: row.completed_at.toISOString(),
    receipt_number: row.receipt_number ?? null,
    locked: refuseEdit({ isApproved, deadline: ownDeadline(row) }, receivedAt) ?? null,
    extended_until: extendedUntil(row),
    applicant: {
      id: row.user_id,
      first_name: row.first_name,
      last_name: row.last_name,
      ...(seesContacts(actor.role) && { email: row.email, phone_number: row.phone_number }),
    },
    document_urls: { pitch_deck: row.pitch_deck_key, financials: row.financials_key },
    documents: {
      pitch_deck: {
        key: row.pitch_deck_key,
        file_name: fileNames.pitch_deck,
        size: row.pitch_deck_size,
        pages: row.pitch_deck_pages,
        ...(isOfDesk && { markers: row.pitch_deck_markers }),
        ...scanOf(row.pitch_deck_scanned_at, row.pitch_deck_threat),
      },
      financials: {
        key: row.financials_key,
        file_name: fileNames.financials,
        size: row.financials_size,
        pages: row.financials_pages,
        ...(isOfDesk && { markers: row.financials_markers }),
        ...scanOf(row.financials_scanned_at, row.financials_threat),
      },
    },
    open_request: openRequest(row, asked),
    unread_messages: Number(isOfDesk ? row.unread_of_firm : row.unread_of_applicant),
    ...(isOfDesk && presentDesk(row, asked)),
  };
}

const openRequest = (row: ListedRow, { clock }: Reader): ListedProposal['open_request'] =>
  row.request_id && row.request_due_at! > clock()
    ? { id: row.request_id, due_at: row.request_due_at!.toISOString() }
    : null;

const extendedUntil = (row: ListedRow): string | null => extensionOf(row)?.toISOString() ?? null;

/** Fields that no applicant may see. */
const presentDesk = (row: ListedRow, { clock }: Reader) => ({
  assigned_to: row.assigned_to,
  assigned_to_name: assigneeOf(row),
  flagged: row.flagged,
  decided_at: row.decided_at?.toISOString() ?? null,
  is_announced: isSameNews(toldOf(row), row),
  undo_seconds: secondsUntil(row.announce_at, clock()),
  decided_by: row.decided_by,
  decided_by_name: deciderOf(row),
});

/** Never 0 while something waits. */
const secondsUntil = (instant: Date | null, now: Date): number =>
  instant ? Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / SECOND_MS)) : 0;

export const assigneeOf = (row: ListedRow): string | null =>
  row.assigned_to === null ? null : `${row.assignee_first_name} ${row.assignee_last_name}`;

/** Null if it is undecided, or if the account has been closed since. */
export const deciderOf = (row: ListedRow): string | null =>
  row.decided_by === null ? null : `${row.decider_first_name} ${row.decider_last_name}`;

/** What the log records about a proposal: of documents and answers, their digests. */
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
  ...(row.answers.length > 0 && { answers: digestOf(JSON.stringify(row.answers)) }),
});

/** The one rich text of a proposal, for server/text/stored-text.ts. */
export const DESCRIPTION = {
  kind: 'text',
  name: 'business_description',
  label: 'the business description',
} as const;
