import { countOf } from '#domain/count-of.ts';

const proposals = countOf('proposal', 'proposals');
const judges = countOf('judge', 'judges');
const reviews = countOf('review', 'reviews');

export const stepLabels = {
  parts: 'Parts of the round',
  steps: 'Steps of the round',
  describe: (program: string, position: number) => `${program}, position ${position}`,
  preview: 'Preview assignment',
  previewPitch: 'Preview opening',
  desk: 'Open the desk',
  sheets: 'Paper sheets',
  open: 'Open round',
  close: 'Close now',
  closeTitle: 'Close the round now?',
  closeText: 'Nobody will be able to write or change a review. Reviews not submitted do not count.',
  closing: 'Counting what is still missing',
  allSubmitted: 'All reviews have been submitted.',
  missing: (missing: number, all: number) =>
    `${missing.toLocaleString('en-GB')} of ${reviews(all)} ${missing === 1 ? 'has' : 'have'} not been submitted:`,
  missingOf: (name: string, missing: number) => `${name}: ${missing.toLocaleString('en-GB')}`,
  becomesShort: (short: number, none: number, wanted: number) =>
    `${proposals(short)} will have fewer than ${reviews(wanted)}${none > 0 ? `, ${none.toLocaleString('en-GB')} of them none at all` : ''}.`,
  /** Of a pitch round: "Mensah: 3 missing, last sent 14:32". */
  owes: (name: string, missing: number, sentAt: string | null) =>
    `${name}: ${missing.toLocaleString('en-GB')} missing, ${sentAt ? `last sent ${sentAt}` : 'nothing sent yet'}`,
  keptOf: (name: string, kept: number) => `${name}: ${reviews(kept)} kept and not counted`,
  closePitchText:
    'Scores that come later are kept, but do not count unless you reopen the round. Sheets can no longer be typed in.',
  keptText: 'Scores that are kept and do not count:',
  closed: 'Round closed.',
  reopen: 'Reopen',
  reopenTitle: 'Reopen the round?',
  reopenText:
    'The reason is public. Submitted reviews stay as they are; judges can only write the others.',
  reopened: 'Round reopened.',
  fill: 'Fill from ranking',
  fillTitle: 'Fill the outcomes from the ranking?',
  fillText: (places: number) =>
    `The first ${places.toLocaleString('en-GB')} with a score will be selected, all others not selected. This replaces outcomes and reasons already entered.`,
  filled: 'Outcomes filled from the ranking.',
  seal: 'Seal results',
  sealTitle: 'Seal the results?',
  sealText:
    'The results are written into one file. Its hash becomes public at once and is emailed to every judge in the round. Nothing is announced yet.',
  note: 'Note',
  noteHint: 'Required if the number selected differs from the number of places. It is public.',
  sealed: 'Results sealed.',
  unseal: 'Withdraw the seal',
  unsealTitle: 'Withdraw the seal?',
  unsealText: 'The withdrawn seal, its hash and your reason stay in the public record for ever.',
  unsealed: 'Seal withdrawn.',
  release: 'Release now',
  copy: 'Copy',
  toSetup: 'Go to the set-up',
  reason: 'Reason',
  publicReasonHint: '10 to 2,000 characters. It is public.',
  reasonHint: '10 to 2,000 characters.',
  closesAt: 'Closes at (date and time)',
  cancel: 'Cancel',
  failed: 'This could not be done. Try again.',
} as const;

