/**
 * Addresses that show the same share one entry of the cache: the path with its names in one form,
 * and known parameters in one order. What is unknown (fbclid, utm_*) is taken off.
 */
import { API_BASE } from '#domain/api.ts';
import { bytesOfText, createBoundedCache } from '../cache/bounded-cache.ts';
import type { ApiRow } from './endpoint.ts';
import { isReadableQuery } from './request-target.ts';

/** What the app says of a public page (app/public-addresses.ts). */
export type PublicAddress = {
  path: string;
  query: Record<string, (value: string) => string | undefined>;
  isUnknown: boolean;
  subject?: Subject;
};
/** The row that a page shows; without it the page is the one at `absentAt`. */
export type Subject = { kind: 'post' | 'program'; name: string; absentAt: string };

/** `key` is also the address that the page is made for. */
export type Address = { key: string; isUnknown: boolean; subject?: Subject };
type Known = Address & { query: PublicAddress['query'] };

export type AddressBook = {
  /** Undefined for what is not the same for everybody. */
  find(url: string): Address | undefined;
  /** A route of the framework, which no page may stand in for. */
  addRoute(pattern: string): void;
  /** Whether the framework has routes below the first part of the path. */
  isRouted(url: string): boolean;
  /** Before it is called no page is known. */
  setPages(describe: (path: string) => PublicAddress | undefined): void;
};

/** Paths that need no decoding, and nothing that routers read in different ways. */
const PLAIN_PATH = /^(\/[\w.~-]+)*\/?$/;
const AMBIGUOUS = /[^\x21-\x7e]|[\\#]|\/\//;
/** Browsers send none; no page is called so. */
const DOTS = /\/\.\.?(\/|$)/;
const NOWHERE = '/.';
const FUNCTION_BYTES = 500;

export function createAddressBook(api: readonly ApiRow[]): AddressBook {
  const calls = new Map(
    api.flatMap(({ method, path, endpoint: { spec } }) =>
      method === 'GET' && spec.cachedBy ? [toCall(path, spec.query)] : [],
    ),
  );
  const known = createBoundedCache<Known>(({ key }) => bytesOfText(key) + FUNCTION_BYTES);
  const routed = new Set<string>();
  let describe: (path: string) => PublicAddress | undefined = () => undefined;

  const look = (path: string): Known | undefined => {
    const plain = toOneForm(path);
    if (plain === undefined) return undefined;
    const call = calls.get(plain);
    if (call) return { key: plain, isUnknown: false, query: call };
    if (routed.has(firstOf(plain))) return undefined;
    const page = describe(DOTS.test(plain) ? NOWHERE : plain);
    if (!page) return undefined;
    const { path: key, ...rest } = page;
    return { key, ...rest };
  };
  const lookUp = (path: string): Known | undefined => {
    const cached = known.get(path);
    if (cached) return cached;
    const found = look(path);
    // Other ways to write the same are looked up each time: there is no end to them.
    if (found && !found.isUnknown && found.key === withoutSlash(path)) known.set(path, found);
    return found;
  };
  return {
    find(url) {
      const mark = url.indexOf('?');
      if (mark < 0) return lookUp(url);
      const [path, search] = [url.slice(0, mark), url.slice(mark + 1)];
      // The framework refuses it, whether or not the answer of others is at hand.
      if (path.startsWith(API_BASE) && !isReadableQuery(search)) return undefined;
      const address = lookUp(path);
      return address && withParameters(address, search);
    },
    addRoute: (pattern) => void routed.add(firstOf(pattern)),
    isRouted: (url) => routed.has(firstOf(url)),
    setPages: (pages) => void (describe = pages),
  };
}

const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

/** Every name decoded and escaped again; undefined where routers may read the path differently. */
function toOneForm(path: string): string | undefined {
  const plain = withoutSlash(path);
  if (PLAIN_PATH.test(plain)) return plain;
  if (AMBIGUOUS.test(plain)) return undefined;
  try {
    return plain
      .split('/')
      .map((name) => encodeURIComponent(decodeURIComponent(name)))
      .join('/');
  } catch {
    return undefined;
  }
}

const firstOf = (path: string): string => /^\/?([^/?]*)/.exec(path)![1]!;

/** The schema of a call knows its parameters. Their values are compared as they came. */
function toCall(path: string, query: unknown): [string, PublicAddress['query']] {
  const { shape = {} } =
    (query as { _zod?: { def: { shape?: object } } } | undefined)?._zod?.def ?? {};
  return [
    (API_BASE + path).replace(/\/$/, ''),
    Object.fromEntries(Object.keys(shape).map((name) => [name, (value: string) => value])),
  ];
}

function withParameters({ key, query, ...rest }: Known, search: string): Address {
  const given = new URLSearchParams(search);
  const parameters = new URLSearchParams();
  for (const [name, read] of Object.entries(query)) {
    for (const value of given.getAll(name).map(read))
      if (value !== undefined) parameters.append(name, value);
  }
  return { ...rest, key: parameters.size > 0 ? `${key}?${parameters}` : key };
}
