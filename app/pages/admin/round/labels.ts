import { countOf } from '#domain/count-of.ts';
import type { Entry } from '#domain/judging/schema.ts';

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
  closeText: 'Nobody will be able to write or change a review. Reviews not submitted do not count.',
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
  recused: 'Conflicts',
  last: 'Last change',
  mean: 'Mean',
  lean: 'Leniency',
  nobody: 'This round has no judges yet.',
  loading: 'Loading the judges',
  add: 'Add a judge',
  chooseJudge: 'Choose a judge',
  addHint: 'They get only reviews that have no judge yet.',
  addNobody: 'Everyone who has accepted is already in the round.',
  added: (count: number) => `Judge added. They got ${reviews(count)}.`,
  addedToDraft: 'Judge added.',
  remove: 'Remove',
  hasLeft: 'Has left',
  removeTitle: (name: string) => `Remove ${name} from the round?`,
  removeText: 'Their submitted reviews stay. The rest go to other judges at once.',
  removed: (moved: number, short: number) =>
    `Judge removed. ${reviews(moved)} went to others${short > 0 ? `; ${proposals(short)} ${short === 1 ? 'is' : 'are'} short of reviews` : ''}.`,
  conflicts: 'Conflicts of interest',
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
    'Names, addresses and numbers are hidden automatically in a blind round. Edit the text here to hide anything else. The proposal itself does not change.',
  description: 'Description for the judges',
  descriptionHint: 'Leave blank to show judges the whole description.',
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
