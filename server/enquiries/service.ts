/**
 * The verbs of enquiries. The guard has checked permissions; the verbs check rules and run
 * transactions.
 */
import { randomUUID } from 'node:crypto';
import { site } from '#content/site.ts';
import { HONEYPOT } from '#domain/constants.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import type {
  AnswerEnquiryInput,
  CreateEnquiryInput,
  Enquiry,
  ListEnquiriesQuery,
  UpdateEnquiryInput,
} from '#domain/enquiries/schema.ts';
import { Problem } from '#domain/problem.ts';
import { SCREENS } from '#domain/screens.ts';
import { countPublicForm } from '../rate-limits/service.ts';
import { audit } from '../audit.ts';
import { digestOf } from '../db/changes.ts';
import { requireVersion, type Context, type UserContext, type Versioned } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { isId } from '../db/ids.ts';
import { queueMail } from '../mail/store.ts';
import { enquiryAnswered, enquiryReceived, MAIL_LIFETIME_SECONDS } from './mails.ts';
import * as store from './store.ts';

type Answers = Awaited<ReturnType<typeof store.listAnswers>>;

/** Presents a row in the API, field by field. */
const presentEnquiry = (row: store.EnquiryRow, answers: Answers = new Map()): Enquiry => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone_number: row.phone_number,
  message: row.message,
  created_at: row.created_at.toISOString(),
  is_answered: row.is_answered,
  answered_at: row.answered_at?.toISOString() ?? null,
  answered_by: row.answered_by
    ? { id: row.answered_by, name: `${row.answerer_first_name} ${row.answerer_last_name}`.trim() }
    : null,
  answers: (answers.get(row.id) ?? []).map(({ at, ...answer }) => ({
    at: at.toISOString(),
    ...answer,
  })),
});

const UNANSWERED = {
  is_answered: false,
  answered_at: null,
  answered_by: null,
  answerer_first_name: null,
  answerer_last_name: null,
};

type VersionedEnquiry = Versioned<'enquiry', Enquiry>;
const present = async (db: Executor, row: store.EnquiryRow): Promise<VersionedEnquiry> => ({
  enquiry: presentEnquiry(row, await store.listAnswers(db, [row.id])),
  version: row.version,
});

/** Refuses with 404 an enquiry that does not exist. */
async function requireEnquiry(db: Executor, id: string): Promise<store.EnquiryRow> {
  const row = isId(id) ? await store.findEnquiry(db, id) : undefined;
  if (!row) throw new Problem('not_found', ENQUIRY.notFound);
  return row;
}

export async function listEnquiries(
  context: Context,
  query: ListEnquiriesQuery,
): Promise<{ items: Enquiry[]; total: number }> {
  const { rows, total } = await store.listEnquiries(context.db, query);
  const answers = await store.listAnswers(
    context.db.read,
    rows.map(({ id }) => id),
  );
  return { items: rows.map((row) => presentEnquiry(row, answers)), total };
}

/** Refuses with 404. */
export async function getEnquiry(context: Context, id: string): Promise<VersionedEnquiry> {
  return present(context.db.read, await requireEnquiry(context.db.read, id));
}

