import { countOf } from '#domain/count-of.ts';
import { formatDate } from '#domain/dates.ts';
import { SCREENS } from '#domain/screens.ts';
import { renderMail } from '../mail/layout.ts';

type Told = {
  firstName: string;
  program: string;
  /** Business names: what is kept until the season is deleted, and what stays. */
  kept: string[];
  approved: string[];
};

const proposalsOf = countOf('proposal', 'proposals');
const named = (names: string[]) => names.map((name) => `“${name}”`).join(', ');
const yours = (names: string[]) => `your proposal${names.length === 1 ? '' : 's'} ${named(names)}`;
const open = (publicUrl: string) => ({
  label: 'Open the portal',
  url: publicUrl + SCREENS.dashboard,
});

export const seasonEnded = (
  { firstName, program, kept, approved }: Told,
  deleteAt: Date,
  publicUrl: string,
) =>
  renderMail({
    subject: `The season of ${program} has ended`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The season of ${program} has ended. Thank you for taking part.`,
      ...(kept.length > 0
        ? [
            `We keep ${yours(kept)}, with documents and messages, until ${formatDate(deleteAt)}. Then we delete all of it. We will write to you again 30 days before.`,
            'Until then you can read and download everything in the portal. Your account and your receipts stay.',
          ]
        : []),
      ...(approved.length > 0
        ? [`We keep ${yours(approved)}, because the law asks us to keep what we have approved.`]
        : []),
    ],
    action: open(publicUrl),
  });

export const seasonResumed = ({ firstName, program }: Told, publicUrl: string) =>
  renderMail({
    subject: `The season of ${program} goes on`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `We wrote to you that the season of ${program} has ended. We have taken that back.`,
      'For now, nothing of yours will be deleted. We will write to you when the season ends.',
    ],
    action: open(publicUrl),
  });

export const deletionAhead = (
  { firstName, program, kept }: Told,
  deleteAt: Date,
  publicUrl: string,
) =>
  renderMail({
    subject: `We will delete your proposal on ${formatDate(deleteAt)}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `The season of ${program} is over. On ${formatDate(deleteAt)} we will delete ${yours(kept)}, with documents and messages.`,
      'If you want to keep any of it, download it before then: “Download my data” is on your profile.',
      'Your account and your receipts stay.',
    ],
    action: open(publicUrl),
  });

type Facts = {
  program: string;
  proposals: number;
  deleteAt: Date;
  fetched: number;
  parts: number;
};

export function deletionAheadForAdmins(facts: Facts, url: string) {
  const { program, proposals, deleteAt, fetched, parts } = facts;
  const archive =
    fetched === parts
      ? 'All parts of its archive have been downloaded.'
      : `${fetched === 0 ? 'No part' : `Only ${fetched} of ${parts} parts`} of its archive ${fetched > 1 ? 'have' : 'has'} been downloaded so far. After the deletion nobody can do that any more.`;
  return renderMail({
    subject: `${proposalsOf(proposals)} of ${program} will be deleted on ${formatDate(deleteAt)}`,
    paragraphs: [
      `The season of ${program} has ended. On ${formatDate(deleteAt)}, ${proposalsOf(proposals)} that you have not approved will be deleted, with documents, messages and notes.`,
      archive,
      'Applicants have been told as well. Until then you can take the end of the season back.',
    ],
    action: { label: 'Open the season', url },
  });
}
