/** The history of a proposal, one sentence per event; `isOwner`: the reader submitted it. */
import { formatClock, formatWeekday } from '../dates.ts';
import type { Decision } from './decision-rules.ts';

/** Events in the history of a proposal that its owner may see. */
export const TIMELINE_EVENTS = [
  'received',
  'completed',
  'withdrawn',
  'reinstated',
  'edited',
  'read',
  'approved',
  'declined',
  'undecided',
  // For admins only: when what was decided before became known.
  'announced',
  'stage_changed',
  'message',
  'judging',
  'results',
  'extended',
  'requested',
  'answered',
  'lapsed',
  'cancelled',
  'invited',
  'joined',
  'removed',
  'left',
  'handed_over',
] as const;

export const TIMELINE = {
  failed: 'Could not load what has happened so far.',
  announced: 'The decision was announced to the applicant.',
  read: 'The firm read the proposal.',
  readYours: 'We read your proposal.',
} as const;

export const describeReceived = (isOwner: boolean): string =>
  isOwner ? 'We received your proposal.' : 'Received.';

export function describeWithdrawn(by: 'applicant' | 'firm', isOwner: boolean): string {
  if (isOwner)
    return by === 'applicant' ? 'You withdrew your proposal.' : 'We withdrew your proposal.';
  return by === 'applicant'
    ? 'The applicant withdrew the proposal.'
    : 'The firm withdrew the proposal.';
}

export const describeReinstated = (isOwner: boolean): string =>
  `The withdrawal was taken back. ${isOwner ? 'Your' : 'The'} proposal counts again.`;

export const describeCompleted = (isOwner: boolean): string =>
  `The last document arrived, so ${isOwner ? 'your' : 'the'} proposal is complete.`;

/** Of what came in on paper. */
export const describeTyped = (isOwner: boolean): string =>
  `${isOwner ? 'We' : 'The firm'} entered ${isOwner ? 'your' : 'the'} proposal.`;
export const describeCorrected = (isOwner: boolean): string =>
  `${isOwner ? 'We' : 'The firm'} corrected what was entered.`;

export function describeDecision(decision: Decision, reason: string | undefined, isOwner: boolean) {
  const proposal = isOwner ? 'Your proposal' : 'The proposal';
  if (decision === 'approved') return `${proposal} was approved.`;
  if (decision === 'undecided') return `The decision was reversed. ${proposal} is not decided yet.`;
  return reason ? `${proposal} was declined. Reason: ${reason}` : `${proposal} was declined.`;
}

export const describeReason = (reason: string | undefined): string =>
  reason
    ? `The reason for declining was corrected: ${reason}`
    : 'The reason for declining was corrected.';

/** `before` and `after` as formatted stages. */
export const describeStage = (before: string | undefined, after: string): string =>
  before
    ? `The funding stage was changed from ${before} to ${after}.`
    : `The funding stage was changed to ${after}.`;

/** `round`: its place in the program and its name. `isOver`: nobody reads any more. */
export function describeJudging(
  round: {
    position: number;
    name: string;
    judges: number;
    isOver: boolean;
    kind: 'reading' | 'pitch';
  },
  isOwner: boolean,
): string {
  const { position, name, judges, isOver, kind } = round;
  const who = judges === 1 ? '1 judge' : `${judges || 'no'} judges`;
  const words = {
    reading: isOver ? ['has read', 'have read'] : ['is reading', 'are reading'],
    pitch: isOver ? ['has scored', 'have scored'] : ['is hearing', 'are hearing'],
  };
  const [one, more] = words[kind];
  const what = kind === 'pitch' ? 'pitch' : 'proposal';
  return `Round ${position}, ${name}: ${who} ${judges === 1 ? one : more} ${isOwner ? 'your' : 'the'} ${what}.`;
}

