/**
 * The right to be deleted (Data Protection Act, 2012, section 33), for the person at the machine:
 * no call of the API does it.
 */
import { audit } from '../audit.ts';
import type { Services } from '../context.ts';
import { raiseVersion } from '../db/versions.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { erasePersonRows, findPersonRows, type PersonRows } from './erasure-store.ts';

export type Erased = {
  email: string;
  isAdmin: boolean;
  proposals: number;
  documents: number;
  messages: number;
};

const count = (
  email: string,
  { user, proposalIds, documentKeys, enquiryIds }: PersonRows,
): Erased => ({
  email,
  isAdmin: user?.role === 'admin',
  proposals: proposalIds.length,
  documents: documentKeys.length,
  messages: enquiryIds.length,
});

/** What would go; undefined when nothing is known of the address. */
export async function findErasable(
  { db }: Pick<Services, 'db'>,
  email: string,
): Promise<Erased | undefined> {
  const rows = await findPersonRows(db.read, email);
  return rows.user || rows.enquiryIds.length > 0 ? count(email, rows) : undefined;
}

/**
 * Deletes an applicant's account, proposals, documents, mails and messages for good; what the log
 * says of them keeps no words of theirs. An admin's account is left alone: others' decisions hang
 * on it. Approved testimonials carry no address: an admin withdraws those.
 */
export async function erasePerson(services: Services, email: string): Promise<Erased> {
  const { db, clock } = services;
  const rows = await db.write(async (tx) => {
    const found = await findPersonRows(tx, email);
    if (found.user?.role === 'admin') throw new Error(`${email} is an admin's account.`);
    await erasePersonRows(tx, email, found);
    await audit(
      tx,
      { clock, actor: { role: 'visitor' } },
      'accounts.erase',
      'user',
      found.user?.id ?? 'none',
    );
    await raiseVersion(tx, 'proposals');
    return found;
  });
  await deleteFiles(services, [...rows.documentKeys, ...rows.chunkKeys]);
  return count(email, rows);
}
