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
  CreateEnquiryInput,
  Enquiry,
  ListEnquiriesQuery,
  UpdateEnquiryInput,
} from '#domain/enquiries/schema.ts';
import { Problem } from '#domain/problem.ts';
import { SCREENS } from '#domain/screens.ts';
import { countPublicForm } from '../rate-limits/service.ts';
import { audit } from '../audit.ts';
import { requireVersion, type Context, type UserContext, type Versioned } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { single, type Answer } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { isId } from '../db/ids.ts';
import { queueMail } from '../mail/store.ts';
import { enquiryReceived, MAIL_LIFETIME_SECONDS } from './mails.ts';
import * as store from './store.ts';

/** Presents a row in the API, field by field. */
const presentEnquiry = (row: store.EnquiryRow): Enquiry => ({
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
});

const UNANSWERED = {
  is_answered: false,
  answered_at: null,
  answered_by: null,
  answerer_first_name: null,
  answerer_last_name: null,
};

type VersionedEnquiry = Versioned<'enquiry', Enquiry>;
const present = (row: store.EnquiryRow): VersionedEnquiry => ({
  enquiry: presentEnquiry(row),
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
  return { items: rows.map(presentEnquiry), total };
}

/** Refuses with 404. */
export async function getEnquiry(context: Context, id: string): Promise<VersionedEnquiry> {
  return present(await requireEnquiry(context.db.read, id));
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
    if (isId(id)) await store.lockEnquiry(context.db, tx, id);
    const old = await requireEnquiry(tx, id);
    requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
    if (old.is_answered === is_answered) return old;
    const now = context.clock();
    await store.changeEnquiry(tx, id, {
      is_answered,
      answered_at: is_answered ? now : null,
      answered_by: is_answered ? context.actor.id : null,
      updated_at: now,
      version: old.version + 1,
    });
    await audit(tx, context, 'enquiries.update', 'enquiry', id, {
      before: old,
      after: { is_answered },
    });
    return requireEnquiry(tx, id);
  });
  return present(row);
}

/**
 * Stores a visitor's enquiry and notifies the firm. Refuses with 429. A bot's enquiry gets the
 * usual answer and is dropped.
 */
export async function submitEnquiry(
  context: Context,
  { [HONEYPOT]: honeypot, ...input }: CreateEnquiryInput,
): Promise<Answer> {
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
