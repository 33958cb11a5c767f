/** spec §8.8, word for word. */
export const PROGRAM = {
  created: 'Program created successfully!',
  updated: 'Program updated successfully!',
  deleted: 'Program deleted successfully.',
  createFailed: 'Failed to create program.',
  updateFailed: 'Failed to update program.',
  deleteFailed: 'Failed to delete program.',
  notFound: 'Program not found',
  none: 'No projects have been created yet.',
  noneAvailable: 'No programs available at the moment.',
  loginRequiredTitle: 'Login Required',
  loginRequired: 'You need to log in or create an account first to apply. Click OK to go to login.',
  closedTitle: 'Application Closed',
  closed: 'The application deadline for this program has passed.',
} as const;

/** 'No programs available (for a sector) at the moment.' */
export const noProgramsFor = (sector: string): string =>
  `No programs available for ${sector} at the moment.`;

/** `day` as in "12 December". */
/** To whom it applies: a person who has more time than the program's deadline. */
export const extendedUntil = (instant: string): string => `Extended for you until ${instant}`;

export const editableUntil = (day: string): string => `You can edit until ${day}.`;
/** `moment` as in "1 December 2026 at 09:00". */
export const opensOn = (moment: string): string => `Opens on ${moment}`;
export const wasEditableUntil = (day: string): string => `Editing was open until ${day}.`;

/** `moment` as in "12 December 2026 at 17:00". */
export const closesNow = (moment: string): string => `It now closes on ${moment}.`;

/** Our own sentences. */
export const PROGRAM_RULES = {
  deadlineMoved: 'The deadline of this program has moved.',
  deadline: 'Enter the date and time of the deadline.',
  sector: 'Select a sector.',
  /** On the day of the deadline, while submissions are still accepted. */
  lastDay: "Today is the last day: what you send can't be changed afterwards.",
  opening: 'Enter the date and time of the opening.',
  openingAfterDeadline: 'A program must open before its deadline.',
  decisionBy: 'Enter the date of the decision, or leave it blank.',
  announces: 'Choose when applicants hear about decisions.',
  announceAt: 'Enter the date and time of the announcement.',
  announceTooLate: 'Choose a time within the next 60 days.',
  announcesAtOnce:
    'This program announces each decision as it is made. Change that in the program first.',
  hasRounds: 'This program is judged in rounds. Releasing a round announces its results.',
  notPlanned: 'No announcement is planned.',
  unannounced: 'Some decisions are not announced yet. Announce them first.',
  isPublic: 'the program is public',
  notOpenYet: 'This program is not open yet.',
  hasProposals:
    'This program has proposals, so it cannot be deleted. Move its deadline to close it instead.',
} as const;
