/** Ending a season, and taking that back: contract §13.5. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { invalid, Problem, type RefusedRow } from '#domain/problem.ts';
import { program } from '#domain/programs/schema.ts';
import { monthsAfter, SEASON, SEASONS, UNSETTLED } from '#domain/seasons/rules.ts';
import {
  endSeasonInput,
  resumeSeasonInput,
  seasonPreview,
  type EndSeasonInput,
  type ResumeSeasonInput,
  type SeasonPreview,
} from '#domain/seasons/schema.ts';
import { audit } from '../audit.ts';
import { inside, type Services, type UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { batchesOf } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import { calls, reply } from '../http/calls.ts';
import { single } from '../http/endpoint.ts';
import { writeOnce } from '../http/idempotency.ts';
import { listExtended, listWaiting } from '../judging/opening-service.ts';
import { keepRecord, dropKeptRecord } from '../judging/record.ts';
import { queueMails, type Mail } from '../mail/store.ts';
import { lockProgram, present, requireProgram } from '../programs/service.ts';
import { programs, RUNNING, type ProgramRow } from '../programs/store.ts';
import { bytesOfData } from './archive.ts';
import { seasonEnded, seasonResumed } from './mails.ts';
import * as store from './store.ts';

/** What of the season still moves; each kind is one list here. */
async function listUnsettled(db: Executor, id: string, now: Date): Promise<RefusedRow[]> {
  return [
    ...(await store.listUndecided(db, id)).map((one) => ({
      ...{ id: one.id, name: one.business_name, proposal_id: one.id },
      reason: whyUndecided(one),
    })),
    ...(await listWaiting(db, id, UNSETTLED.waiting)),
    ...(await listExtended(db, id, now)),
    ...(await store.listOpenRequests(db, id)).map((one) => ({
      ...{ id: one.id, reason: UNSETTLED.asked, proposal_id: one.proposal_id },
      ...{ name: one.business_name, until: one.due_at.toISOString() },
    })),
    ...(await store.listOpenRounds(db, id)).map((one) => ({ ...one, reason: UNSETTLED.round })),
  ];
}

type Undecided = Awaited<ReturnType<typeof store.listUndecided>>[number];

function whyUndecided({ withdrawal_due_at, decision }: Undecided): string {
  if (withdrawal_due_at) return UNSETTLED.withdrawing;
  return decision === 'undecided' ? UNSETTLED.undecided : UNSETTLED.untold;
}

function requireOver({ ended_at, deadline_date }: ProgramRow, now: Date): void {
  if (ended_at) throw new Problem('program_ended', SEASON.ended);
  if (deadline_date > now) throw new Problem('program_open', SEASON.programOpen);
}

/** Documents in parts of 500 MB or one proposal, in the order in which they were received. */
async function layOut(db: Executor, programId: string) {
  const proposals = await store.listForLayout(db, programId);
  const sizes = new Map<string, number>();
  const ids = proposals.map(({ id }) => id);
  const files = await store.listFiles(db, ids);
  for (const { proposal_id: id, size } of files) sizes.set(id, (sizes.get(id) ?? 0) + size);
  const laid: store.Part[] = [];
  for (const { id, receipt_number } of proposals) {
    const size = sizes.get(id) ?? 0;
    let last = laid.at(-1);
    if (!last || last.bytes + size > SEASONS.partBytes)
      laid.push((last = { part: laid.length + 2, proposals: [], bytes: 0 }));
    last.proposals.push([id, receipt_number]);
    last.bytes += size;
  }
  return { laid, documents: files.length, bytes: laid.reduce((sum, one) => sum + one.bytes, 0) };
}

async function previewEnd(
  context: UserContext,
  id: string,
  { retention_months }: EndSeasonInput,
): Promise<SeasonPreview> {
  const { read } = context.db;
  const now = context.clock();
  requireOver(await requireProgram(context, read, id), now);
  const { documents, bytes } = await layOut(read, id);
  const people = peopleOf(await store.listPeople(read, id));
  return {
    ...(await store.countProposals(read, id)),
    people: people.length,
    without_address: people.filter(({ email }) => !email).length,
    ...{ documents, bytes },
    delete_at: monthsAfter(now, retention_months).toISOString(),
    refused: await listUnsettled(read, id, now),
  };
}

