import { countOf } from '#domain/count-of.ts';

const proposals = countOf('proposal', 'proposals');
const judges = countOf('judge', 'judges');
const reviews = countOf('review', 'reviews');

export const stepLabels = {
  parts: 'Parts of the round',
  steps: 'Steps of the round',
  describe: (program: string, position: number) => `${program}, position ${position}`,
  preview: 'Preview assignment',
  open: 'Open round',
  close: 'Close now',
  closeTitle: 'Close the round now?',
  closeText:
    'Nobody can write or change a review any more. Reviews that were not submitted do not count.',
  closed: 'Round closed.',
  reopen: 'Open again',
  reopenTitle: 'Open the round again?',
  reopenText:
    'The reason is public. Reviews that were submitted stay as they are; judges can only write the others.',
  reopened: 'Round opened again.',
  fill: 'Fill from ranking',
  fillTitle: 'Fill the outcomes from the ranking?',
  fillText: (places: number) =>
    `The first ${places.toLocaleString('en-GB')} with a score become selected, all others not selected. Outcomes and reasons that were entered before are replaced.`,
  filled: 'Outcomes filled from the ranking.',
  seal: 'Seal results',
  sealTitle: 'Seal the results?',
  sealText:
    'The results are written into one file. Its hash is public at once and goes to every judge of the round by email. Nothing is announced yet.',
  note: 'Note',
  noteHint: 'Needed if another number than the places is selected. It is public.',
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
  failed: 'This could not be done. Please try again.',
} as const;

export const openingLabels = {
  title: 'Preview of the opening',
  loading: 'Working out who reads what',
  again: 'Preview again',
  cannot: 'This round cannot open yet',
  lead: (entries: number, count: number) =>
    `${proposals(entries)}, read by ${judges(count)}. Nothing happens before you press “Open round”.`,
  changed: 'Assign again: something changed since the preview.',
  changedText: 'This is the new preview. Check it, then open the round.',
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
    'A password, its size or an error in the file is in the way. Judges do not see such a document; they read the others and the description.',
  cleaning: (count: number) => `The documents of ${proposals(count)} are being cleaned`,
  cleaningText:
    'Judges see each document as soon as it is clean. You can open the round now, or wait: this page goes on by itself.',
  allClean: 'Judges see cleaned copies of all documents.',
  frozen: 'What opening means',
  frozenText:
    'Proposals, regions, criteria, weights and the way of reading are public and frozen from then on. Only a later closing time and, until the results are sealed, the places can change, and each change is public. Judges and applicants are told by email.',
  opened: (count: number) =>
    `Round opened. ${count.toLocaleString('en-GB')} ${count === 1 ? 'judge has' : 'judges have'} been told.`,
} as const;

