/** The history of a proposal, one sentence per event; `isOwner`: the reader submitted it. */

import type { Decision } from './decision-rules.ts';

export const TIMELINE = {
  failed: 'Could not load what has happened so far.',
  announced: 'The decision was announced to the applicant.',
  read: 'The firm read the proposal.',
  readYours: 'We read your proposal.',
} as const;

export const describeReceived = (isOwner: boolean): string =>
  isOwner ? 'We received your proposal.' : 'Received.';

export const describeCompleted = (isOwner: boolean): string =>
  `The last document arrived, so ${isOwner ? 'your' : 'the'} proposal is complete.`;

export function describeDecision(
  decision: Decision,
  reason: string | undefined,
  isOwner: boolean,
): string {
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
  round: { position: number; name: string; judges: number; isOver: boolean },
  isOwner: boolean,
): string {
  const { position, name, judges, isOver } = round;
  const who = judges === 1 ? '1 judge' : `${judges} judges`;
  const [one, more] = isOver ? ['has read', 'have read'] : ['is reading', 'are reading'];
  return `Round ${position}, ${name}: ${who} ${judges === 1 ? one : more} ${isOwner ? 'your' : 'the'} proposal.`;
}

export const describeResult = (
  { name, outcome }: { name: string; outcome: 'selected' | 'not_selected' },
  isOwner: boolean,
): string =>
  `The results of ${name} are out: ${isOwner ? 'your' : 'the'} proposal was ${outcome === 'selected' ? 'selected' : 'not selected'}.`;

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

/** Undefined if the owner cannot change any of the fields. */
export function describeEdited(fields: readonly string[], isOwner: boolean): string | undefined {
  const names = Object.keys(FIELD_WORDS)
    .filter((field) => fields.includes(field))
    .map((field) => FIELD_WORDS[field]);
  if (names.length === 0) return undefined;
  const listed =
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0];
  return `${isOwner ? 'You' : 'The applicant'} changed ${listed}.`;
}
