/**
 * The lists of a person's download: of which tables, whose rows and which columns. Never a secret, a
 * hash or a note of the firm. What erasing a person deletes is in erasure-store.ts.
 */
import type { ExpressionBuilder } from 'kysely';
import type { Role } from '#domain/accounts/rules.ts';
import { decisionOf } from '#domain/proposals/decision-rules.ts';
import type { Criterion } from '#domain/rounds/schema.ts';
import type { Executor } from '../db/open.ts';
import type { Row, TableName, Tables } from '../db/tables.ts';
import { readStored } from '../questions/service.ts';
import { listAnswers, questionWords, wordsOf } from '../questions/store.ts';

export type Owner = { id: string; email: string; role?: Role };
type Read = (db: Executor, owner: Owner) => AsyncGenerator<object>;
export type List = { tables: TableName[]; read?: Read };

/** A column with the person's id or address, or one that refers to a row of theirs. */
type Whose = string | { by: string; of: TableName; whose: string };
const OF_PROPOSAL: Whose = { by: 'proposal_id', of: 'proposals', whose: 'user_id' };

type Details = {
  where?: Record<string, string>;
  order?: string;
  /** Rows in memory at once. */
  batch?: number;
  /** What `each` reads besides. */
  also?: TableName[];
  /** What is shown of a row; undefined: nothing. */
  each?: (row: any, db: Executor, owner: Owner) => object | undefined | Promise<object>;
};

/** One of these texts may have 100,000 characters. */
const LONG = { batch: 20 };
const AT = { order: 'at id' };

/** `columns`: names, or `shown:column` where it is shown under another name. */
function own(
  table: TableName,
  whose: Whose | Whose[],
  columns: string,
  { where = {}, order = 'created_at id', batch = 500, also = [], each }: Details = {},
) {
  const selected = columns.split(' ').map((name) => {
    const [shown, column] = name.split(':');
    return column ? `${column} as ${shown}` : name;
  });
  const isOwn = (eb: ExpressionBuilder<Tables, 'messages'>, { id, email }: Owner) => {
    const owner = (column: string) => (/^(email|recipient)$/.test(column) ? email : id);
    const conditions = [whose].flat().map((one) => {
      if (typeof one === 'string') return eb(one as 'author_id', '=', owner(one));
      const rows = eb.selectFrom(one.of as 'messages').select('id');
      const theirs = rows.where(one.whose as 'author_id', '=', owner(one.whose));
      return eb(one.by as 'id', 'in', theirs);
    });
    return eb.and([eb.or(conditions), eb.and(where)]);
  };
  return {
    tables: [table, ...also],
    async *read(db: Executor, owner: Owner): AsyncGenerator<object> {
      // Kysely cannot follow a table whose name is a parameter, so one stands in for all.
      const rows = db
        .selectFrom(table as 'messages')
        .select(selected as 'id'[])
        .where((eb) => isOwn(eb, owner));
      const query = order.split(' ').reduce((q, column) => q.orderBy(column as 'id'), rows);
      for (let skip = 0; ; skip += batch) {
        const found = await query.offset(skip).limit(batch).execute();
        for (const row of found) {
          const shown = each ? await each(row, db, owner) : row;
          if (shown) yield shown;
        }
        if (found.length < batch) return;
      }
    },
  };
}

const AUDITED = 'at action subject subject_id changes';
type Audited = Pick<Row<'audit_log'>, 'subject_id' | 'actor_id' | 'changes'>;
/** Fields that others may change and that the person may see. */
const OPEN_FIELDS = new Set(['role', 'is_active']);

const byName = (criteria: readonly Criterion[], scores: Record<string, number>) =>
  Object.fromEntries(
    criteria.filter(({ id }) => id in scores).map(({ id, name }) => [name, scores[id]]),
  );

