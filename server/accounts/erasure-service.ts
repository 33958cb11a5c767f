/**
 * The right to erasure (Data Protection Act, 2012, section 33): from the command line, and for
 * people who close their own account.
 */
import { audit } from '../audit.ts';
import type { Context, Services } from '../context.ts';
import type { Db, Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { deleteFiles } from '../files/delete-files.ts';
import {
  erasePersonRows,
  findPersonRows,
  lockPersonRows,
  type PersonRows,
} from './erasure-store.ts';

export type Erasure = {
  email: string;
  /** An admin or a judge: decisions about others depend on their accounts. */
  isKept: boolean;
  proposals: number;
  drafts: number;
  documents: number;
  messages: number;
};

const isKept = ({ user }: PersonRows): boolean => user !== undefined && user.role !== 'applicant';

const count = (email: string, rows: PersonRows): Erasure => ({
  email,
  isKept: isKept(rows),
  proposals: rows.proposalIds.length,
  drafts: rows.draftIds.length,
  documents: rows.documentKeys.length,
  messages: rows.enquiryIds.length,
});

/** What would be deleted; undefined if the address is unknown. */
export async function findErasable(
  { db }: Pick<Services, 'db'>,
  email: string,
): Promise<Erasure | undefined> {
  const rows = await findPersonRows(db.read, email);
  return rows.user || rows.enquiryIds.length > 0 ? count(email, rows) : undefined;
}

type Erasing = {
  actor: Context['actor'];
  /** Runs first in the transaction: a last check, and the locks. */
  begin: (tx: Executor) => Promise<void>;
  /** Runs in the transaction once everything is deleted. */
  finish: (tx: Executor) => Promise<void>;
};

/** Judging, which knows accounts, hands in how entries leave its rounds. */
export type LeaveRounds = {
  /** First of all: whoever holds a round may wait for what the person owns. */
  lock: (db: Db, tx: Executor, email: string) => Promise<void>;
  leave: (services: Services, tx: Executor, proposalIds: string[]) => Promise<void>;
};

const AT_THE_MACHINE: Erasing = {
  actor: { role: 'visitor' },
  begin: async () => undefined,
  finish: async () => undefined,
};

/**
 * Permanently deletes an applicant's account, proposals, drafts, documents, mails and messages; log
 * entries about them lose their personal data. An admin's account stays, because decisions about
 * others depend on it. Approved testimonials have no address: an admin unpublishes those.
 */
export async function erasePerson(
  services: Services,
  email: string,
  { lock, leave }: LeaveRounds,
  { actor: eraser, begin, finish }: Erasing = AT_THE_MACHINE,
): Promise<Erasure> {
  const { db, clock } = services;
  // People who erase themselves leave no name in that log entry either.
  const { name: _name, ...actor } = eraser;
  const rows = await db.write(async (tx) => {
    await lock(db, tx, email);
    await begin(tx);
    await lockPersonRows(db, tx, email);
    const found = await findPersonRows(tx, email);
    if (isKept(found)) throw new Error(`${email} is the account of an admin or a judge.`);
    await leave(services, tx, found.proposalIds);
    await erasePersonRows(tx, email, found);
    await audit(tx, { clock, actor }, 'accounts.erase', 'user', found.user?.id ?? 'none');
    await finish(tx);
    await raiseVersion(tx, 'proposals');
    // The public record counts what was received.
    await raiseVersion(tx, 'public');
    return found;
  });
  await deleteFiles(services, [...rows.documentKeys, ...rows.copyKeys, ...rows.draftKeys]);
  return count(email, rows);
}
