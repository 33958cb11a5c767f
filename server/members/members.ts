/** Who may do what on a draft or a proposal that is shared, whom they see, and the mails of it. */
import { createHash } from 'node:crypto';
import { site } from '#content/site.ts';
import { MEMBERS as LIMITS } from '#domain/constants.ts';
import { formatDateTime } from '#domain/dates.ts';
import { MEMBERS, mailedName } from '#domain/members/rules.ts';
import type { Member } from '#domain/members/schema.ts';
import { seesContacts } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import { SCREENS } from '#domain/screens.ts';
import type { Context, UserContext, Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { renderMail } from '../mail/layout.ts';
import { queueMails } from '../mail/store.ts';
import { nameOf } from '../sessions/store.ts';
import { listMembers, type MemberRow, type Subject, listTold } from './store.ts';

type Owned = { user_id: string; first_name: string; last_name: string };

/** Refuses a member: the caller was found to own it or to be one. */
export function requireOwner({ actor }: UserContext, owned: Owned): void {
  if (owned.user_id === actor.id) return;
  throw new Problem('owner_only', MEMBERS.ownerOnly(nameOf(owned)));
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

/** `url` accepts it once. */
export function invitationMail(
  { from, program, expiresAt }: { from: string; program: string; expiresAt: Date },
  url: string,
) {
  const name = mailedName(from);
  return renderMail({
    subject: name
      ? `${name} invites you to work on a proposal for ${program}`
      : `You are invited to work on a proposal for ${program}`,
    paragraphs: [
      `${name ?? 'Somebody'} would like you to work on a proposal for ${program} at ${site.name}. You could read and edit all of it; ${name ?? 'its owner'} submits it.`,
      `Accept with an account that has this email address; if you have none, you can register with it. The link works once, until ${formatDateTime(expiresAt)} GMT, ${LIMITS.invitationDays} days from this email.`,
      'If you do not know what this is about, you need not do anything.',
    ],
    action: { label: 'See the invitation', url },
  });
}

export const joinedMail = (
  firstName: string,
  member: { name: string; email: string },
  program: string,
  url: string,
) => {
  const name = mailedName(member.name);
  return renderMail({
    subject: `${name ?? 'Somebody'} joined your proposal`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${name ?? 'Somebody'} (${member.email}) accepted your invitation and can now read and edit your proposal for ${program}.`,
      'You can remove people from it at any time, under “People”.',
    ],
    action: { label: 'Open your proposal', url },
  });
};

const removedMail = (firstName: string, program: string) =>
  renderMail({
    subject: `You are no longer part of a proposal for ${program}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `You are no longer part of a proposal for ${program} that was shared with you: you were removed from it, or it was deleted or given to somebody else.`,
      'You can no longer read or edit it.',
    ],
  });

export const ownedMail = (firstName: string, program: string, url: string) =>
  renderMail({
    subject: `You now own a proposal for ${program}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `A proposal for ${program} was handed over to you. You now own it: you submit it, you answer for it, and you decide who works on it.`,
    ],
    action: { label: 'Open the proposal', url },
  });

type Parts = Pick<Services, 'clock'>;

export const tellGone = (
  { clock }: Parts,
  tx: Executor,
  people: { email: string | null; first_name: string }[],
  program: string,
): Promise<void> =>
  queueMails(
    tx,
    people.map(({ email, first_name }) => ({ to: email, ...removedMail(first_name, program) })),
    clock(),
  );

/** Before drafts or proposals are deleted: tells the accepted members of each. */
export async function tellRemoved(parts: Parts, tx: Executor, subject: Subject, ids: string[]) {
  const told = Map.groupBy(await listTold(tx, subject, ids), ({ program }) => program);
  for (const [program, people] of told) await tellGone(parts, tx, people, program);
}

/** Where its owner or a member opens it. */
export const placeOf = (subject: Subject, id: string): string =>
  subject === 'draft' ? SCREENS.sharedDraft({ draftId: id }) : SCREENS.ownProposal({ id });
