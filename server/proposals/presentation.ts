import { SECOND_MS } from '#domain/constants.ts';
import type { Member } from '#domain/members/schema.ts';
import { mayDoAll, seesContacts, seesFiles } from '#domain/permissions.ts';
import { Problem, SHARED_RULES } from '#domain/problem.ts';
import { extensionOf, ownDeadline } from '#domain/programs/rules.ts';
import { decisionOf, isSameNews } from '#domain/proposals/decision-rules.ts';
import { PROPOSAL } from '#domain/proposals/messages.ts';
import { WITHDRAWN } from '#domain/proposals/withdrawals.ts';
import { documentFileNamer, refuseDownload, refuseEdit } from '#domain/proposals/rules.ts';
import { filesIn } from '#domain/questions/answers.ts';
import type { ListedProposal, Proposal, SubmitProposalInput } from '#domain/proposals/schema.ts';
import type { Answer } from '#domain/questions/schema.ts';
import type { Context, UserContext, Versioned } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { isId } from '../db/table.ts';
import { showMembers } from '../members/members.ts';
import { readText } from '../text/stored-text.ts';
import { findPitch, toldOf } from './review-store.ts';
import * as store from './store.ts';
import type { ListedRow, ProposalRow } from './store.ts';

type Reader = Pick<Context, 'actor' | 'receivedAt' | 'config' | 'clock'>;

export async function presentProposal(
  row: ProposalRow,
  asked: Reader,
  members: Member[] = [],
): Promise<Proposal> {
  const listed = presentListed(row, asked);
  const isOpen = seesFiles(asked.actor.role);
  return {
    ...listed,
    members,
    ...(isOpen && presentFiles(row, listed, asked)),
    business_description: await readText('text', row.business_description, row.rich_text_mark),
    ...(mayDoAll(asked.actor.role, 'proposals.review') && { mail_text: row.mail_text }),
    // What is in a round cannot be changed: only reading it can find one.
    ...(asked.actor.role === 'applicant' && { pitch: null }),
    ...((row.asks_questions || row.answers.length > 0) && {
      answers: isOpen ? row.answers : withoutFiles(row.answers),
    }),
  };
}

/** What is left of a file for those who may not read it: how large it is. */
export const withoutFiles = (answers: readonly Answer[]): Answer[] =>
  answers.map((answer) => {
    const file = filesIn([answer])[answer.question_id];
    return file ? { ...answer, value: { size: file.size, pages: file.pages } } : answer;
  });

function presentFiles(row: ProposalRow, { document_urls, documents }: ListedProposal, to: Reader) {
  const presentDocument = documentPresenter(row, to);
  const files = [...row.files, ...(row.evidence ? [row.evidence] : [])];
  return {
    document_urls: { ...document_urls, ...keysOf(row.files) },
    documents: {
      ...documents,
      ...Object.fromEntries(files.map((file) => [file.kind, presentDocument(file)])),
    },
  };
}

const keysOf = (documents: readonly store.StoredDocument[]): Record<string, string> =>
  Object.fromEntries(documents.map(({ kind, key }) => [kind, key]));

function documentPresenter(row: ListedRow, { actor, config }: Reader) {
  const nameOf = documentFileNamer(row.business_name);
  const isOfDesk = mayDoAll(actor.role, 'proposals.getAny');
  return ({ kind, words, key, size, pages, markers, ...of }: store.ShownDocument) => {
    const state = { scannedAt: of.scanned_at, threat: of.threat };
    const scan = refuseDownload(state, config.clamd !== undefined);
    return {
      key,
      file_name: nameOf(kind, words),
      size,
      pages,
      ...(isOfDesk && { markers }),
      ...(scan && { scan }),
    };
  };
}

/**
 * The applicant's contact details, and a document's markers, are for admins only; applicants get
 * what was announced of a decision.
 */
export function presentListed(row: ListedRow, asked: Reader): ListedProposal {
  const { actor, receivedAt } = asked;
  const presentDocument = documentPresenter(row, asked);
  const isOfDesk = mayDoAll(actor.role, 'proposals.getAny');
  const news = isOfDesk ? row : toldOf(row);
  const isApproved = news.decision === 'approved';
  // Most of its instants are the same one; of a thousand rows, their texts are most of the work.
  const received = row.received_at.toISOString();
  const textOf = (instant: Date): string =>
    instant.getTime() === row.received_at.getTime() ? received : instant.toISOString();
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
    decision: decisionOf(news.decision),
    decline_reason: news.decline_reason,
    region: row.region,
    created_at: textOf(row.created_at),
    updated_at: textOf(row.updated_at),
    received_at: received,
    completed_at: textOf(row.completed_at),
    receipt_number: row.receipt_number ?? null,
    locked:
      refuseEdit(
        { isWithdrawn: isWithdrawn(row), isApproved, deadline: ownDeadline(row) },
        receivedAt,
      ) ?? null,
    withdrawal: presentWithdrawal(row),
    ...(isWithdrawn(row) && { undo_seconds: secondsUntil(row.withdrawal_due_at, asked.clock()) }),
    extended_until: extendedUntil(row),
    applicant: {
      id: row.user_id,
      first_name: row.first_name,
      last_name: row.last_name,
      ...(seesContacts(actor.role) && { email: row.email, phone_number: row.phone_number }),
    },
    on_behalf: row.on_behalf,
    document_urls: {
      pitch_deck: row.pitch_deck_key,
      financials: row.financials_key,
      ...evidenceOf(row, actor.role),
    },
    documents: {
      pitch_deck: presentDocument(store.joinedOf(row, 'pitch_deck')),
      financials: presentDocument(store.joinedOf(row, 'financials')),
    },
    open_request: openRequest(row, asked),
    ...(!isOfDesk && { delete_at: deletedAt(row, isApproved) }),
    ...(actor.role === 'applicant' && {
      my_role: row.user_id === actor.id ? ('owner' as const) : ('member' as const),
    }),
    unread_messages: Number(isOfDesk ? row.unread_of_firm : row.unread_of_applicant),
    ...(isOfDesk && presentDesk(row, asked)),
  };
}

