/** Texts of the mails about invitations. */
import { formatDate } from '#domain/dates.ts';
import { JUDGES } from '#domain/judges/schema.ts';
import { site } from '#content/site.ts';
import { judging } from '#content/judging.ts';
import { renderMail } from '../mail/layout.ts';

type Letter = ReturnType<typeof renderMail>;

type InvitationMail = { firstName: string; expiresAt: Date; url: string; isReminder: boolean };

/** `url` answers the invitation once. */
export const invitationMail = ({ firstName, expiresAt, url, isReminder }: InvitationMail): Letter =>
  renderMail({
    subject: isReminder
      ? `Reminder: will you judge for ${site.name}?`
      : `${site.name} invites you to judge`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${site.name} would like you to judge proposals for the National Pitch Trek. Read them when it suits you, on a phone or a computer.`,
      'These are the terms:',
      ...judging.terms.split('\n\n'),
      `Please accept or decline by ${formatDate(expiresAt)}. The link works once, within ${JUDGES.invitationDays} days of this email.`,
      `If you also work for us as an admin, judging needs a separate account with another email address. This invitation is for that account.`,
    ],
    action: { label: 'Answer the invitation', url },
  });

/** Tells admins. */
export const declinedMail = (name: string, url: string): Letter =>
  renderMail({
    subject: `${name} can’t judge this time`,
    greeting: 'Hello,',
    paragraphs: [`${name} has declined the invitation to judge.`],
    action: { label: 'View judges', url },
  });
