/** Every SQL statement that finds whom a mailing goes to. */
import type { OwnDeadline } from '#domain/programs/rules.ts';
import { batchesOf } from '../db/batches.ts';
import type { Executor } from '../db/open.ts';

/** A person, and what a text may say about them. */
export type FoundRecipient = OwnDeadline & {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  is_active: boolean;
  business_name: string;
  program: string;
  /** Of the proposal; undefined for a draft. */
  proposal_id?: string;
  program_id: string;
  at: Date;
};

/** The applicants of these proposals: one row for each proposal. */
export async function findApplicants(
  db: Executor,
  proposalIds: string[],
): Promise<FoundRecipient[]> {
  const found: FoundRecipient[] = [];
  for (const batch of batchesOf(proposalIds))
    found.push(
      ...(await db
        .selectFrom('proposals')
        .innerJoin('programs', 'programs.id', 'proposals.program_id')
        .innerJoin('users', 'users.id', 'proposals.user_id')
        .leftJoin('extensions', (join) =>
          join
            .onRef('extensions.program_id', '=', 'proposals.program_id')
            .onRef('extensions.user_id', '=', 'proposals.user_id'),
        )
        .select(['users.id as user_id', 'users.email', 'users.first_name', 'users.last_name'])
        .select(['users.is_active', 'proposals.business_name', 'programs.title as program'])
        .select(['programs.deadline_date', 'extensions.extended_until'])
        .select('proposals.id as proposal_id')
        .select(['proposals.program_id', 'proposals.created_at as at'])
        .where('proposals.id', 'in', batch)
        .execute()),
    );
  return found;
}

/** Who has begun a draft of the program and not submitted it. */
export async function findDrafters(db: Executor, programId: string): Promise<FoundRecipient[]> {
  const rows = await db
    .selectFrom('drafts')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .leftJoin('extensions', (join) =>
      join
        .onRef('extensions.program_id', '=', 'drafts.program_id')
        .onRef('extensions.user_id', '=', 'drafts.user_id'),
    )
    .select(['users.id as user_id', 'users.email', 'users.first_name', 'users.last_name'])
    .select(['users.is_active', 'drafts.business_name', 'programs.title as program'])
    .select(['programs.deadline_date', 'extensions.extended_until'])
    .select(['drafts.program_id', 'drafts.created_at as at'])
    .where('drafts.program_id', '=', programId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('receipts')
            .select('receipts.number')
            .whereRef('receipts.draft_id', '=', 'drafts.id')
            .where('receipts.state', '=', 'waiting_for_documents'),
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({ ...row, business_name: row.business_name ?? '' }));
}

/** Of these addresses, those from which mail came back and to which none has gone since. */
export async function findBounced(db: Executor, emails: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const batch of batchesOf(emails)) {
    const rows = await db
      .selectFrom('mails')
      .select('recipient')
      .where('is_bounced', '=', true)
      .where('recipient', 'in', batch)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('mails as later')
              .select('later.id')
              .whereRef('later.recipient', '=', 'mails.recipient')
              .where('later.state', '=', 'sent')
              .whereRef('later.sent_at', '>', 'mails.created_at'),
          ),
        ),
      )
      .execute();
    for (const { recipient } of rows) found.add(recipient);
  }
  return found;
}
