import { formatDate, formatDateTime } from '#domain/dates.ts';
import { JUDGES } from '#domain/judges/schema.ts';
import { site } from '#content/site.ts';
import { judging } from '#content/judging.ts';
import { renderMail } from '../mail/layout.ts';

type Letter = ReturnType<typeof renderMail>;

type InvitationMail = {
  firstName: string;
  expiresAt: Date;
  url: string;
  isReminder: boolean;
  /** Of rounds that they are in already: a sentence each. */
  rounds: readonly string[];
};

const NOT_YET =
  'Before your first round opens, we will tell you which program it is for, how many proposals you have and by when.';

type Coming = {
  name: string;
  program_title: string;
  /** When it was opened, else the earliest that it can be. */
  from: Date;
  closes_at: Date | null;
  /** Those assigned, else about how many each judge would get; null while nobody can tell. */
  reviews: { count: number; isExact: boolean } | null;
};

/** Which program and round, how many proposals, from when until when: as far as it is known. */
export function describeRound(coming: Coming): string {
  const { name, program_title: program, from, closes_at: closes, reviews } = coming;
  const work = reviews && reviews.count > 0 && describeCount(reviews);
  const end = closes ? ` until ${formatDateTime(closes)} GMT` : '';
  return `You would judge ${work ? `${work} in ` : 'in '}${name} of ${program}, from ${formatDateTime(from)} GMT${end}.`;
}

const describeCount = ({ count, isExact }: { count: number; isExact: boolean }): string =>
  `${isExact ? '' : 'about '}${count.toLocaleString('en-GB')} ${count === 1 ? 'proposal' : 'proposals'}`;

/** `url` answers the invitation once. */
export const invitationMail = (invitation: InvitationMail): Letter => {
  const { firstName, expiresAt, url, isReminder, rounds } = invitation;
  return renderMail({
    subject: isReminder
      ? `Reminder: will you judge for ${site.name}?`
      : `${site.name} invites you to judge`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `${site.name} would like you to judge proposals for the National Pitch Trek. Read them when it suits you, on a phone or a computer.`,
      ...(rounds.length > 0 ? rounds : [NOT_YET]),
      'These are the terms:',
      ...judging.terms.split('\n\n'),
      `Please accept or decline by ${formatDate(expiresAt)}. The link works once, within ${JUDGES.invitationDays} days of this email.`,
      `If you also work for us as an admin, judging needs a separate account with another email address. This invitation is for that account.`,
    ],
    action: { label: 'Answer the invitation', url },
  });
};

export const declinedMail = (name: string, url: string): Letter =>
  renderMail({
    subject: `${name} can’t judge this time`,
    greeting: 'Hello,',
    paragraphs: [`${name} has declined the invitation to judge.`],
    action: { label: 'View judges', url },
  });
