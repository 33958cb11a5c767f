/** Enquiries to the firm: sent by anybody, answered by mail from the portal. */
import { randomUUID } from 'node:crypto';
import { site } from '#content/site.ts';
import { HONEYPOT } from '#domain/constants.ts';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import * as schema from '#domain/enquiries/schema.ts';
import { SHARED_RULES, Problem } from '#domain/problem.ts';
import { SCREENS } from '#domain/screens.ts';
import { audit, forgetEntries } from '../audit.ts';
import { requireVersion, type Context, type UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { isId, table } from '../db/table.ts';
import { calls, list, none, reply, tagged } from '../http/calls.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { shownBy } from '../http/resource.ts';
import { deleteMailsAbout, queueMail, topicAbout } from '../mail/store.ts';
import { countPublicForm } from '../rate-limits/service.ts';
import { enquiryAnswered, enquiryReceived, MAIL_LIFETIME_SECONDS } from './mails.ts';
import * as store from './store.ts';

type Shown = Omit<store.EnquiryRow, 'search_text' | 'last_name_key'>;

const enquiries = table('enquiries');
const shown = shownBy(schema.enquiry);

const presentEnquiry = (row: Shown, answers: object[] = []): schema.Enquiry =>
  shown({
    ...row,
    answered_by: row.answered_by && {
      id: row.answered_by,
      name: `${row.answerer_first_name} ${row.answerer_last_name}`.trim(),
    },
    answers,
  });

const UNANSWERED = {
  ...{ is_answered: false, answered_at: null, answered_by: null },
  ...{ answerer_first_name: null, answerer_last_name: null },
};

const present = async (db: Executor, row: store.EnquiryRow) => ({
  enquiry: presentEnquiry(row, (await store.listAnswers(db, [row.id])).get(row.id)),
  version: row.version,
});

async function requireEnquiry(db: Executor, id: string) {
  const row = isId(id) ? await store.findEnquiry(db, id) : undefined;
  if (!row) throw new Problem('not_found', ENQUIRY.notFound);
  return row;
}

async function listEnquiries({ db }: Context, query: schema.ListEnquiriesQuery) {
  const { rows, total } = await store.listEnquiries(db, query);
  const ids = rows.map(({ id }) => id);
  const answers = await store.listAnswers(db.read, ids);
  return { items: rows.map((row) => presentEnquiry(row, answers.get(row.id))), total };
}

async function getEnquiry(context: Context, id: string) {
  return present(context.db.read, await requireEnquiry(context.db.read, id));
}

async function lockEnquiry(context: UserContext, tx: Executor, id: string) {
  if (isId(id)) await enquiries.lock(tx, { id });
  const row = await requireEnquiry(tx, id);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

async function markAnswered(
  context: UserContext,
  tx: Executor,
  old: store.EnquiryRow,
  is_answered: boolean,
) {
  const now = context.clock();
  const stamps = { updated_at: now, version: old.version + 1 };
  const by = is_answered
    ? { answered_at: now, answered_by: context.actor.id }
    : { answered_at: null, answered_by: null };
  await enquiries.change(tx, { id: old.id }, { is_answered, ...by, ...stamps });
}

async function updateEnquiry(
  context: UserContext,
  id: string,
  { is_answered }: schema.UpdateEnquiryInput,
) {
  const row = await context.db.write(async (tx) => {
    const old = await lockEnquiry(context, tx, id);
    if (old.is_answered === is_answered) return old;
    await markAnswered(context, tx, old, is_answered);
    const changes = { before: old, after: { is_answered } };
    await audit(tx, context, 'enquiries.update', 'enquiry', id, changes);
    return requireEnquiry(tx, id);
  });
  return present(context.db.read, row);
}

/** Mails the answer with the question, and keeps it beside it. */
async function answerEnquiry(
  context: UserContext,
  id: string,
  { text }: schema.AnswerEnquiryInput,
) {
  const once = { call: 'enquiries.answer', content: [id, text] };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const old = await lockEnquiry(context, tx, id);
    const now = context.clock();
    const row = { id: randomUUID(), enquiry_id: id, at: now, author_id: context.actor.id, text };
    await table('enquiry_answers').insert(tx, row);
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

async function deleteEnquiry(context: UserContext, id: string) {
  await context.db.write(async (tx) => {
    await lockEnquiry(context, tx, id);
    await enquiries.remove(tx, { id });
    // Who, when and which: neither its words nor the person's name.
    await forgetEntries(tx, [id]);
    await deleteMailsAbout(tx, [id]);
    await audit(tx, context, 'enquiries.delete', 'enquiry', id);
  });
}

/** A bot's enquiry gets the usual answer and is dropped. */
async function submitEnquiry(
  context: Context,
  { [HONEYPOT]: honeypot, ...input }: schema.CreateEnquiryInput,
): Promise<ApiResponse> {
  const now = context.clock();
  const { first_name, last_name, email, phone_number, message } = input;
  const search_text = toSearchText(first_name, last_name, email, phone_number, message);
  const stamps = { created_at: now, updated_at: now, version: 1 };
  const row = { id: randomUUID(), ...input, ...stamps };
  const answer = single(presentEnquiry({ ...row, ...UNANSWERED }), row.version, 201);
  if (honeypot?.trim()) return answer;
  const once = { call: 'enquiries.create', content: input };
  const outcome = await writeOnce(context, once, async (tx) => {
    await countPublicForm(context, tx);
    await enquiries.insert(tx, { ...row, search_text });
    await audit(tx, context, 'enquiries.create', 'enquiry', row.id, { after: row });
    const mail = {
      ...enquiryReceived(row, context.publicUrl + SCREENS.enquiry(row)),
      ...{ to: site.email, replyTo: email, topic: topicAbout('enquiries', row.id) },
      giveUpAt: new Date(now.getTime() + MAIL_LIFETIME_SECONDS * 1000),
    };
    await queueMail(tx, mail, now);
    return answer;
  });
  if (!outcome.isReplay) context.notifyMailSoon();
  return outcome.answer;
}

export const enquiriesCalls = calls({
  'POST /contact_forms/': reply('enquiries.create', 'Send an enquiry to the firm', {
    body: schema.createEnquiryInput,
    refusal: ENQUIRY.failed,
    isForm: true,
    answer: schema.enquiry,
    status: 201,
    idempotent: true,
    refuses: [429],
    run: submitEnquiry,
  }),
  'GET /contact_forms/': list('enquiries.list', 'List enquiries', schema.enquiry, {
    query: schema.listEnquiriesQuery,
    run: listEnquiries,
  }),
  'GET /contact_forms/{id}': tagged('enquiries.get', 'Get one enquiry', {
    answer: schema.enquiry,
    tagged: true,
    of: 'enquiry',
    run: getEnquiry,
  }),
  'PATCH /contact_forms/{id}': tagged(
    'enquiries.update',
    'Mark an enquiry as answered or unanswered',
    {
      body: schema.updateEnquiryInput,
      answer: schema.enquiry,
      versioned: true,
      of: 'enquiry',
      run: updateEnquiry,
    },
  ),
  'POST /contact_forms/{id}/answer': reply(
    'enquiries.answer',
    'Reply to an enquiry by email and mark it as answered',
    {
      body: schema.answerEnquiryInput,
      answer: schema.enquiry,
      versioned: true,
      idempotent: true,
      run: answerEnquiry,
    },
  ),
  'DELETE /contact_forms/{id}': none('enquiries.delete', 'Delete an enquiry and its replies', {
    versioned: true,
    run: deleteEnquiry,
  }),
});
