import { sql, type Expression } from 'kysely';
import type { OwnDeadline } from '#domain/programs/rules.ts';
import { joinChoices } from '#domain/count-of.ts';
import type { FundingStage } from '#domain/proposals/rules.ts';
import { batchesOf } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { ownExtension } from '../extensions/store.ts';

export type FoundRecipient = OwnDeadline & {
  user_id: string;
  email: string | null;
  first_name: string;
  last_name: string;
  is_active: boolean;
  business_name: string;
  program: string;
  /** Of the proposal; undefined for a draft. */
  proposal_id?: string;
  is_withdrawn?: boolean;
  receipt_number?: string | null;
  announced_stage?: FundingStage;
  /** Of a released round. */
  amount?: number | null;
  program_id: string;
  at: Date;
};

export type Addressable = FoundRecipient & { email: string };
export const isAddressable = (one: FoundRecipient): one is Addressable => one.email !== null;

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
        .leftJoin('extensions', ownExtension('proposals'))
        .select(['users.id as user_id', 'users.email', 'users.first_name', 'users.last_name'])
        .select(['users.is_active', 'proposals.business_name', 'programs.title as program'])
        .select(['programs.deadline_date', 'extensions.extended_until'])
        .select(['proposals.id as proposal_id', 'proposals.receipt_number'])
        .select([
          'proposals.announced_stage',
          (eb) => amountTold(eb.ref('proposals.id')).as('amount'),
        ])
        .select(['proposals.program_id', 'proposals.created_at as at'])
        .select(sql<boolean>`proposals.decision = 'withdrawn'`.as('is_withdrawn'))
        .where('proposals.id', 'in', batch)
        .execute()),
    );
  return found;
}

/** The newest amount that a released round has told the applicant. */
const amountTold = (proposalId: Expression<string>) =>
  sql<number | null>`(select entries.amount from entries
    inner join rounds on rounds.id = entries.round_id
    where entries.proposal_id = ${proposalId} and entries.outcome = 'selected'
      and entries.amount is not null and rounds.state = 'released'
    order by rounds.released_at desc limit 1)`;

export async function findDrafters(db: Executor, programId: string): Promise<FoundRecipient[]> {
  const rows = await db
    .selectFrom('drafts')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .leftJoin('extensions', ownExtension('drafts'))
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

export async function findTitle(db: Executor, programId: string): Promise<string | undefined> {
  const query = db.selectFrom('programs').select('title').where('id', '=', programId);
  return (await query.executeTakeFirst())?.title;
}

export async function namesOfLabels(db: Executor, ids: string[]): Promise<string> {
  const rows = db.selectFrom('labels').select('name').where('id', 'in', ids).orderBy('name_key');
  return joinChoices((await rows.execute()).map(({ name }) => name));
}