/** In the order of the file. Lists without `read` are handed in. */
export const PERSONAL = {
  profile: own(
    'users',
    'id',
    'id email first_name last_name phone_number city digital_address region role is_active created_at updated_at wants_reminders',
  ),
  sessions: own('sessions', 'user_id', 'id user_agent created_at last_used_at expires_at'),
  codes: { tables: ['codes', 'browser_codes'], read: readCodes },
  /** Since when browsers are known; never their cookies. */
  known_browsers: own('known_browsers', 'user_id', 'known_at', { order: 'known_at' }),
  second_factors: own('second_factors', 'user_id', 'kind name created_at last_used_at'),
  drafts: own(
    'drafts',
    'user_id',
    'id program_id business_name business_location business_website business_description answers created_at saved_at reminded_at',
    { ...LONG, each: (row) => ({ ...row, answers: readStored(row.answers) }) },
  ),
  /** Of a decision what was announced; no assignment, flag or note. */
  proposals: own(
    'proposals',
    'user_id',
    'id program_id business_name business_location business_website business_description business_sector region funding_stage:announced_stage is_approved:announced_approved decision:announced_decision decline_reason:announced_reason receipt_number received_at completed_at created_at updated_at withdrawn_at withdrawn_by withdrawal_reason',
    {
      ...LONG,
      also: ['answers'],
      each: async (row, db) => ({
        ...row,
        decision: decisionOf(row.decision),
        answers: await listAnswers(db, row.id),
      }),
    },
  ),
  shared: { tables: ['members'], read: readShared },
  announcements: own(
    'announcements',
    OF_PROPOSAL,
    'proposal_id at decision decline_reason funding_stage',
    AT,
  ),
  documents: { tables: ['documents', 'draft_documents'] },
  notes: own('proposal_notes', 'author_id', 'id proposal_id text created_at updated_at', LONG),
  /** Both sides of the threads about their proposals, and messages that they wrote. */
  messages: own(
    'messages',
    [OF_PROPOSAL, 'author_id'],
    'id proposal_id at from:side text read_at',
    { ...AT, ...LONG },
  ),
  requests: own(
    'change_requests',
    OF_PROPOSAL,
    'id proposal_id text fields due_at state created_at answered_at',
    LONG,
  ),
  /** Of judging, as the owner reads them. */
  results: { tables: [] },
  /** Their proposals as they once stood, with the keys of the documents. */
  versions: own(
    'proposal_versions',
    OF_PROPOSAL,
    'proposal_id version at because business_name business_location business_website business_description receipt_number answers',
    { order: 'proposal_id version', ...LONG, also: ['version_documents'], each: withDocuments },
  ),
  extensions: own('extensions', 'user_id', 'id program_id until:extended_until reason created_at'),
  saved_views: own('saved_views', 'owner_id', 'id name query is_shared created_at'),
  receipts: own(
    'receipts',
    'user_id',
    'number program_id program_title proposal_id state received_at completed_at complete_until answers documents content_sha256 signature key_id message replaced_by',
    { order: 'received_at number' },
  ),
  judge: own(
    'judges',
    'user_id',
    'position organisations people is_named state created_at updated_at',
    { order: 'user_id' },
  ),
  /** When they were sent and answered; never the link. */
  judge_invitations: own(
    'judge_invitations',
    'judge_id',
    'created_at expires_at answered_at reminded_at',
    { order: 'created_at token_hash' },
  ),
  judge_reviews: { tables: ['judge_reviews'], read: readReviews },
  review_versions: { tables: ['review_versions'], read: readReviewVersions },
  pitch_rounds: { tables: ['pitch_judges'], read: readPitches },
  /** Their own words only: how the product or an admin put it would tell who has applied. */
  conflicts: own('conflicts', 'judge_id', 'origin kind state reason created_at', {
    each: ({ reason, ...row }) => (row.origin === 'declared' ? { ...row, reason } : row),
  }),
  refused_attempts: own(
    'refused_attempts',
    'user_id',
    'id user_id program_id program_title code message at',
    AT,
  ),
  enquiries: own(
    'enquiries',
    'email',
    'id first_name last_name email phone_number message created_at',
    LONG,
  ),
  /** What the firm answered to their enquiries, and answers that they wrote. */
  enquiry_answers: own(
    'enquiry_answers',
    [{ by: 'enquiry_id', of: 'enquiries', whose: 'email' }, 'author_id'],
    'enquiry_id at text',
    { ...AT, ...LONG },
  ),
  mailings: { tables: ['mailing_people', 'mailings'], read: readMailings },
  /** Without their texts: those of queued mails may contain a code, those of sent ones are gone. */
  mails: own('mails', 'recipient', 'subject state created_at sent_at'),
  /** Of admins: that they acted on other people's data, but not the data itself. */
  own_actions: own('audit_log', 'actor_id', AUDITED, {
    ...AT,
    each: ({ changes, ...entry }: Audited, _db, { id, role }) =>
      role === 'applicant' || entry.subject_id === id ? { ...entry, changes } : entry,
  }),
  /** What is internal to the firm is left out; its decisions are among the announcements. */
  actions_of_others: own('audit_log', 'subject_id', `${AUDITED} actor_id`, {
    ...{ where: { subject: 'user' }, ...AT },
    each: ({ actor_id, changes, ...entry }: Audited, _db, { id }) => {
      const shown = changes.filter(({ field }) => OPEN_FIELDS.has(field));
      return actor_id !== id && shown.length > 0 ? { ...entry, changes: shown } : undefined;
    },
  }),
} satisfies Record<string, List>;

