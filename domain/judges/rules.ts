/** Limits of judges and their invitations. */
export const JUDGES = {
  /** Organisations of a judge, and people whose business they could not judge freely. */
  names: 30,
  /** How long an invitation can be answered, and when an unanswered one is repeated. */
  invitationDays: 14,
  reminderDays: 7,
} as const;
