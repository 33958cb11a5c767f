import { sql, type SqlBool } from 'kysely';
import type { Executor } from '../db/open.ts';
import { insertRows } from '../db/statement.ts';
import { batchesOf, table } from '../db/table.ts';

export const parts = table('archive_parts');

const ofProgram = (db: Executor, programId: string) =>
  db.selectFrom('proposals').where('proposals.program_id', '=', programId);

export async function countProposals(db: Executor, programId: string) {
  const rows = await ofProgram(db, programId)
    .select(({ fn }) => ['decision', fn.countAll<number>().as('total')])
    .groupBy('decision')
    .execute();
  const sum = (some: typeof rows) => some.reduce((all, { total }) => all + Number(total), 0);
  return {
    proposals: sum(rows),
    approved: sum(rows.filter(({ decision }) => decision === 'approved')),
  };
}

/** What its owner has not been told of a decision; of a stage that goes on, nothing. */
const isUntold = sql<SqlBool>`(proposals.decision <> proposals.announced_decision
  or coalesce(proposals.decline_reason, '') <> coalesce(proposals.announced_reason, ''))`;

/** Not decided, or decided without anybody having heard of it. */
export const listUndecided = (db: Executor, programId: string) =>
  ofProgram(db, programId)
    .select(['id', 'business_name', 'decision', 'withdrawal_due_at'])
    .where((eb) =>
      eb.or([
        eb('decision', '=', 'undecided'),
        isUntold,
        // Its owner may still take the withdrawal back.
        eb('withdrawal_due_at', 'is not', null),
      ]),
    )
    .orderBy('received_at')
    .orderBy('id')
    .execute();

export const listOpenRequests = (db: Executor, programId: string) =>
  ofProgram(db, programId)
    .innerJoin('change_requests', 'change_requests.proposal_id', 'proposals.id')
    .select(['change_requests.id', 'proposals.id as proposal_id', 'business_name', 'due_at'])
    .where('change_requests.state', '=', 'open')
    .orderBy('due_at')
    .execute();

export const listOpenRounds = (db: Executor, programId: string) =>
  db
    .selectFrom('rounds')
    .select(['id', 'name'])
    .where('program_id', '=', programId)
    .where('state', 'in', ['open', 'closed', 'sealed'])
    .orderBy('position')
    .execute();

const PERSON = ['users.id', 'users.email', 'users.first_name'] as const;

/** Owners and members, with the proposals that they have a part in; somebody may be there twice. */
export async function listPeople(db: Executor, programId: string) {
  const owners = await ofProgram(db, programId)
    .innerJoin('users', 'users.id', 'proposals.user_id')
    .select([...PERSON, 'business_name', 'decision'])
    .orderBy('proposals.received_at')
    .execute();
  const members = await ofProgram(db, programId)
    .innerJoin('members', 'members.proposal_id', 'proposals.id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([...PERSON, 'business_name', 'decision'])
    .where('members.accepted_at', 'is not', null)
    .orderBy('proposals.received_at')
    .execute();
  return [...owners, ...members];
}
export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

export const listForLayout = (db: Executor, programId: string) =>
  ofProgram(db, programId)
    .select(['id', 'receipt_number'])
    .orderBy('received_at')
    .orderBy('id')
    .execute();

/** All of these proposals: each file once, under what it is now if it still is that. */
export async function listFiles(db: Executor, ids: readonly string[]) {
  const files = [];
  for (const batch of batchesOf(ids)) {
    const now = await db
      .selectFrom('documents')
      .select(['proposal_id', 'kind', 'key', 'size', 'sha256', 'scanned_at', 'threat'])
      .select(['created_at', sql<number | null>`null`.as('version')])
      .where('proposal_id', 'in', batch)
      .orderBy('kind')
      .execute();
    const once = await db
      .selectFrom('version_documents')
      .innerJoin('proposal_versions', (join) =>
        join
          .onRef('proposal_versions.proposal_id', '=', 'version_documents.proposal_id')
          .onRef('proposal_versions.version', '=', 'version_documents.version'),
      )
      .select(['version_documents.proposal_id', 'kind', 'key', 'size', 'sha256', 'scanned_at'])
      .select(['threat', 'proposal_versions.at as created_at', 'version_documents.version'])
      .where('version_documents.proposal_id', 'in', batch)
      .orderBy('version_documents.version')
      .orderBy('kind')
      .execute();
    const seen = new Set<string>();
    for (const file of [...now, ...once]) {
      if (!seen.has(file.key)) files.push({ ...file, size: Number(file.size) });
      seen.add(file.key);
    }
  }
  return files;
}

export const listParts = (db: Executor, program_id: string) =>
  parts.list(db, { program_id }, ['part']);

export type Part = { part: number; proposals: [string, string | null][]; bytes: number };

export async function insertParts(tx: Executor, program_id: string, laid: readonly Part[]) {
  const rows = laid.map(({ proposals, ...part }) => ({
    ...{ ...part, program_id, proposals: JSON.stringify(proposals) },
  }));
  await insertRows(tx, 'archive_parts', rows);
}

/** Ended, and people have to be told now of what will be deleted. */
export const listUntold = (db: Executor, before: Date) =>
  db
    .selectFrom('programs')
    .select('id')
    .where('delete_at', '<=', before)
    .where('delete_told_at', 'is', null)
    .execute();

export const listDue = (db: Executor, now: Date) =>
  db
    .selectFrom('programs')
    .select('id')
    .where('delete_at', '<=', now)
    .where('delete_told_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('delete_at')
    .execute();

export async function listNext(db: Executor, programId: string, limit: number) {
  const rows = await ofProgram(db, programId)
    .select('id')
    .where('decision', '!=', 'approved')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listKeys(db: Executor, ids: readonly string[]) {
  const copies = await db
    .selectFrom('documents')
    .select('clean_key')
    .where('proposal_id', 'in', ids)
    .where('clean_key', 'is not', null)
    .execute();
  return [
    ...(await listFiles(db, ids)).map(({ key }) => key),
    ...copies.map(({ clean_key }) => clean_key!),
  ];
}

/** Receipts stay as they are, with whose they are; nothing leads from them any more. */
export async function forgetReceipts(tx: Executor, ids: readonly string[]) {
  const numbers = tx.selectFrom('receipts').select('number').where('proposal_id', 'in', ids);
  await tx
    .updateTable('mailing_people')
    .set({ business_name: '', receipt_number: null, stage: null, amount: null })
    .where('receipt_number', 'in', numbers)
    .execute();
  await tx
    .updateTable('receipts')
    .set({ proposal_id: null, answers: null, message: null })
    .where('proposal_id', 'in', ids)
    .execute();
}

export const deleteProposals = (tx: Executor, ids: readonly string[]) =>
  tx.deleteFrom('proposals').where('id', 'in', ids).execute();

/**
 * Applicants without an address who own nothing any more: nobody can close their accounts. Receipts
 * went with what was handed over.
 */
export async function listSilent(db: Executor, programId: string) {
  const received = db.selectFrom('receipts').select('user_id').where('program_id', '=', programId);
  const owned = db.selectFrom('receipts').select('user_id').where('user_id', 'is not', null);
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'is', null)
    .where('role', '=', 'applicant')
    .where(({ eb, or }) => or([eb('id', 'in', received), eb('id', 'not in', owned)]))
    .where('id', 'not in', db.selectFrom('proposals').select('user_id'))
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteUsers(tx: Executor, ids: readonly string[]) {
  if (ids.length > 0) await tx.deleteFrom('users').where('id', 'in', ids).execute();
}
