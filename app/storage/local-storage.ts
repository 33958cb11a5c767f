/**
 * The only place that touches local storage. Each call survives a browser that refuses it (private
 * mode, full disk).
 */
import { SESSIONS, DAY_MS } from '#domain/constants.ts';
import { forgetOfflineData } from './offline-data.ts';

const TOKEN = 'token';
const STARTED = 'session-started';
const VERIFIED = 'session-verified';
const LINK_PREFIX = 'document-link:';
const DRAFT_PREFIX = 'draft:';
const COLUMNS_PREFIX = 'columns:';
const VISITS_PREFIX = 'visits:';
const RETURN = 'return-to';
const LOGOUT = 'logout';
/** The key of the persisted store, which contains only the profile: contract §5.15. */
export const ROOT = 'root';

export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage, only convenience is lost.
  }
}

/** The session of a browser that refuses to store it: it lasts until the page is left. */
const unstored = new Map<string, string>();
const readSession = (key: string): string | null => unstored.get(key) ?? read(key);
function writeSession(key: string, value: string | null): void {
  write(key, value);
  if (value === null || read(key) === value) unstored.delete(key);
  else unstored.set(key, value);
}

function removeAll(prefix: string): void {
  for (const key of keysOf(prefix)) write(key, null);
}

/** Whose screens this page shows. */
let shownPerson: string | null = null;

const personIn = (root: string | null): string | null =>
  parse<{ state?: { profile?: { id?: string } | null } }>(root)?.state?.profile?.id ?? null;

/**
 * Somebody else has logged in since, in another tab: this page must neither send what was typed in
 * it as that person, nor end that person's session.
 */
export function isTakenOver(): boolean {
  const person = personIn(readSession(ROOT));
  return shownPerson !== null && person !== null && person !== shownPerson;
}

