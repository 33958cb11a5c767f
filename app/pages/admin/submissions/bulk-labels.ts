import { countOf } from '#domain/count-of.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { formatStage } from '#domain/proposals/rules.ts';
import { PROPOSAL, REVIEW_RULES } from '#domain/proposals/messages.ts';
import { formatDecision } from '#domain/proposals/decision-rules.ts';
import type { BulkResponse } from '#domain/reviews/schema.ts';
import { BULK } from '#domain/reviews/rules.ts';
import type { BulkAction } from './selection-bar.tsx';
import { joinFacts } from '#app/ui/join-facts.ts';

/** Labels for changing several proposals at once. */
export const bulkLabels = {
  template: 'Start from a template',
  noTemplate: 'Write your own',
  reason: 'Reason',
  reasonHint: 'Every applicant will see it in an email and in their timeline.',
  words: 'Your message to the applicants',
  approvalHint: 'It appears in the approval email.',
  correctionHint: 'The email says that it is a correction. Say why, in a sentence or two.',
  addWords: 'Add your own message',
  wordsMissing: 'Say why the decision is reversed.',
  stage: 'Funding stage',
  person: 'Assign to',
  nobody: 'Nobody',
  people: 'Assign to',
  each: 'How many each',
  eachHint: 'Leave blank to assign all selected.',
  ownRegion: 'Don’t assign admins proposals from their own region',
  flag: 'Flag',
  flagOn: 'Flag them',
  flagOff: 'Remove flag',
  noLabels: 'No labels yet. Add some under More, then Labels.',
  addLabels: 'Add',
  removeLabels: 'Remove',
  labelsMissing: 'Choose at least one label to add or to remove.',
  labelsTwice: 'A label cannot be both added and removed.',
  preview: 'Review',
  previewing: 'Working out what would change',
  back: 'Back',
  cancel: 'Cancel',
  nothing: 'Nothing would change.',
  concerned: 'Who is affected',
  noMail: 'Nobody gets an email.',
  assigneeMail:
    'No applicant gets an email. A colleague who is assigned proposals gets one, at most one an hour.',
  unread: 'unread by you',
  assignedTo: 'assigned to',
  refused: 'Refused',
  shares: 'Who gets how many',
  open: 'Open',
  failed: 'The change could not be made. Check your connection and try again.',
  loading: 'Loading',
} as const;

const figure = (count: number): string => count.toLocaleString('en-GB');
const proposals = (count: number): string =>
  `${figure(count)} ${count === 1 ? 'proposal' : 'proposals'}`;

const VERBS: Record<BulkAction, string> = {
  approve: 'Approve',
  decline: 'Decline',
  takeBack: 'Reverse the decision on',
  stage: 'Set the funding stage of',
  assign: 'Assign',
  share: 'Assign',
  flag: 'Change the flag of',
  label: 'Change the labels of',
};

export const bulkTitle = (action: BulkAction, count: number): string =>
  `${VERBS[action]} ${proposals(count)}${action === 'share' ? ' evenly' : ''}`;

/** What the preview found, as sentences. */
export function describePreview(answer: BulkResponse): string[] {
  const { refused, left_over: leftOver = 0 } = answer;
  const changing = answer.would_change ?? 0;
  const unchanged = answer.unchanged - leftOver;
  return [
    changing === 0 ? bulkLabels.nothing : `${proposals(changing)} will change.`,
    ...(unchanged > 0
      ? [`${proposals(unchanged)} ${unchanged === 1 ? 'is' : 'are'} already like that.`]
      : []),
    ...(leftOver > 0
      ? [
          `${proposals(leftOver)} ${leftOver === 1 ? 'is' : 'are'} left over, and ${leftOver === 1 ? 'stays as it is' : 'stay as they are'}: everyone who can take ${leftOver === 1 ? 'it' : 'them'} has enough.`,
        ]
      : []),
    ...(refused.length > 0
      ? [
          `${proposals(refused.length)} cannot change and will be left as ${refused.length === 1 ? 'it is' : 'they are'}.`,
        ]
      : []),
  ];
}

