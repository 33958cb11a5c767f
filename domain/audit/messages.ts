/** Our own sentences. */
export const AUDIT_RULES = {
  actor: 'Choose one of the people in the list.',
  entity: 'Choose what the entries are about.',
  action: 'Choose what was done.',
  moment: 'Enter a date such as 2026-11-22, with or without a time.',
} as const;