export const readToken = (): string | null => (isTakenOver() ? null : readSession(TOKEN));
export const hasProfile = (now: number): boolean =>
  readSession(TOKEN) !== null &&
  !isSessionOver(now) &&
  /"profile":\{/.test(readSession(ROOT) ?? '');

/** When the session began, by a code or by staying, in milliseconds since 1970. */
export const readSessionStart = (): number | null => Number(readSession(STARTED)) || null;

/** When the forced logout is due, in milliseconds since 1970; null without a session. */
export function readSessionEnd(): number | null {
  const started = readSessionStart();
  return started && readToken() !== null ? started + SESSIONS.forcedLogoutSeconds * 1000 : null;
}

export function isSessionOver(now: number): boolean {
  const end = readSessionEnd();
  return end !== null && now >= end;
}

/** When the last code was verified; staying needs none for hours. */
export const readVerified = (): number =>
  Number(readSession(VERIFIED)) || (readSessionStart() ?? 0);

/** `isRenewed`: no code was verified for it. */
export function writeToken(token: string, now: number, isRenewed = false): void {
  writeSession(VERIFIED, isRenewed ? String(readVerified()) : null);
  writeSession(TOKEN, token);
  writeSession(STARTED, String(now));
}
const isRenewed = (): boolean => readSession(VERIFIED) !== null;
/** In another tab. A login there may be somebody else's. */
export const isRenewal = ({ key, newValue }: StorageEvent): boolean =>
  key === STARTED && newValue !== null && isRenewed();

/**
 * Whether a call that was refused goes on with another token: the session was renewed since, and a
 * 401 has changed nothing.
 */
export function isOutdated(sent: string | null): boolean {
  const token = readToken();
  return isRenewed() && token !== null && token !== sent;
}

/** Cleared by logout and expiry: token, profile, cached links and answers. Drafts stay. */
export function clearSession(): void {
  if (isTakenOver()) return;
  for (const key of [TOKEN, STARTED, VERIFIED, ROOT]) writeSession(key, null);
  removeAll(LINK_PREFIX);
  void forgetOfflineData();
}

/** Other tabs hear that nothing of this person may stay in them either; nothing is left behind. */
export function announceLogout(): void {
  if (isTakenOver()) return;
  write(LOGOUT, 'now');
  write(LOGOUT, null);
}
export const isLogout = ({ key, newValue }: StorageEvent): boolean =>
  key === LOGOUT && newValue !== null;

export const rootStorage = {
  getItem: readSession,
  // The store writes at every change, even after a logout in another tab: without a token, nothing
  // may be stored.
  setItem: (key: string, value: string) => {
    if (isTakenOver()) return;
    shownPerson = personIn(value);
    writeSession(key, readSession(TOKEN) === null ? null : value);
  },
  removeItem: (key: string) => writeSession(key, null),
};

export type CachedLink = { url: string; expiresAt: number };
export const readLink = (key: string): CachedLink | null =>
  parse<CachedLink>(read(LINK_PREFIX + key));
export const writeLink = (key: string, link: CachedLink | null): void =>
  write(LINK_PREFIX + key, link && JSON.stringify(link));

/** Where a visitor wanted to go when asked to log in, and when, in milliseconds since 1970. */
export type ReturnTo = { to: string; at: number };
export const readReturn = (): ReturnTo | null => parse<ReturnTo>(read(RETURN));
export const writeReturn = (place: ReturnTo | null): void =>
  write(RETURN, place && JSON.stringify(place));

/** The columns of a list that somebody chose on this device; null: the default ones. */
export const readColumns = (list: string): string[] | null =>
  parse<string[]>(read(COLUMNS_PREFIX + list));
export const writeColumns = (list: string, keys: readonly string[] | null): void =>
  write(COLUMNS_PREFIX + list, keys && JSON.stringify(keys));

/** In milliseconds since 1970: the previous visit, and the last activity. */
type Visits = { before: number | null; last: number };
/** Enough to tell a few colleagues apart on one computer, and too little to name anybody. */
const visitsKey = (person: string): string => VISITS_PREFIX + person.slice(-4);
export const readVisits = (person: string): Visits | null => parse<Visits>(read(visitsKey(person)));
export const writeVisits = (person: string, visits: Visits): void =>
  write(visitsKey(person), JSON.stringify(visits));
/** An older release has stored them under the whole id. */
export const forgetVisits = (person: string): void => write(VISITS_PREFIX + person, null);

export type Draft = {
  values: Record<string, string>;
  /** Milliseconds since 1970, by the clock of this device. */
  savedAt: number;
  /** The server's version that it is based on, if the server stores it too. */
  etag?: string | null;
  /** Whether the server has all of it. */
  isSent?: boolean;
  /** Sent without an answer: the server may have stored them. */
  unanswered?: Record<string, string>[];
};
/** The drafts of one form, newest first: the form's content, and drafts that can be restored. */
export const readDrafts = (key: string): Draft[] =>
  [parse<Draft | Draft[]>(read(DRAFT_PREFIX + key)) ?? []].flat();
export function writeDrafts(key: string, drafts: readonly Draft[]): void {
  if (!hasForgotten) write(DRAFT_PREFIX + key, drafts.length > 0 ? JSON.stringify(drafts) : null);
}

/** The keys that begin with `prefix`. */
export function keysOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** The forms that have drafts on this device. */
export const draftForms = (): string[] =>
  keysOf(DRAFT_PREFIX).map((key) => key.slice(DRAFT_PREFIX.length));

/** How long a device stores a visitor's input after the last change. */
const DRAFT_LIFETIME_MS = DAY_MS;

export const isVisitors = (form: string): boolean => /^(public-|register:)/.test(form);

/**
 * Visitors' drafts belong to nobody in particular, so they must not be shown to later users of this
 * device indefinitely.
 */
export function dropVisitorDrafts(): void {
  const before = Date.now() - DRAFT_LIFETIME_MS;
  for (const form of draftForms().filter(isVisitors))
    writeDrafts(
      form,
      readDrafts(form).filter(({ savedAt }) => savedAt > before),
    );
}

let hasForgotten = false;

/**
 * Nothing of these forms stays on this device. Whoever was typing leaves the page: it writes no
 * draft any more.
 */
export function forgetDrafts(forms: readonly string[]): void {
  for (const form of forms) writeDrafts(form, []);
  hasForgotten = true;
}

export function parse<T>(text: string | null): T | null {
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
