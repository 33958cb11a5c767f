/** Who may do what on a draft or a proposal that is shared, and what they see of its people. */
import { createHash } from 'node:crypto';
import { MEMBERS } from '#domain/members/rules.ts';
import type { Member } from '#domain/members/schema.ts';
import { seesContacts } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import type { Context, UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { listMembers, type MemberRow, type Subject } from './store.ts';

type Owned = { user_id: string; first_name: string; last_name: string };

/** Refuses a member: the caller was found to own it or to be one. */
export function requireOwner({ actor }: UserContext, owned: Owned): void {
  if (owned.user_id === actor.id) return;
  const name = `${owned.first_name} ${owned.last_name}`.trim();
  throw new Problem('owner_only', MEMBERS.ownerOnly(name));
}

type Reader = Pick<Context, 'actor' | 'clock'>;

function stateOf({ accepted_at, expires_at }: MemberRow, now: Date): Member['state'] {
  if (accepted_at) return 'accepted';
  return expires_at <= now ? 'expired' : 'invited';
}

export const presentMember = (
  row: MemberRow,
  now: Date,
  email: string | null = row.email,
): Member => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email,
  state: stateOf(row, now),
  expires_at: row.accepted_at ? null : row.expires_at.toISOString(),
});

/**
 * Its owner sees the addresses they invited; those who see how to reach an applicant, of whoever has
 * accepted, the account's.
 */
export async function showMembers(
  { actor, clock }: Reader,
  db: Executor,
  subject: Subject,
  owned: { id: string; user_id: string },
): Promise<Member[]> {
  const isContact = seesContacts(actor.role);
  const isShown = owned.user_id === actor.id || isContact;
  const emailOf = ({ accepted_at, account_email, email }: MemberRow) => {
    if (isContact && accepted_at) return account_email;
    return isShown ? email : null;
  };
  const rows = await listMembers(db, subject, owned.id);
  return rows.map((row) => presentMember(row, clock(), emailOf(row)));
}

const DIGITS = 12;

/** In an ETag, as digits: what `requireVersion` leaves out. */
export const tagOf = (members: readonly Member[]): string =>
  BigInt(
    `0x${createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, DIGITS)}`,
  ).toString();
