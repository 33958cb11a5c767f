/** Mails to many applicants, and the texts that the firm keeps for them. */
export const MAILINGS = {
  people: 2_000,
  /** Proposals that one is chosen from. */
  proposals: 100_000,
  samples: 3,
  /** How long before it a mailing can be planned. */
  days: 30,
  templates: 100,
} as const;

export const MAILING_STATES = ['planned', 'sending', 'sent', 'cancelled'] as const;
export type MailingState = (typeof MAILING_STATES)[number];

export const TEMPLATE_KINDS = ['mailing', 'approval', 'correction'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];
