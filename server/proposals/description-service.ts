/** The one rich text of a proposal, for server/text/stored-text.ts. */
export const DESCRIPTION = {
  kind: 'text',
  name: 'business_description',
  label: 'the business description',
} as const;