type Person = NonNullable<BulkResponse['people']>[number];

/** Whose it is and how it stands now. */
export const describeNamed = ({ applicant, ...now }: Person): string =>
  joinFacts(
    applicant,
    formatDecision(now.decision),
    formatStage(now.funding_stage),
    now.is_unread && bulkLabels.unread,
    now.assignee && `${bulkLabels.assignedTo} ${now.assignee}`,
  );

/** How many are in which state now; empty states are left out. */
export function describeStanding(standing: NonNullable<BulkResponse['standing']>): string {
  const parts = (
    [
      ['undecided', 'not decided yet'],
      ['approved', 'approved'],
      ['declined', 'declined'],
      ['unread', 'unread by you'],
      ['assigned_to_others', 'assigned to others'],
    ] as const
  ).filter(([state]) => standing[state] > 0);
  return `Now: ${parts.map(([state, label]) => `${figure(standing[state])} ${label}`).join(', ')}.`;
}

export const nameAll = (total: number): string => `Show all ${figure(total)}`;

type MailCount = Pick<NonNullable<BulkResponse['mails']>[number], 'count' | 'kind' | 'waits'>;

const applicants = countOf('applicant', 'applicants');
const NEWS = { decision: 'a decision', correction: 'a correction', stage: 'their stage' } as const;

/** "2 applicants get a decision". */
export function describeMail({ count, kind, waits }: MailCount): string {
  const when = waits ? ' when their program announces its decisions' : '';
  return `${applicants(count)} ${count === 1 ? 'gets' : 'get'} ${NEWS[kind]}${when}`;
}

export const confirmLabel = (action: BulkAction, { would_change }: BulkResponse): string =>
  bulkTitle(action, would_change ?? 0);

export function describeDone(answer: BulkResponse): string {
  const { changed = 0, unchanged, left_over: leftOver = 0, refused } = answer;
  const already = unchanged - leftOver;
  const parts = [
    `${proposals(changed)} changed`,
    ...(already > 0
      ? [`${figure(already)} ${already === 1 ? 'was' : 'were'} already like that`]
      : []),
    ...(refused.length > 0 ? [`${figure(refused.length)} left out`] : []),
  ];
  return `${parts.join(', ')}.`;
}

/** The API says it of one proposal; this is how the sentence goes on about one, and about more. */
const REFUSALS: Readonly<Record<string, readonly [one: string, more: string]>> = {
  [PROPOSAL.notFound]: ['no longer exists.', 'no longer exist.'],
  [JUDGING_RULES.inRound]: [
    'is in a round of judging, and is decided by the round.',
    'are in a round of judging, and are decided by the round.',
  ],
  [REVIEW_RULES.stillEditable]: [
    'can still be edited. You can decide once editing has closed.',
    'can still be edited. You can decide once editing has closed.',
  ],
  [REVIEW_RULES.textAlone]: [
    'gets neither an approval nor a correction, so your own message cannot go out with it.',
    'get neither an approval nor a correction, so your own message cannot go out with them.',
  ],
  [REVIEW_RULES.reasonAlone]: [
    'is not declined, so no reason can be given.',
    'are not declined, so no reason can be given.',
  ],
  [BULK.nobodyElse]: [
    'is from the same region as everybody chosen.',
    'are from the same region as everybody chosen.',
  ],
};

type RefusedGroup = { who: string; why: string; ids: string[] };

/** Groups the refused rows by reason, the largest group first: "2 proposals", "are …". */
export function groupRefused(refused: BulkResponse['refused']): RefusedGroup[] {
  const groups = new Map<string, string[]>();
  for (const { id, reason } of refused) groups.set(reason, [...(groups.get(reason) ?? []), id]);
  return [...groups]
    .map(([reason, ids]) => {
      const why = REFUSALS[reason]?.[ids.length === 1 ? 0 : 1] ?? reason;
      return { who: proposals(ids.length), why, ids };
    })
    .sort((one, other) => other.ids.length - one.ids.length);
}