export const panelLabels = {
  panel: 'Judges in this round',
  caption: 'Judges in this round and their progress',
  name: 'Name',
  assigned: 'Assigned',
  submitted: 'Submitted',
  abstained: 'Abstained',
  states: { invited: 'Has not accepted the invitation', declined: 'Has declined' },
  inactive: 'Inactive',
  last: 'Last change',
  mean: 'Mean',
  lean: 'Leniency',
  nobody: 'This round has no judges yet.',
  loading: 'Loading the judges',
  add: 'Add a judge',
  chooseJudge: 'Choose a judge',
  addHint: 'They get only reviews that have no judge yet.',
  addHintPitch: 'They score every pitch.',
  addNobody: 'Everyone who has accepted is already in the round.',
  added: (count: number) =>
    count > 0
      ? `Judge added. They got ${reviews(count)}.`
      : 'Judge added. They got no reviews: no proposal is short of them. “One more review” beside a proposal gives them some.',
  addedToDraft: 'Judge added.',
  remove: 'Remove',
  hasLeft: 'Has left',
  removeTitle: (name: string) => `Remove ${name} from the round?`,
  removeText: (submitted: number, open: number) =>
    `${submitted === 0 ? 'They have submitted no reviews.' : `Their ${submitted === 1 ? 'submitted review stays' : `${submitted.toLocaleString('en-GB')} submitted reviews stay`}.`} ${open === 0 ? 'Nothing goes to other judges.' : `The other ${open === 1 ? 'one goes' : `${open.toLocaleString('en-GB')} go`} to other judges at once, first to those with the fewest. A judge added later does not get these.`}`,
  removeTextPitch:
    'What they have submitted stays. What they send later is kept and does not count unless you add them again.',
  replacement: 'Replacement',
  replacementHint: 'Joins the round and gets what they can read of these reviews.',
  noReplacement: 'Nobody',
  removedPitch: 'Judge removed.',
  removed: (moved: number, short: number) =>
    `Judge removed. ${reviews(moved)} went to others${short > 0 ? `; ${proposals(short)} ${short === 1 ? 'is' : 'are'} short of reviews` : ''}.`,
  conflicts: 'Conflicts of interest',
  conflictsColumn: 'Conflicts',
  conflictsCaption: 'Conflicts of interest with proposals of this round',
  noConflicts: 'No conflicts.',
  noConflictsDraft: 'We check for conflicts when the round opens. The preview shows them.',
  loadingConflicts: 'Loading the conflicts',
  proposal: 'Proposal',
  kind: 'About',
  state: 'Status',
  reason: 'Reason',
  actions: 'Actions',
  confirm: 'Confirm',
  clear: 'Clear…',
  clearTitle: 'Clear this conflict?',
  clearText: 'The judge can read the proposal. A review they have submitted counts again.',
  cleared: 'Conflict cleared.',
  confirmed: 'Conflict confirmed.',
  record: 'Record a conflict',
  recordTitle: 'Record a conflict of interest',
  recordText: 'A judge will not get the proposal. An admin cannot decide on it.',
  person: 'Person',
  choosePerson: 'Choose a person',
  chooseProposal: 'Choose a proposal',
  chooseKind: 'Choose what it is about',
  me: 'Me',
  anAdmin: 'An admin',
  recorded: 'Conflict recorded.',
  totals: (submitted: number, all: number) =>
    `${submitted.toLocaleString('en-GB')} of ${reviews(all)} submitted.`,
  isShort: (count: number) =>
    `${proposals(count)} ${count === 1 ? 'has' : 'have'} fewer reviews than required.`,
  fillShort: 'Assign missing reviews',
  fillTitle: 'Assign missing reviews?',
  fillText: (assigned: number, short: number) =>
    `${reviews(assigned)} would be assigned. ${short === 0 ? 'None would still be missing.' : `${proposals(short)} would still be short of reviews: too few judges can read ${short === 1 ? 'it' : 'them'}.`}`,
  filled: (count: number) => `${reviews(count)} assigned.`,
  remind: 'Remind',
  remindAll: (count: number) => `Remind ${judges(count)}`,
  remindTitle: (count: number) => `Remind ${judges(count)}?`,
  remindText: 'We email what is left and when the round closes to:',
  remindConfirm: 'Send reminder',
  owing: (name: string, count: number, wasReminded: boolean) =>
    `${name}: ${reviews(count)} left.${wasReminded ? ' Reminded less than an hour ago, so not again now.' : ''}`,
  reminded: (count: number, skipped: readonly { name: string; reason: string }[]) =>
    [`${judges(count)} reminded.`, ...skipped.map(({ name, reason }) => `${name} ${reason}.`)].join(
      ' ',
    ),
  notBegun: 'Nobody can read proposals until the round opens.',
  cannotFill: 'No other judge can take the missing reviews. Add a judge first.',
} as const;