/** Locks it for this transaction. Refuses with 404, and with 412 for another version. */
async function lockEnquiry(
  context: UserContext,
  tx: Executor,
  id: string,
): Promise<store.EnquiryRow> {
  if (isId(id)) await store.lockEnquiry(context.db, tx, id);
  const row = await requireEnquiry(tx, id);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

async function markAnswered(
  context: UserContext,
  tx: Executor,
  old: store.EnquiryRow,
  is_answered: boolean,
): Promise<void> {
  const now = context.clock();
  await store.changeEnquiry(tx, old.id, {
    is_answered,
    answered_at: is_answered ? now : null,
    answered_by: is_answered ? context.actor.id : null,
    updated_at: now,
    version: old.version + 1,
  });
}

/**
 * Marks the enquiry as answered, by whom and when, or revokes that; does nothing if nothing
 * changes. Refuses with 404, and with 412 if If-Match names another version.
 */
export async function updateEnquiry(
  context: UserContext,
  id: string,
  { is_answered }: UpdateEnquiryInput,
): Promise<VersionedEnquiry> {
  const row = await context.db.write(async (tx) => {
    const old = await lockEnquiry(context, tx, id);
    if (old.is_answered === is_answered) return old;
    await markAnswered(context, tx, old, is_answered);
    await audit(tx, context, 'enquiries.update', 'enquiry', id, {
      before: old,
      after: { is_answered },
    });
    return requireEnquiry(tx, id);
  });
  return present(context.db.read, row);
}

/**
 * Mails the answer with the question, and keeps it beside it. Refuses with 404, and with 412 if
 * If-Match names another version. A repeated key gets the first answer.
 */
export async function answerEnquiry(
  context: UserContext,
  id: string,
  { text }: AnswerEnquiryInput,
): Promise<ApiResponse> {
  const once = { call: 'enquiries.answer', content: [id, text] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const old = await lockEnquiry(context, tx, id);
    const now = context.clock();
    const row = { id: randomUUID(), enquiry_id: id, at: now, author_id: context.actor.id, text };
    await store.insertAnswer(tx, row);
    await markAnswered(context, tx, old, true);
    await audit(tx, context, 'enquiries.answer', 'enquiry', id, { text: digestOf(text) });
    const words = enquiryAnswered(presentEnquiry(old), text);
    await queueMail(tx, { to: old.email, ...words }, now);
    const { enquiry, version } = await present(tx, await requireEnquiry(tx, id));
    return single(enquiry, version);
  });
  if (!isReplay) context.notifyMail();
  return answer;
}

/** With its answers. Refuses with 404, and with 412 if If-Match names another version. */
export async function deleteEnquiry(context: UserContext, id: string): Promise<void> {
  await context.db.write(async (tx) => {
    const before = await lockEnquiry(context, tx, id);
    await store.deleteEnquiry(tx, id);
    await audit(tx, context, 'enquiries.delete', 'enquiry', id, { before });
  });
}

/**
 * Stores a visitor's enquiry and notifies the firm. Refuses with 429. A bot's enquiry gets the
 * usual answer and is dropped.
 */
export async function submitEnquiry(
  context: Context,
  { [HONEYPOT]: honeypot, ...input }: CreateEnquiryInput,
): Promise<ApiResponse> {
  const now = context.clock();
  const row = { id: randomUUID(), ...input, created_at: now, updated_at: now, version: 1 };
  const answer = single(presentEnquiry({ ...row, ...UNANSWERED }), row.version, 201);
  if (honeypot?.trim()) return answer;
  const outcome = await writeOnce(
    context,
    { call: 'enquiries.create', content: input },
    async (tx) => {
      await countPublicForm(context, tx);
      await store.insertEnquiry(tx, {
        ...row,
        search_text: toSearchText(
          input.first_name,
          input.last_name,
          input.email,
          input.phone_number,
          input.message,
        ),
      });
      await audit(tx, context, 'enquiries.create', 'enquiry', row.id, { after: row });
      await queueNotice(context, tx, row);
      return answer;
    },
  );
  if (!outcome.isReplay) context.notifyMailSoon();
  return outcome.answer;
}

async function queueNotice(
  { publicUrl, clock }: Context,
  tx: Executor,
  row: Parameters<typeof enquiryReceived>[0] & { id: string },
): Promise<void> {
  const giveUpAt = new Date(clock().getTime() + MAIL_LIFETIME_SECONDS * 1000);
  await queueMail(
    tx,
    {
      to: site.email,
      ...enquiryReceived(row, publicUrl + SCREENS.enquiry(row)),
      giveUpAt,
    },
    clock(),
  );
}
