/**
 * The words that folders and files may be called. A new word is a decision: add the line here, with
 * its reason, in the commit that needs it.
 */

export const NOUNS = [
  'accounts',
  'programs',
  'proposals',
  'posts',
  'faqs',
  'testimonials',
  'enquiries',
  'uploads',
  'reviews',
  'rounds',
];

/** Folders of server/ that are machinery, not nouns: one interface and its implementations each. */
export const SERVER_MACHINERY = [
  'db',
  'files',
  'media',
  'mail',
  'queue',
  'jobs',
  'sessions',
  'rate-limits',
  'scans',
  'pdf',
  'http',
  'pages',
  'cache',
  'text',
  'samples',
];

/**
 * What a noun folder may hold. A topic in front is allowed when a noun outgrows one file:
 * `session-store.ts`.
 */
export const ROLES: Record<string, string[]> = {
  domain: ['schema', 'rules', 'messages'],
  server: ['endpoints', 'service', 'store', 'mails'],
};

/** Files outside the roles, each with the reason why none of the roles fits. */
export const ALLOWED: Record<string, string> = {
  'domain/accounts/common-passwords.ts':
    'data: the list that guessing starts with, too long to stand among the rules',
};

export const FORBIDDEN_NAMES = [
  'utils',
  'util',
  'helpers',
  'helper',
  'lib',
  'common',
  'types',
  'misc',
];
export const MAX_LINES = 300;
/** Files directly in a room, tests and settings included. */
export const MAX_ROOT_FILES: Record<string, number> = { server: 12 };
