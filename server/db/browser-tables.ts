/** The tables of browsers that log in; part of tables.ts. Cookies are stored only as hashes. */
import type { CodesTable } from './tables.ts';

/** At most one per user, purpose and browser: a code that only this browser may try. */
export type BrowserCodesTable = Omit<CodesTable, 'new_email'> & { browser: string };

/** A browser that has registered, reset or logged in to this account. */
export type KnownBrowsersTable = { user_id: string; browser: string; known_at: Date };
