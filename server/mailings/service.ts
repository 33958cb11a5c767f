/** Mails to many applicants: settled when created, sent by the queue, counted, cancelled. */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#domain/constants.ts';
import { MAILING } from '#domain/mailings/messages.ts';
import { MAILINGS } from '#domain/mailings/rules.ts';
import type {
  CreateMailingInput,
  Mailing,
  MailingPerson,
  MailingPreview,
} from '#domain/mailings/schema.ts';
import { invalid, Problem, requireAhead } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import { isId } from '../db/table.ts';
import type { Row } from '../db/tables.ts';
import type { Executor } from '../db/open.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { dropUnsent } from '../mail/store.ts';
import { wordsFor } from './mails.ts';
import { describeAudience, settlePeople, type Recipient } from './recipients.ts';
import { queuePeople, topicOf } from './sending-service.ts';
import * as store from './store.ts';

type Counts = Pick<Mailing, 'queued' | 'sent' | 'failed'>;

/** Counted from the mails while they exist, afterwards from what was recorded at the end. */
async function countsOf(db: Executor, rows: store.MailingRow[]): Promise<Map<string, Counts>> {
  const begun = rows.filter(({ state }) => state === 'sending' || state === 'cancelled');
  const counted = await store.countMails(
    db,
    begun.map(({ id }) => topicOf(id)),
  );
  const byTopic = Map.groupBy(counted, ({ topic }) => topic!);
  return new Map(
    rows.map((row) => {
      const mails = byTopic.get(topicOf(row.id));
      // One that was stopped: what was on its way then may have gone out since.
      if (row.state !== 'sending' && !mails)
        return [row.id, { queued: 0, sent: row.sent, failed: row.failed }];
      const of = (wanted: string) =>
        (mails ?? [])
          .filter(({ state }) => state === wanted)
          .reduce((sum, { total }) => sum + Number(total), 0);
      return [row.id, { queued: of('queued'), sent: of('sent'), failed: of('failed') }];
    }),
  );
}

/** A mailing whose mails have all gone out is sent, even if that is not recorded yet. */
const present = (row: store.MailingRow, counts: Counts): Mailing => ({
  id: row.id,
  subject: row.subject,
  text: row.text,
  people: row.people,
  to: row.audience,
  state: row.state === 'sending' && counts.queued === 0 ? 'sent' : row.state,
  send_at: row.send_at?.toISOString() ?? null,
  ...counts,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by === null ? null : `${row.first_name} ${row.last_name}`.trim(),
});

async function presentOne(db: Executor, row: store.MailingRow): Promise<Mailing> {
  return present(row, (await countsOf(db, [row])).get(row.id)!);
}

export async function listMailings(
  { db }: UserContext,
  window: { skip: number; limit: number },
): Promise<{ items: Mailing[]; total: number }> {
  const { rows, total } = await store.listMailings(db.read, window);
  const counts = await countsOf(db.read, rows);
  return { items: rows.map((row) => present(row, counts.get(row.id)!)), total };
}

async function requireMailing(db: Executor, id: string): Promise<store.MailingRow> {
  const row = isId(id) ? await store.findMailing(db, id) : undefined;
  if (!row) throw new Problem('not_found', MAILING.notFound);
  return row;
}

export async function getMailing({ db }: UserContext, id: string): Promise<Mailing> {
  return presentOne(db.read, await requireMailing(db.read, id));
}

async function standingsOf(db: Executor, { id, state }: Row<'mailings'>) {
  const mails = new Map(
    (await store.listMailsOf(db, topicOf(id))).map((mail) => [mail.recipient, mail]),
  );
  return (person: Recipients[number]): Pick<MailingPerson, 'state'> & { at: Date | null } => {
    if (person.state !== null) return { state: person.state, at: person.sent_at };
    const mail = mails.get(person.email);
    if (mail) return { state: mail.state, at: mail.sent_at };
    return { state: state === 'planned' ? 'planned' : 'stopped', at: null };
  };
}
type Recipients = Awaited<ReturnType<typeof store.listRecipients>>;

/** Past or future recipients; closed accounts are left out. */
export async function listMailingPeople(
  { db }: UserContext,
  id: string,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: MailingPerson[]; total: number }> {
  const row = await requireMailing(db.read, id);
  const people = await store.listRecipients(db.read, id);
  const standingOf = await standingsOf(db.read, row);
  const items = people.slice(skip, skip + limit).map((person) => {
    const { state, at } = standingOf(person);
    const name = `${person.first_name} ${person.last_name}`.trim();
    return { id: person.id, name, email: person.email, state, sent_at: at?.toISOString() ?? null };
  });
  return { items, total: people.length };
}

