/** Our own sentences. */
export const AUDIT_RULES = {
  actor: 'Please choose one of the people in the list.',
  entity: 'Please choose what the entries are about.',
  action: 'Please choose what was done.',
  moment: 'Please enter a date such as 2026-11-22, with or without a time.',
} as const;