/**
 * Of what is theirs, whom they invited; of what others share with them, no more than that and since
 * when.
 */
async function* readShared(db: Executor, { id, email }: Owner) {
  const rows = await db
    .selectFrom('members')
    .leftJoin('drafts', 'drafts.id', 'members.draft_id')
    .leftJoin('proposals', 'proposals.id', 'members.proposal_id')
    .innerJoin('programs', (join) =>
      join.on((eb) =>
        eb(eb.fn.coalesce('drafts.program_id', 'proposals.program_id'), '=', eb.ref('programs.id')),
      ),
    )
    .select(['members.user_id', 'members.email', 'members.draft_id', 'members.proposal_id'])
    .select(['programs.title as program', 'members.invited_at', 'members.expires_at'])
    .select('members.accepted_at')
    .where((eb) =>
      eb.or([
        eb('drafts.user_id', '=', id),
        eb('proposals.user_id', '=', id),
        eb('members.user_id', '=', id),
        eb.and([eb('members.email', '=', email), eb('members.accepted_at', 'is', null)]),
      ]),
    )
    .orderBy('members.invited_at')
    .orderBy('members.id')
    .execute();
  for (const { user_id, email: invited, draft_id, proposal_id, program, ...dates } of rows)
    yield user_id === id || (user_id === null && invited === email)
      ? { role: 'member', program, ...dates }
      : { role: 'owner', program, draft_id, proposal_id, email: invited, ...dates };
}

/** That a code was requested; never the code. One that a browser and everybody may try is one. */
async function* readCodes(db: Executor, { id }: Owner) {
  yield* await db
    .selectFrom('codes')
    .select(['purpose', 'new_email', 'created_at', 'expires_at'])
    .where('user_id', '=', id)
    .execute();
  yield* await db
    .selectFrom('browser_codes')
    .select(['purpose', 'created_at', 'expires_at'])
    .where('user_id', '=', id)
    .where('code_hash', 'not in', (eb) =>
      eb.selectFrom('codes').select('code_hash').where('user_id', '=', id),
    )
    .execute();
}

async function withDocuments(row: Row<'proposal_versions'>, db: Executor) {
  const { answers, ...shown } = row;
  const documents = await db
    .selectFrom('version_documents')
    .select(['kind', 'key', 'size', 'sha256'])
    .where('proposal_id', '=', row.proposal_id)
    .where('version', '=', row.version)
    .orderBy('kind')
    .execute();
  return { ...shown, answers: answers === null ? [] : (JSON.parse(answers) as unknown), documents };
}

