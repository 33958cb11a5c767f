export const SEASONS = {
  retentionMonths: { min: 3, max: 120, usual: 24 },
  reason: { min: 10, max: 500 },
  /** Nothing is deleted sooner than this after the mails that say so. */
  noticeDays: 30,
  /** Bytes of documents in a part of an archive, unless one proposal has more. */
  partBytes: 500_000_000,
} as const;

/** Whole months later, on the last day of a month that is too short. */
export function monthsAfter(instant: Date, months: number): Date {
  const date = new Date(instant);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(instant.getUTCDate(), days));
  return date;
}

export const SEASON = {
  ended: 'This season has ended. Take that back first if something has to change.',
  notEnded: 'This season has not ended.',
  deleted: 'The proposals of this season are being deleted, so it cannot be taken back any more.',
  programOpen: 'The program is still open. Its season can end once the deadline is over.',
  notSettled: 'Some things of this season are not settled yet. Settle them first.',
  title: 'Type the title of the program exactly as it is.',
  months: 'Choose a whole number of months from 3 to 120.',
  reason: 'Give a reason of 10 to 500 characters.',
  partNotFound: 'This archive has no such part.',
  partAgain: 'You have started downloading this part once more, so this download ended.',
  partBusy: 'You are already downloading another part. Wait until it is complete.',
} as const;

/** Why a season cannot end yet. */
export const UNSETTLED = {
  undecided: 'It is not decided yet.',
  withdrawing: 'Its withdrawal can still be taken back.',
  untold: 'The applicant has not been told of the decision yet.',
  waiting: 'A submission is waiting for its documents.',
  running: 'An applicant has more time.',
  asked: 'An applicant was asked for changes.',
  round: 'The results of this round have not been released yet.',
} as const;

/** Why a file is not in the archive. */
export const MISSING = {
  deleted: 'The proposal has been deleted.',
  missing: 'The file is not there.',
  altered: 'The file could not be read as it was received.',
  checking: 'The file is still being checked for viruses.',
  infected: 'A virus was found in the file.',
} as const;

export const SEASON_ENDED = 'Season ended. Everybody who took part is being told.';
export const SEASON_RESUMED = 'The season goes on. Nothing will be deleted.';
