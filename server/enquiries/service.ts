/**
 * What can be done with contact enquiries: permission was checked by the guard; here come rule and
 * transaction.
 */
import { randomUUID } from 'node:crypto';
import { site } from '#content/site.ts';
import { HONEYPOT } from '#domain/constants.ts';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import type { CreateEnquiryInput, Enquiry, ListEnquiriesQuery } from '#domain/enquiries/schema.ts';
import { Problem } from '#domain/problem.ts';
import { countPublicForm } from '../rate-limits/service.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { single, type Answer } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { isId } from '../db/ids.ts';
import { queueMail } from '../mail/store.ts';
import { enquiryReceived, MAIL_LIFETIME_SECONDS } from './mails.ts';
import * as store from './store.ts';

/** A row as it leaves the API, field by field. */
const presentEnquiry = (row: store.EnquiryRow): Enquiry => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone_number: row.phone_number,
  message: row.message,
  created_at: row.created_at.toISOString(),
});

export async function listEnquiries(
  context: Context,
  query: ListEnquiriesQuery,
): Promise<{ items: Enquiry[]; total: number }> {
  const { rows, total } = await store.listEnquiries(context.db, query);
  return { items: rows.map(presentEnquiry), total };
}

/** Refuses 404. */
export async function getEnquiry(
  context: Context,
  id: string,
): Promise<{ enquiry: Enquiry; version: number }> {
  const row = isId(id) ? await store.findEnquiry(context.db.read, id) : undefined;
  if (!row) throw new Problem('not_found', ENQUIRY.notFound);
  return { enquiry: presentEnquiry(row), version: row.version };
}

/**
 * Stores a visitor's enquiry and tells the firm. Refuses 429. One that was filled in by a machine
 * is answered like any other, and dropped.
 */
export async function submitEnquiry(
  context: Context,
  { [HONEYPOT]: honeypot, ...input }: CreateEnquiryInput,
): Promise<Answer> {
  const now = context.clock();
  const row = { id: randomUUID(), ...input, created_at: now, updated_at: now, version: 1 };
  const answer = single(presentEnquiry(row), row.version, 201);
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
  row: store.EnquiryRow,
): Promise<void> {
  const giveUpAt = new Date(clock().getTime() + MAIL_LIFETIME_SECONDS * 1000);
  await queueMail(
    tx,
    {
      to: site.email,
      ...enquiryReceived(row, `${publicUrl}/dashboard/admin/enquiries/${row.id}`),
      giveUpAt,
    },
    clock(),
  );
}