export const describeResult = (
  { name, outcome }: { name: string; outcome: 'selected' | 'not_selected' | 'absent' },
  isOwner: boolean,
): string => {
  const words = { selected: 'selected', not_selected: 'not selected', absent: 'not there' };
  const subject = outcome === 'absent' ? 'applicant' : 'proposal';
  if (outcome === 'absent' && isOwner)
    return `The results of ${name} are out: you were not there when your pitch was called.`;
  return `The results of ${name} are out: ${isOwner ? 'your' : 'the'} ${subject} was ${words[outcome]}.`;
};

/** "Your pitch: Friday 11 September, 9:36, Tamale. 5 minutes, then 5 minutes of questions." */
export function describePitch({
  slot,
  date,
  venue,
  minutes: { pitch, questions },
}: {
  slot: Date | null;
  /** Of a round without times. */ date?: string | null | undefined;
  venue: string | null;
  minutes: { pitch: number; questions: number };
}): string {
  const day = date ? [formatWeekday(new Date(date))] : [];
  const when = slot ? [formatWeekday(slot), formatClock(slot)] : day;
  const where = [...when, ...(venue ? [venue] : [])].join(', ') || 'time and place follow';
  const length = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`);
  const then = questions > 0 ? `, then ${length(questions)} of questions` : '';
  return `Your pitch: ${where}. ${length(pitch)}${then}.`;
}

/** Who works on it. `name`: of whoever did it; empty once their account is closed. */
export const describePeople = (
  event: 'invited' | 'joined' | 'removed' | 'left' | 'handed_over',
  name: string,
  isOwner: boolean,
): string => {
  const proposal = isOwner ? 'your proposal' : 'the proposal';
  return {
    invited: `Somebody was invited to work on ${proposal}.`,
    joined: `${name || 'Somebody'} joined ${proposal}.`,
    removed: `Somebody was removed from ${proposal}.`,
    left: `${name || 'Somebody'} left ${proposal}.`,
    handed_over: `${isOwner ? 'Your' : 'The'} proposal was handed over to another owner.`,
  }[event];
};

/** Who wrote, as the reader would say it. */
export const describeMessage = (from: 'firm' | 'applicant', isOwner: boolean): string => {
  if (from === 'firm')
    return isOwner ? 'We sent you a message.' : 'The firm sent a message to the applicant.';
  return isOwner ? 'You sent us a message.' : 'The applicant sent a message.';
};

/** `until` as a formatted instant; undefined if the extension was withdrawn. */
export const describeExtended = (until: string | undefined, isOwner: boolean): string => {
  const whom = isOwner ? 'you' : 'the applicant';
  return until
    ? `The deadline was extended for ${whom} until ${until} GMT.`
    : `The extension of the deadline for ${whom} was withdrawn.`;
};

/** What became of a request for changes, as the reader would say it. */
export const describeRequest = (
  event: 'requested' | 'answered' | 'lapsed' | 'cancelled',
  isOwner: boolean,
): string =>
  ({
    requested: isOwner ? 'We asked you for changes.' : 'The firm asked the applicant for changes.',
    answered: `${isOwner ? 'You' : 'The applicant'} answered the request for changes.`,
    lapsed: 'The time for the requested changes ran out. Anything saved by then stays.',
    cancelled: 'The request for changes was withdrawn. Anything saved by then stays.',
  })[event];

/** Fields in the order of the form. */
export const FIELD_WORDS: Record<string, string> = {
  business_name: 'the business name',
  business_location: 'the business location',
  business_website: 'the website',
  business_description: 'the business description',
  pitch_deck: 'the pitch deck',
  financials: 'the financials',
};

/** Undefined if nobody can change any of the fields. `who`: as a sentence begins with it. */
export function describeEdited(fields: readonly string[], who: string): string | undefined {
  const names = Object.keys(FIELD_WORDS)
    .filter((field) => fields.includes(field))
    .map((field) => FIELD_WORDS[field]);
  if (names.length === 0) return undefined;
  const listed =
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  return `${who} changed ${listed}.`;
}
