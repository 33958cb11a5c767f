import { countOf } from '#domain/count-of.ts';
import { formatDate, formatDateTime } from '#domain/dates.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';

export const seasonLabels = {
  title: 'Season',
  back: 'All Programs',
  loading: 'Loading the season',
  loadFailed: 'The season could not be loaded.',
  openTitle: (deadline: string) => `The program is open until ${formatDateTime(deadline)} GMT.`,
  openText: 'Its season can end once the deadline is over.',
  leftTitle: 'What is left to settle',
  leftLead: 'The season can end when nothing of it moves any more.',
  seeAll: 'See these submissions',
  endTitle: 'What ending the season means',
  months: 'Months until it is deleted',
  monthsHint: '3 to 120. People are told the date.',
  typed: 'Title of the program',
  typedHint: (title: string) => `To confirm, type “${title}”.`,
  end: 'End the season',
  failed: 'The season could not be ended. Check your connection and try again.',
  archiveTitle: 'Archive',
  archiveLead:
    'Download every part while it is all there. Part 1 is the data for spreadsheets and programs; the others are the documents. One at a time; a part that broke off can be downloaded again.',
  archiveCopies:
    'Copies that you have downloaded are yours to delete when their time is over. Nobody else will.',
  download: 'Download',
  downloadFailed: 'The part could not be downloaded. Check your connection and try again.',
  resumeTitle: 'Take it back',
  resumeLead:
    'The program is then closed as before, nothing is deleted, and everybody who took part is told.',
  reason: 'Reason',
  reasonHint: '10 to 500 characters, for the audit log.',
  resume: 'Take the end back',
  resumeFailed: 'The end could not be taken back. Check your connection and try again.',
  deleting: 'The proposals that were not approved are being deleted.',
} as const;

const proposals = countOf('proposal', 'proposals');
const documents = countOf('document', 'documents');
const people = countOf('person', 'people');
const is = (count: number) => (count === 1 ? 'is' : 'are');

type Counts = {
  proposals: number;
  approved: number;
  people: number;
  without_address: number;
  documents: number;
  bytes: number;
};

/** The preview in sentences. */
export function describeEnd(counts: Counts, deleteAt: Date): string[] {
  const goes = counts.proposals - counts.approved;
  const { approved, without_address: silent } = counts;
  return [
    `It has ${proposals(counts.proposals)} with ${documents(counts.documents)} (${formatBytes(counts.bytes)}).`,
    ...(counts.people > silent ? [`${people(counts.people - silent)} will be told by email.`] : []),
    ...(silent > 0 ? [`${people(silent)} ${is(silent)} without an email address: call them.`] : []),
    ...(goes > 0
      ? [
          `On ${formatDate(deleteAt)}, ${proposals(goes)} that you have not approved will be deleted with documents, messages and notes. Everybody concerned is told again 30 days before.`,
        ]
      : ['Nothing will be deleted.']),
    ...(approved > 0
      ? [`${proposals(approved)} that you have approved ${is(approved)} kept.`]
      : []),
    'Accounts, receipts, sealed results and the public record are kept.',
    'From then on nothing can be decided, asked, judged or extended. Stages can still be changed.',
  ];
}

export const describeEnded = (endedAt: string): string =>
  `This season ended on ${formatDate(endedAt)}.`;
export const describeAhead = (deleteAt: string): string =>
  `Proposals that you have not approved will be deleted on ${formatDate(deleteAt)}.`;
export const describeGone = (deletedAt: string): string =>
  `Proposals that you had not approved were deleted on ${formatDate(deletedAt)}.`;
export const describePart = (part: number, count: number, bytes: number): string =>
  part === 1
    ? `Data (${formatBytes(bytes)} before it is compressed)`
    : `Documents of ${proposals(count)} (${formatBytes(bytes)})`;