/** Scores by the names of their criteria. An entry is its code: whose it is, judges never learn. */
async function* readReviews(db: Executor, { id }: Owner) {
  const rows = await db
    .selectFrom('judge_reviews')
    .innerJoin('entries', 'entries.id', 'judge_reviews.entry_id')
    .innerJoin('rounds', 'rounds.id', 'judge_reviews.round_id')
    .select(['judge_reviews.id', 'rounds.name as round', 'entries.code', 'judge_reviews.state'])
    .select(['rounds.criteria', 'scores', 'strength', 'next_step', 'note', 'declared_at'])
    .select(['judge_reviews.created_at', 'changed_at', 'submitted_at'])
    .where('judge_reviews.judge_id', '=', id)
    .orderBy('judge_reviews.created_at')
    .orderBy('judge_reviews.id')
    .execute();
  for (const { criteria, scores, ...row } of rows)
    yield { ...row, scores: byName(criteria, scores) };
}

/** Every version that was received. */
async function* readReviewVersions(db: Executor, { id }: Owner) {
  const rows = await db
    .selectFrom('review_versions')
    .innerJoin('judge_reviews', 'judge_reviews.id', 'review_versions.review_id')
    .innerJoin('rounds', 'rounds.id', 'judge_reviews.round_id')
    .select(['review_versions.review_id', 'at', 'source', 'review_versions.state'])
    .select(['review_versions.changed_at', 'device', 'result'])
    .select(['rounds.criteria', 'content'])
    .where('judge_reviews.judge_id', '=', id)
    .orderBy('at')
    .orderBy('seq')
    .orderBy('review_versions.id')
    .execute();
  for (const { criteria, content, ...row } of rows) {
    const { scores = {}, ...texts } = content as { scores?: Record<string, number> };
    yield { ...row, ...texts, scores: byName(criteria, scores) };
  }
}

/** What was last heard of their phone in pitch rounds, and what they were told. */
async function* readPitches(db: Executor, { id }: Owner) {
  yield* await db
    .selectFrom('pitch_judges')
    .innerJoin('rounds', 'rounds.id', 'pitch_judges.round_id')
    .select(['rounds.name as round', 'pack_at', 'sent_at', 'typed_at', 'typed_told_at'])
    .select('session_told_for')
    .where('judge_id', '=', id)
    .orderBy('round_id')
    .execute();
}

/** What the firm only plans to write is not theirs yet. */
async function* readMailings(db: Executor, { id }: Owner) {
  yield* await db
    .selectFrom('mailing_people')
    .innerJoin('mailings', 'mailings.id', 'mailing_people.mailing_id')
    .select(['mailings.subject', 'mailings.created_at', 'mailing_people.business_name'])
    .select(['mailing_people.program', 'mailing_people.deadline', 'mailing_people.sent_at'])
    .where('mailing_people.user_id', '=', id)
    .where('mailings.state', '!=', 'planned')
    .orderBy('mailings.created_at')
    .orderBy('mailings.id')
    .execute();
}

const FACTS = ['kind', 'key', 'size', 'sha256', 'pages', 'created_at'] as const;

export const listDocuments = (db: Executor, { id }: Owner) =>
  db
    .selectFrom('documents')
    .innerJoin('proposals', 'proposals.id', 'documents.proposal_id')
    .select(FACTS.map((name) => `documents.${name}` as const))
    .select(['documents.proposal_id', 'documents.scanned_at', 'documents.threat'])
    .select(['proposals.business_name as title', wordsOf('documents').as('words')])
    .where('proposals.user_id', '=', id)
    .orderBy('documents.created_at')
    .orderBy('documents.key')
    .execute();

export const listDraftDocuments = (db: Executor, { id }: Owner) =>
  db
    .selectFrom('draft_documents')
    .innerJoin('drafts', 'drafts.id', 'draft_documents.draft_id')
    .innerJoin('programs', 'programs.id', 'drafts.program_id')
    .select(FACTS.map((name) => `draft_documents.${name}` as const))
    .select(['draft_documents.draft_id', 'draft_documents.name', 'draft_documents.received'])
    .select(['draft_documents.state', 'draft_documents.message', 'programs.title as title'])
    .select(questionWords('draft_documents').as('words'))
    .where('draft_documents.user_id', '=', id)
    .orderBy('draft_documents.created_at')
    .orderBy('draft_documents.id')
    .execute();
