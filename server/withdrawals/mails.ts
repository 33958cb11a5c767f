import { site } from '#content/site.ts';
import { SCREENS } from '#domain/screens.ts';
import { renderMail } from '../mail/layout.ts';
import type { ProposalRow } from '../proposals/store.ts';

type Letter = ReturnType<typeof renderMail>;
type By = 'applicant' | 'firm';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
const whyOf = (reason: string | null): string[] => (reason === null ? [] : [`Reason: ${reason}`]);

/** To its owner or, by their first name, to a member. */
export const withdrawnMail = (row: ProposalRow, publicUrl: string, member?: string): Letter =>
  renderMail({
    subject: `Your proposal ${oneLine(row.business_name)} has been withdrawn`,
    greeting: `Hello ${member ?? row.first_name},`,
    paragraphs: [
      row.withdrawn_by === 'applicant'
        ? `${member === undefined ? 'You' : `${row.first_name} ${row.last_name}`} withdrew your proposal “${row.business_name}” for ${row.title}. It no longer takes part.`
        : `We withdrew your proposal “${row.business_name}” for ${row.title}. It no longer takes part.`,
      ...whyOf(row.withdrawal_reason),
      `Your answers, documents and messages stay in your account. If this is a mistake, call ${site.phone}.`,
    ],
    action: { label: 'View your proposal', url: publicUrl + SCREENS.ownProposal(row) },
  });

export const reinstatedMail = (row: ProposalRow, publicUrl: string, member?: string): Letter =>
  renderMail({
    subject: `Your proposal ${oneLine(row.business_name)} counts again`,
    greeting: `Hello ${member ?? row.first_name},`,
    paragraphs: [
      `We took back the withdrawal of your proposal “${row.business_name}” for ${row.title}. It counts again, and it is not decided yet.`,
      `Questions? Call ${site.phone} or write to ${site.email}.`,
    ],
    action: { label: 'View your proposal', url: publicUrl + SCREENS.ownProposal(row) },
  });

/** To the firm. `free`: the names of rounds in which it was to be selected. */
export const deskWithdrawnMail = (
  row: ProposalRow,
  by: By,
  free: string[],
  publicUrl: string,
): Letter =>
  renderMail({
    subject: `Withdrawn: ${oneLine(row.business_name)}`,
    paragraphs: [
      by === 'applicant'
        ? `${row.first_name} ${row.last_name} has withdrawn the proposal ${row.business_name} for ${row.title}.`
        : `The proposal ${row.business_name} of ${row.first_name} ${row.last_name} for ${row.title} has been withdrawn at the desk.`,
      ...whyOf(row.withdrawal_reason),
      ...free.map(
        (name) =>
          `It was to be selected in ${name}, so a place is free there. Nobody moves up automatically: choose again before you seal.`,
      ),
    ],
    action: { label: 'View the proposal', url: publicUrl + SCREENS.submission(row) },
  });

export const deskReinstatedMail = (row: ProposalRow, publicUrl: string): Letter =>
  renderMail({
    subject: `Back again: ${oneLine(row.business_name)}`,
    paragraphs: [
      `The withdrawal of the proposal ${row.business_name} of ${row.first_name} ${row.last_name} for ${row.title} has been taken back. It is not decided yet.`,
    ],
    action: { label: 'View the proposal', url: publicUrl + SCREENS.submission(row) },
  });
