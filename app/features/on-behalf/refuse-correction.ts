import { formatDateTime } from '#domain/dates.ts';
import { extensionOf, paperUntil } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import type { Proposal } from '#domain/proposals/schema.ts';

const labels = {
  portal: 'This proposal came through the portal. Its owner edits it, and you can ask for changes.',
  withdrawn: 'This proposal is withdrawn, so what was entered can no longer be corrected.',
  decided: 'This proposal is decided, so what was entered can no longer be corrected.',
  ended: 'This season has ended, so what was entered can no longer be corrected.',
  inRound:
    'This proposal is in a round of judging, so what was entered can no longer be corrected.',
  over: (moment: string) => `What was entered could be corrected until ${moment} GMT.`,
} as const;

type Times = Pick<Program, 'deadline_date' | 'ended_at'>;

/** Until when it can be typed in and corrected: after the deadline that counts for its owner. */
export function correctableUntil(
  { extended_until: extended }: Pick<Proposal, 'extended_until'>,
  { deadline_date }: Times,
): Date {
  const deadline = new Date(deadline_date);
  const own = { deadline_date: deadline, extended_until: extended ? new Date(extended) : null };
  return paperUntil(extensionOf(own) ?? deadline);
}

/** Why the time to enter it is over; undefined while it runs. */
export function refuseTyping(proposal: Proposal, program: Times, now: Date): string | undefined {
  if (proposal.rounds?.length) return labels.inRound;
  const until = correctableUntil(proposal, program);
  return now > until ? labels.over(formatDateTime(until)) : undefined;
}

/** Why nothing of it can be corrected any more; undefined while something can: contract §13.3. */
export function refuseCorrection(
  proposal: Proposal,
  program: Times,
  now: Date,
): string | undefined {
  if (!proposal.on_behalf) return labels.portal;
  if (proposal.withdrawal) return labels.withdrawn;
  if (proposal.decision !== 'undecided') return labels.decided;
  if (program.ended_at) return labels.ended;
  // What somebody without an address is asked for is changed for them.
  if (proposal.open_request && proposal.applicant.email === null) return undefined;
  return refuseTyping(proposal, program, now);
}
