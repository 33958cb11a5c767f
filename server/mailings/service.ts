/** Mails to many applicants: settled when created, sent by the queue, counted, cancelled. */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#domain/durations.ts';
import { MAILING } from '#domain/mailings/messages.ts';
import { MAILINGS } from '#domain/mailings/rules.ts';
import type { CreateMailingInput, Mailing, MailingPreview } from '#domain/mailings/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import { digestOf } from '../db/changes.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { single, type ApiResponse } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { dropUnsent } from '../mail/store.ts';
import { wordsFor } from './mails.ts';
import { settlePeople, type Recipient } from './recipients.ts';
import { queuePeople, topicOf } from './sending-service.ts';
import * as store from './store.ts';

type Counts = Pick<Mailing, 'queued' | 'sent' | 'failed'>;

/** While it is sent, its mails tell; later, what was written down when it was over. */
async function countsOf(db: Executor, rows: store.MailingRow[]): Promise<Map<string, Counts>> {
  const sending = rows.filter(({ state }) => state === 'sending');
  const counted = await store.countMails(
    db,
    sending.map(({ id }) => topicOf(id)),
  );
  return new Map(
    rows.map((row) => {
      if (row.state !== 'sending')
        return [row.id, { queued: 0, sent: row.sent, failed: row.failed }];
      const of = (wanted: string) =>
        counted
          .filter(({ topic, state }) => topic === topicOf(row.id) && state === wanted)
          .reduce((sum, { total }) => sum + Number(total), 0);
      return [row.id, { queued: of('queued'), sent: of('sent'), failed: of('failed') }];
    }),
  );
}

/** One whose mails have all gone out is sent, even if nobody has written it down yet. */
const present = (row: store.MailingRow, counts: Counts): Mailing => ({
  id: row.id,
  subject: row.subject,
  text: row.text,
  people: row.people,
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

/** Refuses with 404. */
export async function getMailing({ db }: UserContext, id: string): Promise<Mailing> {
  return presentOne(db.read, await requireMailing(db.read, id));
}

/** Who would get it, and how it reads for three of them; sends nothing. Refuses with 422. */
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

/**
 * Sends it now, or within 30 days; to whom is settled now. Refuses with 422 nobody, and too many. A
 * repeated key gets the first answer.
 */
export async function createMailing(
  context: UserContext,
  input: CreateMailingInput,
): Promise<ApiResponse> {
  const now = context.clock();
  const { send_at: at } = input;
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
  { subject, text, send_at }: CreateMailingInput,
  people: Recipient[],
): Promise<ApiResponse> {
  const now = context.clock();
  const isPlanned = send_at !== null && send_at > now;
  const row = {
    ...{ id: randomUUID(), subject, text, people: people.length },
    state: isPlanned ? ('planned' as const) : ('sending' as const),
    send_at: isPlanned ? send_at : null,
    created_by: context.actor.id,
    ...{ sent: 0, failed: 0, created_at: now, updated_at: now, version: 1 },
  };
  await store.insertMailing(tx, row);
  if (isPlanned) {
    const rows = people.map(({ user_id, business_name, program, deadline, path }) => ({
      ...{ mailing_id: row.id, user_id, business_name, program, deadline, path },
    }));
    await store.insertPeople(tx, rows);
  } else await queuePeople(context, tx, row, people);
  await audit(tx, context, 'mailings.create', 'mailing', row.id, {
    ...{ subject, text: digestOf(text), people: row.people, send_at: row.send_at },
  });
  const created = await presentOne(tx, await requireMailing(tx, row.id));
  return single({ ...created, state: row.state }, row.version, 201);
}

/** A planned one goes to nobody, one that is being sent stops. Refuses with 404, and 409 later. */
export async function cancelMailing(context: UserContext, id: string): Promise<void> {
  const { db, clock } = context;
  await db.write(async (tx) => {
    if (isId(id)) await store.lockMailing(db, tx, id);
    const row = await requireMailing(tx, id);
    const { state } = await presentOne(tx, row);
    if (state !== 'planned' && state !== 'sending') throw new Problem('conflict', MAILING.over);
    await dropUnsent(tx, [topicOf(id)], clock());
    await store.deletePeople(tx, id);
    const { sent, failed } = (await countsOf(tx, [row])).get(id)!;
    const stamps = { updated_at: clock(), version: row.version + 1 };
    await store.changeMailing(tx, id, { state: 'cancelled', sent, failed, ...stamps });
    await audit(tx, context, 'mailings.cancel', 'mailing', id, { state: [state, 'cancelled'] });
  });
}

/** For a job: writes down how those ended whose mails have all gone out, before these are gone. */
export async function settleMailings({ db, clock }: Services): Promise<void> {
  for (const { id } of await store.listSending(db.read))
    await db.write(async (tx) => {
      await store.lockMailing(db, tx, id);
      const row = await store.findMailing(tx, id);
      if (row?.state !== 'sending') return;
      const { queued, sent, failed } = (await countsOf(tx, [row])).get(id)!;
      if (queued > 0) return;
      await store.changeMailing(tx, id, { state: 'sent', sent, failed, updated_at: clock() });
    });
}
