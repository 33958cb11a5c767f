import { countOf } from '#domain/count-of.ts';
import type { Entry } from '#domain/judging/schema.ts';

const proposals = countOf('proposal', 'proposals');
const judges = countOf('judge', 'judges');
const pitches = countOf('pitch', 'pitches');
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

export const openingLabels = {
  title: 'Preview of the opening',
  loading: 'Working out who reads what',
  again: 'Preview again',
  cannot: 'This round cannot open yet',
  lead: (entries: number, count: number) =>
    `${proposals(entries)}, read by ${judges(count)}. Nothing happens until you press “Open round”.`,
  changed: 'Assign again: something changed since the preview.',
  changedText: 'This is the new preview. Check it, then open the round.',
  leadPitch: (entries: number, count: number) =>
    `${pitches(entries)}, each scored by ${count === 1 ? '1 judge' : `all ${judges(count)}`}. Nothing happens until you press “Open round”.`,
  frozenPitchText:
    'Proposals, regions, criteria, weights and minutes become public and can no longer change, and the order is drawn by lot. You can still change the venue, the sessions and the order, make the closing time later and, until the results are sealed, change the places. We email judges and applicants.',
  loads: 'What each judge gets',
  judge: 'Judge',
  reviews: 'Reviews',
  spared: 'Own region',
  conflicts: 'Conflicts',
  allFilled: 'Every proposal gets all its reviews.',
  short: (count: number) => `${proposals(count)} cannot get all reviews`,
  missing: (count: number) => `${reviews(count)} missing`,
  possible: (count: number) =>
    `${count.toLocaleString('en-GB')} possible ${count === 1 ? 'conflict' : 'conflicts'}`,
  confirmed: (count: number) =>
    `${count.toLocaleString('en-GB')} ${count === 1 ? 'conflict' : 'conflicts'} of interest`,
  confirmedText: 'The judge does not get the proposal.',
  possibleText: 'The judge does not get the proposal until you clear it, after the opening.',
  notAccepted: (count: number) => `${judges(count)} cannot read yet`,
  notAcceptedText: 'They have not accepted the invitation or are not active, so they get nothing.',
  unclean: (count: number) =>
    `${proposals(count)} ${count === 1 ? 'has a document' : 'have documents'} that cannot be cleaned`,
  uncleanText:
    'The file has a password, is too large or is damaged. Judges won’t see it; they read the other documents and the description.',
  cleaning: (count: number) => `The documents of ${proposals(count)} are being cleaned`,
  cleaningText:
    'Judges see each document as soon as it is clean. You can open the round now, or wait: this page updates automatically.',
  allClean: 'Judges see cleaned copies of all documents.',
  frozen: 'What opening means',
  frozenText:
    'Proposals, regions, criteria, weights and how judges read become public and can no longer change. You can only make the closing time later and, until the results are sealed, change the places. Each change is public. We email judges and applicants.',
  opened: (count: number) =>
    `Round opened. ${count.toLocaleString('en-GB')} ${count === 1 ? 'judge has' : 'judges have'} been told.`,
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

export const CONFLICT_KIND_LABELS = {
  same_person: 'The same person',
  same_domain: 'The same domain',
  same_organisation: 'The same organisation',
  named_person: 'A person they named',
  own_business: 'Own business',
  family: 'Family',
  business: 'Business ties',
  employment: 'Employment',
  other: 'Something else',
} as const;

export const CONFLICT_STATES = {
  possible: 'Possible',
  confirmed: 'Confirmed',
  cleared: 'Cleared',
} as const;

export const frozenLabels = {
  title: (since: string) => `Public and frozen since ${since}`,
  text: 'You can still change the places and move the closing time later. Each change appears in the public record.',
  pitchText:
    'You can still change the places and the venue and, until the round closes, the sessions and a later closing time. Each change appears in the public record. Applicants are told of a new time.',
  sealedText: 'The set-up can no longer change.',
  closes: 'Closes at',
  isFinal: 'Final round',
  isBlind: 'Blind',
  showsDocuments: 'Shows documents',
  sparesOwnRegion: 'Own region excluded',
} as const;

export const entryLabels = {
  caption: 'Proposals in this round',
  searchHint: 'Code or business name',
  loading: 'proposals',
  none: 'There are no proposals for this round.',
  noMatch: 'No proposals match your search.',
  code: 'Code',
  business: 'Business',
  erased: 'Deleted',
  region: 'Region',
  reviews: 'Reviews',
  state: 'Status',
  states: { in: 'In', withdrawn: 'Withdrawn', absent: 'Absent' },
  actions: 'Actions',
  order: 'No.',
  slot: 'Time',
  absent: 'Absent',
  here: 'Here',
  isAbsent: (name: string) => `${name} is absent.`,
  isHere: (name: string) => `${name} is here.`,
  move: 'Move to…',
  moveTitle: (name: string) => `Move ${name}`,
  moveText: (count: number) =>
    `The others close up. Applicants whose time moves by 30 minutes or more are told until the first pitch has begun. There are ${count.toLocaleString('en-GB')} places.`,
  place: 'Place in the order',
  moved: 'Order changed.',
  withdraw: 'Withdraw',
  withdrawTitle: (name: string) => `Withdraw ${name} from the round?`,
  withdrawText:
    'It won’t be ranked. Its reviews won’t count and will leave the judges’ queues. You can put it back until the results are sealed.',
  withdrawn: 'Proposal withdrawn.',
  putBack: 'Put back',
  putBackText: 'It will be ranked again, and missing judges will be assigned.',
  isBack: 'Proposal put back.',
  redact: 'Redact',
  isRedacted: 'redacted',
  redactTitle: (name: string) => `What judges read about ${name}`,
  redactText:
    'Judges will read exactly this. In a blind round, ■■■ already stands for names, addresses and numbers: hide anything else, or put back what names nobody. The proposal itself does not change.',
  description: 'Description for the judges',
  descriptionHint: 'To use the original again, clear this and save.',
  save: 'Save',
  saved: 'Description saved.',
  further: 'One more review',
  furtherText: 'Another judge will read it too, and will get an email.',
  furtherDone: (count: number) =>
    count === 0 ? 'No other judge can read this proposal.' : 'One more review assigned.',
  isUnclean: 'a document cannot be cleaned',
  unclean: 'Judges do not see a document that cannot be cleaned.',
  loadingDescription: 'Loading the description',
} as const;

export const describeTotal = countOf('proposal', 'proposals');

export const nameOf = ({ business_name: name, code }: Entry): string => name ?? code ?? '';