/** Viewers look at the two documents only. */
const evidenceOf = (
  { evidence_key: key }: ListedRow,
  role: Context['actor']['role'],
): Record<string, string> => (key && role !== 'viewer' ? { evidence: key } : {});

export const isWithdrawn = ({ decision }: Pick<ListedRow, 'decision'>): boolean =>
  decision === 'withdrawn';

export function refuseWithdrawn(row: Pick<ListedRow, 'decision'>): void {
  if (isWithdrawn(row)) throw new Problem('withdrawn', WITHDRAWN.already);
}

const presentWithdrawal = (row: ListedRow): ListedProposal['withdrawal'] =>
  row.withdrawn_at && {
    at: row.withdrawn_at.toISOString(),
    by: row.withdrawn_by!,
    reason: row.withdrawal_reason,
  };

/** What is approved is kept longer than a season. */
const deletedAt = ({ delete_at }: ListedRow, isApproved: boolean): string | null =>
  isApproved || !delete_at ? null : delete_at.toISOString();

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
  undo_seconds: secondsUntil(row.withdrawal_due_at ?? row.announce_at, clock()),
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
  ...(row.on_behalf && { evidence: row.evidence_sha256 }),
  ...(row.answers.length > 0 && { answers: digestOf(JSON.stringify(row.answers)) }),
});

/** The one rich text of a proposal, for server/text/stored-text.ts. */
export const DESCRIPTION = {
  kind: 'text',
  name: 'business_description',
  label: 'the business description',
} as const;

export type VersionedProposal = Versioned<'proposal', Proposal>;

const SEARCHED_CHARS = 500;

/** Bounded, because it is part of an index. */
export const searchTextOf = (
  proposal: Pick<SubmitProposalInput, 'business_name' | 'business_location'> &
    Partial<Pick<store.ListedRow, 'receipt_number'>>,
): string =>
  toSearchText(
    proposal.receipt_number ?? null,
    proposal.business_name,
    proposal.business_location,
  ).slice(0, SEARCHED_CHARS);

export async function presentVersioned(
  row: store.ProposalRow,
  context: Context,
  db: Executor = context.db.read,
): Promise<VersionedProposal> {
  const members = await showMembers(context, db, 'proposal', row);
  const proposal = await presentProposal(row, context, members);
  return { proposal, version: tagFor(context, row) };
}

/** In the ETag: a message changes it, but fails no change that names the state before. */
export const tagFor = (context: Context, row: store.ProposalRow): number | string => {
  const version = versionFor(context, row);
  return row.thread_version > 0 ? `${version}.${row.thread_version}` : version;
};

/**
 * The number in the ETag. For admins it includes changes that the applicant does not see; both
 * numbers only grow, so their sum identifies one state.
 */
export const versionFor = (
  { actor }: Context,
  row: Pick<store.ProposalRow, 'version' | 'desk_version'>,
): number =>
  mayDoAll(actor.role, 'proposals.getAny') ? row.version + row.desk_version : row.version;

export async function requireProposal(db: Executor, scope: store.Scope, id: string) {
  const row = isId(id) ? await store.findProposal(db, scope, id) : undefined;
  if (!row) throw new Problem('not_found', PROPOSAL.notFound);
  return row;
}

/** The same in a transaction, locking the row until it ends. */
export async function lockProposal({ db }: Context, tx: Executor, scope: store.Scope, id: string) {
  if (isId(id)) await store.lockProposal(db, tx, scope, id);
  return requireProposal(tx, scope, id);
}

/**
 * Of a row that is locked: its owner's account was locked before, and files are stored under their
 * id. Somebody may have handed it over meanwhile.
 */
export function requireOwnedStill({ user_id }: store.ProposalRow, ownerId: string): void {
  if (user_id !== ownerId)
    throw new Problem('in_progress', SHARED_RULES.inProgress, { retryAfter: 1 });
}

export async function getProposal(context: UserContext, id: string): Promise<VersionedProposal> {
  const { read } = context.db;
  const row = await requireProposal(read, { reachedBy: context.actor.id }, id);
  const { proposal, version } = await presentVersioned(row, context);
  const pitch = await findPitch(read, id, context.clock());
  return { proposal: { ...proposal, pitch }, version };
}
