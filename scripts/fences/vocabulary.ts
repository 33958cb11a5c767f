/**
 * The words that folders and files may be named with. A new word is a decision: add the line here,
 * with its reason, in the commit that needs it.
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
  'drafts',
  'receipts',
  'reviews',
  // A program's own questions, and the answers to them.
  'questions',
  // Words that admins pin to proposals; messages between applicants and the firm.
  'labels',
  'threads',
  // Later deadlines of single applicants.
  'extensions',
  // What stands on top of every page for a while.
  'notices',
  // One text to many applicants; texts for them.
  'mailings',
  // One log for all nouns: singular, as everybody says it.
  'audit',
  // Who judges, what they judge in, and judging itself.
  'judges',
  'rounds',
  'judging',
  // What admins see of mails; server/mail/ sends them.
  'mails',
];

/**
 * Folders of server/ that are infrastructure, not nouns: one interface and its implementations
 * each.
 */
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
  'metrics',
  'pages',
  'cache',
  'text',
  'samples',
  'backups',
  'settings',
];

/**
 * The files of a noun folder. A topic as a prefix is allowed when a noun outgrows one file:
 * `session-store.ts`.
 */
export const ROLES: Record<string, string[]> = {
  domain: ['schema', 'rules', 'messages'],
  server: ['endpoints', 'service', 'store', 'mails'],
};

/** Files of a noun in server/ that are no verbs of it, named for what they hold. */
export const SERVER_THINGS = [
  // Rows as the API shows them.
  ...['presentation', 'review-presentation'],
  // How people prove who they are.
  ...['passwords', 'passkeys', 'totp', 'recovery-codes', 'codes', 'data-page'],
  // What a submission announces and what takes its place; what a review may decide.
  ...['announced-documents', 'insertion', 'decision', 'preview', 'images', 'slugs'],
  // Whom a text goes to; answers to a program's questions, and their columns.
  ...['recipients', 'answers', 'answer-columns'],
  // Who judges what, whether a round can open, what reviews say.
  ...['assignment', 'readiness', 'scores', 'setup'],
  // The key and what it signs; streams, bytes at once, who writes, headers of the protocol.
  ...['signature', 'body-reader', 'budget', 'leases', 'tus-headers'],
  // Who is known, and what proves it; what leaves the product as a file.
  ...['known-browsers', 'proofs', 'data-export', 'archive', 'export', 'record'],
  // The PDFs: stored, in pieces, checked, shown, without names.
  ...['documents', 'parts', 'document-check', 'document-view', 'clean-documents'],
  // What stands beside a proposal, and what many changes at once are made of.
  ...['versions', 'timeline', 'readings', 'similar-proposals', 'edit-receipts', 'request-job'],
  ...['pinned-labels', 'summary', 'bulk-refusals', 'bulk-writing'],
];

/**
 * What screens show separately although the rules belong to another noun: users to accounts,
 * submissions to proposals.
 */
export const FEATURE_NOUNS = [...NOUNS, 'users', 'submissions', 'sectors', 'regions'];
/**
 * Subfolders of a noun in app/features/: what only some of its screens need
 * (vite/script-groups.ts).
 */
// `requests`: for changes to a proposal; `announcing`: of a program's decisions, all together.
export const FEATURE_FOLDERS = [
  ...['requests', 'announcing'],
  ...['form', 'profile', 'factor', 'list', 'own', 'documents', 'code'],
  // Of the firm's screens, where the noun has screens of others too.
  'desk',
  // What an admin writes and applicants then see elsewhere.
  'editor',
];

/** Prefixes and suffixes of file names in app/features/. */
export const FEATURE_VERBS = [
  'use',
  'read',
  'check',
  'delete',
  'edit',
  'confirm',
  'resend',
  'order',
  'tell',
];
export const FEATURE_PARTS = [
  ...['labels', 'content', 'filters', 'conflict', 'schedule', 'answers'],
  ...['form', 'field', 'fields', 'label', 'items', 'images', 'image-size', 'digits', 'select'],
  ...['table', 'list', 'row', 'card', 'badge', 'badges', 'quote', 'carousel', 'picture', 'preview'],
  ...['actions', 'toggle', 'link', 'nav', 'filter', 'dialog', 'dialogs', 'download'],
  // Calls of the API that only some screens make; those of all are in app/api/client.ts.
  'calls',
  // The history of one row, in chronological order.
  'timeline',
  ...['map', 'highlight', 'screen', 'view', 'post', 'posts', 'proposal', 'users'],
];

/** Files outside of the roles, each with the reason why no role fits. */
export const ALLOWED: Record<string, string> = {
  'app/features/accounts/redirect-after-login.ts':
    'where a login leads: neither a part of a screen nor a hook',
  'domain/accounts/passwords/rules.ts':
    'apart, because the well-known passwords weigh more than all other rules',
  'domain/accounts/passwords/schema.ts': 'likewise: few screens choose a password',
  'domain/accounts/passwords/common-passwords.ts':
    'data: the list that guessing starts with, too long to stand among the rules',
};

/** Packages that no code imports, each with what needs it. */
export const NEEDED_PACKAGES: Record<string, string> = {
  '@tiptap/pm': 'a peer of the other packages of tiptap',
  '@fontsource-variable/bricolage-grotesque': 'scripts/subset-font.py cuts app/fonts/ from it',
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
/** The maximum number of files directly in a room, tests and settings included. */
export const MAX_ROOT_FILES: Record<string, number> = { server: 12 };