export const panelLabels = {
  panel: 'Judges of this round',
  caption: 'Judges of this round, with what they have done',
  name: 'Name',
  assigned: 'Assigned',
  submitted: 'Submitted',
  abstained: 'Abstained',
  recused: 'Conflicts',
  last: 'Last change',
  mean: 'Mean',
  lean: 'Lean',
  nobody: 'This round has no judges yet.',
  loading: 'Loading the judges',
  add: 'Add a judge',
  chooseJudge: 'Choose a judge',
  addHint: 'They get what is short, and nothing of others.',
  addNobody: 'Everybody who has accepted is in the round.',
  added: (count: number) => `Judge added. They got ${reviews(count)}.`,
  addedToDraft: 'Judge added.',
  remove: 'Remove',
  hasLeft: 'Has left',
  removeTitle: (name: string) => `Remove ${name} from the round?`,
  removeText: 'Their submitted reviews stay. What they have not submitted goes to others at once.',
  removed: (moved: number, short: number) =>
    `Judge removed. ${reviews(moved)} went to others${short > 0 ? `; ${proposals(short)} ${short === 1 ? 'is' : 'are'} short` : ''}.`,
  conflicts: 'Conflicts of interest',
  conflictsCaption: 'Conflicts of interest with proposals of this round',
  noConflicts: 'There are none.',
  noConflictsDraft: 'They are looked for at the opening; the preview shows them.',
  loadingConflicts: 'Loading the conflicts',
  proposal: 'Proposal',
  kind: 'About',
  state: 'State',
  reason: 'Reason',
  confirm: 'Confirm',
  clear: 'Clear…',
  clearTitle: 'Clear this conflict?',
  clearText: 'The judge may read the proposal. A submitted review of it counts again.',
  cleared: 'Conflict cleared.',
  confirmed: 'Conflict confirmed.',
  record: 'Record a conflict',
  recordTitle: 'Record a conflict of interest',
  recordText: 'The person cannot judge the proposal, and an admin cannot decide on it.',
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
    `${proposals(count)} ${count === 1 ? 'has' : 'have'} fewer reviews than asked for.`,
  fillShort: 'Fill what is short',
  fillTitle: 'Fill what is short?',
  fillText: (assigned: number, short: number) =>
    `${reviews(assigned)} would be assigned. ${short === 0 ? 'Nothing stays short.' : `${proposals(short)} would stay short: too few judges may read ${short === 1 ? 'it' : 'them'}.`}`,
  filled: (count: number) => `${reviews(count)} assigned.`,
  notBegun: 'Nobody reads before the round is open.',
  cannotFill: 'Nobody else may read what is short. Add a judge first.',
} as const;

export const CONFLICT_KIND_LABELS = {
  same_person: 'The same person',
  same_domain: 'The same domain',
  same_organisation: 'The same organisation',
  named_person: 'A person they named',
  own_business: 'Own business',
  family: 'Family',
  business: 'Business with them',
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
  text: 'Only the places and a later closing time can still change, and each change stands in the public record.',
  sealedText: 'Nothing of the set-up can change any more.',
  closes: 'Closes at',
  isFinal: 'Final round',
  isBlind: 'Blind',
  showsDocuments: 'Shows documents',
  sparesOwnRegion: 'Spares own region',
} as const;

export const entryLabels = {
  caption: 'Proposals of this round',
  searchHint: 'Code or business name',
  loading: 'proposals',
  none: 'No proposal would be in this round.',
  noMatch: 'No proposals match your search.',
  code: 'Code',
  business: 'Business',
  erased: 'Deleted',
  region: 'Region',
  reviews: 'Reviews',
  state: 'State',
  states: { in: 'In', withdrawn: 'Withdrawn', absent: 'Absent' },
  actions: 'Actions',
  withdraw: 'Withdraw',
  withdrawTitle: (name: string) => `Withdraw ${name} from the round?`,
  withdrawText:
    'It is not ranked, and its reviews leave the queues of the judges and do not count. It can be put back until the results are sealed.',
  withdrawn: 'Proposal withdrawn.',
  putBack: 'Put back',
  putBackText: 'It is ranked again, and judges who are missing are assigned.',
  isBack: 'Proposal put back.',
  redact: 'Redact',
  isRedacted: 'redacted',
  redactTitle: (name: string) => `What judges read of ${name}`,
  redactText:
    'Names, addresses and numbers are hidden by themselves in a blind round. Change here what else must not be read. The proposal itself stays as it is.',
  description: 'Description for the judges',
  descriptionHint: 'Left empty, judges read the whole description.',
  save: 'Save',
  saved: 'Description saved.',
  further: 'One more review',
  furtherText: 'Another judge reads it too, and gets an email.',
  furtherDone: (count: number) =>
    count === 0 ? 'Nobody else may read this proposal.' : 'One more review assigned.',
  isUnclean: 'a document cannot be cleaned',
  unclean: 'Judges do not see a document that cannot be cleaned.',
  loadingDescription: 'Loading the description',
} as const;

export const describeTotal = countOf('proposal', 'proposals');