async function endSeason(context: UserContext, id: string, input: EndSeasonInput) {
  if (input.preview) return { body: await previewEnd(context, id, input) };
  const once = { call: 'programs.end', content: [id, input] };
  // Read before, so that nobody waits for it; it only says how large the download will be.
  const found = await requireProgram(context, context.db.read, id);
  const isOver = !found.ended_at && found.deadline_date <= context.clock();
  const dataBytes = isOver ? await bytesOfData(context, id) : 0;
  const { answer } = await writeOnce(context, once, async (tx) => {
    const row = await lockProgram(context, tx, id);
    const now = context.clock();
    requireOver(row, now);
    if (input.title !== row.title) throw invalid({ title: SEASON.title });
    const refused = await listUnsettled(tx, id, now);
    if (refused.length > 0) throw new Problem('not_settled', SEASON.notSettled, { refused });
    const { laid } = await layOut(tx, id);
    await store.insertParts(tx, id, [{ part: 1, proposals: [], bytes: dataBytes }, ...laid]);
    const received = await keepRecord(tx, id);
    const { retention_months } = input;
    const delete_at = monthsAfter(now, retention_months);
    const ended = { ended_at: now, retention_months, delete_at };
    const kept = { ...ended, received: JSON.stringify(received) };
    const saved = await write(context, tx, row, kept);
    const counts = await store.countProposals(tx, id);
    await audit(tx, context, 'programs.end', 'program', id, { ...ended, ...counts });
    await tellAll(context, tx, row, (told) => seasonEnded(told, delete_at, context.publicUrl));
    const shown = await present(inside(context, tx), { ...saved, ...ended });
    return single(shown.program, shown.version);
  });
  context.notifyMail();
  return answer;
}

async function resumeSeason(context: UserContext, id: string, { reason }: ResumeSeasonInput) {
  const shown = await context.db.write(async (tx) => {
    const row = await lockProgram(context, tx, id);
    if (!row.ended_at) throw new Problem('program_not_ended', SEASON.notEnded);
    if (row.deleting_at) throw new Problem('season_deleted', SEASON.deleted);
    await store.parts.remove(tx, { program_id: id });
    await dropKeptRecord(tx, id);
    const running = { ...RUNNING, delete_told_at: null, received: null };
    const saved = await write(context, tx, row, running);
    await audit(tx, context, 'programs.resume', 'program', id, {
      ended_at: [row.ended_at, null],
      delete_at: [row.delete_at, null],
      reason: [null, reason],
    });
    await tellAll(context, tx, row, (told) => seasonResumed(told, context.publicUrl));
    return present(inside(context, tx), { ...saved, ...RUNNING });
  });
  context.notifyMail();
  return single(shown.program, shown.version);
}

/** What owners read of their proposals follows the program. */
async function write(
  { clock }: UserContext,
  tx: Executor,
  row: ProgramRow,
  changes: Parameters<typeof programs.change>[2],
): Promise<ProgramRow> {
  const saved = { version: row.version + 1, updated_at: clock() };
  await programs.change(tx, { id: row.id }, { ...changes, ...saved });
  await raiseVersion(tx, 'public');
  await raiseVersion(tx, 'proposals');
  return { ...row, ...saved };
}

type Person = {
  id: string;
  email: string | null;
  firstName: string;
  kept: string[];
  approved: string[];
};

/** Each person once, with what becomes of which proposal. */
function peopleOf(rows: readonly store.PersonRow[]): Person[] {
  const people = new Map<string, Person>();
  for (const { id, email, first_name, business_name, decision } of rows) {
    const fresh = { id, email, firstName: first_name, kept: [], approved: [] };
    const person = people.get(id) ?? fresh;
    person[decision === 'approved' ? 'approved' : 'kept'].push(business_name);
    people.set(id, person);
  }
  return [...people.values()];
}

const MAILS_AT_ONCE = 100;

/** Mails everybody who has a part in one of its proposals; returns how many they are. */
export async function tellAll(
  { clock }: Pick<Services, 'clock'>,
  tx: Executor,
  { id, title }: Pick<ProgramRow, 'id' | 'title'>,
  letterTo: (told: Person & { program: string }) => Omit<Mail, 'to'> | undefined,
) {
  const people = peopleOf(await store.listPeople(tx, id));
  for (const batch of batchesOf(people, MAILS_AT_ONCE)) {
    const mails = batch.flatMap((person): Mail[] => {
      const letter = person.email ? letterTo({ ...person, program: title }) : undefined;
      return letter ? [{ ...letter, to: person.email! }] : [];
    });
    await queueMails(tx, mails, clock());
    await yieldToEventLoop();
  }
}

export const seasonCalls = calls({
  'POST /programs/{id}/end': reply(
    'programs.end',
    'End a season, or preview what that means and what has to be settled first',
    {
      body: endSeasonInput,
      answer: z.union([program, seasonPreview]),
      versioned: true,
      idempotent: true,
      refuses: [409],
      run: endSeason,
    },
  ),
  'DELETE /programs/{id}/end': reply(
    'programs.resume',
    'Take the end of a season back, until its proposals are being deleted',
    {
      body: resumeSeasonInput,
      answer: program,
      versioned: true,
      refuses: [409],
      run: resumeSeason,
    },
  ),
});