/** Who would get it, and how it reads for three of them; sends nothing. */
export async function previewMailing(
  context: UserContext,
  input: CreateMailingInput,
): Promise<MailingPreview> {
  const { people, excluded } = await settlePeople(context, context.db.read, input);
  const samples = people.slice(0, MAILINGS.samples).map((person) => ({
    name: `${person.first_name} ${person.last_name}`.trim(),
    email: person.email,
    ...wordsFor(input, person, context.publicUrl),
  }));
  return { people: people.length, samples, excluded };
}

/** Sends it now, or within 30 days; to whom is settled now. */
export async function createMailing(
  context: UserContext,
  input: CreateMailingInput,
): Promise<ApiResponse> {
  const now = context.clock();
  const { send_at: at } = input;
  requireAhead('send_at', at, now);
  if (at && at.getTime() > now.getTime() + MAILINGS.days * DAY_MS)
    throw invalid({ send_at: MAILING.tooLate });
  const once = { call: 'mailings.create', content: input };
  const { answer, isReplay } = await writeOnce(context, once, async (tx) => {
    const { people } = await settlePeople(context, tx, input);
    if (people.length === 0) throw invalid({ filter: MAILING.nobody });
    return insert(context, tx, input, people);
  });
  if (!isReplay) context.notifyMailSoon();
  if (!isReplay && at) context.notifyAnnouncements();
  return answer;
}

async function insert(
  context: UserContext,
  tx: Executor,
  { subject, text, send_at, ...audience }: CreateMailingInput,
  people: Recipient[],
): Promise<ApiResponse> {
  const now = context.clock();
  const isPlanned = send_at !== null && send_at > now;
  const row = {
    ...{ id: randomUUID(), subject, text, people: people.length },
    state: isPlanned ? ('planned' as const) : ('sending' as const),
    send_at: isPlanned ? send_at : null,
    created_by: context.actor.id,
    audience: await describeAudience(tx, audience),
    ...{ sent: 0, failed: 0, created_at: now, updated_at: now, version: 1 },
  };
  await store.insertMailing(tx, row);
  const rows = people.map(({ email: _email, first_name: _first, last_name: _last, ...told }) => ({
    ...{ mailing_id: row.id, ...told, state: null, sent_at: null },
  }));
  await store.insertPeople(tx, rows);
  if (!isPlanned) await queuePeople(context, tx, row, people);
  await audit(tx, context, 'mailings.create', 'mailing', row.id, {
    ...{ subject, text: digestOf(text), people: row.people, send_at: row.send_at },
  });
  const created = await presentOne(tx, await requireMailing(tx, row.id));
  return single({ ...created, state: row.state }, row.version, 201);
}

/** A planned mailing is dropped; one that is being sent stops. */
export async function cancelMailing(context: UserContext, id: string): Promise<void> {
  const { db, clock } = context;
  await db.write(async (tx) => {
    if (isId(id)) await store.lockMailing(db, tx, id);
    const row = await requireMailing(tx, id);
    const { state } = await presentOne(tx, row);
    if (state !== 'planned' && state !== 'sending') throw new Problem('conflict', MAILING.over);
    await dropUnsent(tx, [topicOf(id)], clock());
    if (state === 'planned') await store.deletePeople(tx, id);
    const { sent, failed } = (await countsOf(tx, [row])).get(id)!;
    const stamps = { updated_at: clock(), version: row.version + 1 };
    await store.changeMailing(tx, id, { state: 'cancelled', sent, failed, ...stamps });
    await audit(tx, context, 'mailings.cancel', 'mailing', id, { state: [state, 'cancelled'] });
  });
}

/**
 * For a job: records the outcome of mailings whose mails have all gone out, before those mails are
 * deleted.
 */
export async function settleMailings({ db, clock }: Services): Promise<void> {
  for (const { id } of await store.listUnsettled(db.read))
    await db.write(async (tx) => {
      await store.lockMailing(db, tx, id);
      const row = await store.findMailing(tx, id);
      if (row?.state !== 'sending' && row?.state !== 'cancelled') return;
      const { queued, sent, failed } = (await countsOf(tx, [row])).get(id)!;
      if (queued > 0) return;
      const state = row.state === 'sending' ? 'sent' : row.state;
      await store.changeMailing(tx, id, { state, sent, failed, updated_at: clock() });
      const standingOf = await standingsOf(tx, row);
      for (const person of await store.listRecipients(tx, id)) {
        if (person.state !== null) continue;
        const ended = standingOf(person);
        const settled =
          ended.state === 'sent' || ended.state === 'failed' ? ended.state : 'stopped';
        await store.settlePerson(tx, id, person.id, { state: settled, sent_at: ended.at });
      }
    });
}
