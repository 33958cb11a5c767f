import { site } from '#content/site.ts';
import { MEMBERS as LIMITS } from '#domain/constants.ts';
import { formatDateTime } from '#domain/dates.ts';
import { mailedName } from '#domain/members/rules.ts';
import { SCREENS } from '#domain/screens.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { renderMail } from '../mail/layout.ts';
import { queueMails } from '../mail/store.ts';
import { listTold, type Subject } from './store.ts';

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
