/**
 * Addresses that lead to the same content share one cache entry: the path is written in one form
 * and known parameters in one order. Unknown parameters (fbclid, utm_*) are dropped.
 */
import { API_BASE } from '#domain/api.ts';
import { bytesOfText, createBoundedCache } from '../cache/bounded-cache.ts';
import type { ApiRow } from './endpoint.ts';
import { isReadableQuery } from './entrance.ts';

/** What the app knows about a public page (app/public-addresses.ts). */
export type PublicAddress = {
  path: string;
  query: Record<string, (value: string) => string | undefined>;
  isUnknown: boolean;
  subject?: Subject;
};
/** The row that a page shows. If it does not exist, the page at `absentAt` is shown instead. */
export type Subject = { kind: 'post' | 'program'; name: string; absentAt: string };

/** `key` is also the address for which the page is rendered. */
export type Address = { key: string; isUnknown: boolean; subject?: Subject };
type AddressPattern = Address & { query: PublicAddress['query'] };

export type AddressBook = {
  /** Undefined for an address whose content is not the same for everybody. */
  find(url: string): Address | undefined;
  /** Registers a route of the framework, which no page may shadow. */
  addRoute(pattern: string): void;
  /** Whether the framework has routes below the first segment of the path. */
  isRouted(url: string): boolean;
  /** Until this is called, no page is known. */
  setPages(describe: (path: string) => PublicAddress | undefined): void;
};

/** Paths that need no decoding and that all routers read alike. */
const PLAIN_PATH = /^(\/[\w.~-]+)*\/?$/;
const AMBIGUOUS = /[^\x21-\x7e]|[\\#]|\/\//;
/** Browsers never send these, and no page has such a name. */
const DOTS = /\/\.\.?(\/|$)/;
const NOWHERE = '/.';
const FUNCTION_BYTES = 500;

export function createAddressBook(api: readonly ApiRow[]): AddressBook {
  const cached = api.filter(({ method, endpoint: { spec } }) => method === 'GET' && spec.cachedBy);
  const calls = new Map(
    cached
      .filter(({ path }) => !path.includes('{'))
      .map(({ path, endpoint: { spec } }) => toCall(path, spec.query)),
  );
  const named = cached.filter(({ path }) => path.includes('{')).map(toNamedCall);
  const known = createBoundedCache<AddressPattern>(({ key }) => bytesOfText(key) + FUNCTION_BYTES);
  const routed = new Set<string>();
  let describe: (path: string) => PublicAddress | undefined = () => undefined;

  const look = (path: string): AddressPattern | undefined => {
    const plain = toOneForm(path);
    if (plain === undefined) return undefined;
    const call = calls.get(plain) ?? named.find(({ form }) => form.test(plain))?.query;
    if (call) return { key: plain, isUnknown: false, query: call };
    if (routed.has(firstOf(plain))) return undefined;
    const page = describe(DOTS.test(plain) ? NOWHERE : plain);
    if (!page) return undefined;
    const { path: key, ...rest } = page;
    return { key, ...rest };
  };
  const lookUp = (path: string): AddressPattern | undefined => {
    const cached = known.get(path);
    if (cached) return cached;
    const found = look(path);
    // Other spellings are looked up each time: there are endlessly many of them.
    if (found && !found.isUnknown && found.key === withoutSlash(path)) known.set(path, found);
    return found;
  };
  return {
    find(url) {
      const mark = url.indexOf('?');
      if (mark < 0) return lookUp(url);
      const [path, search] = [url.slice(0, mark), url.slice(mark + 1)];
      // The framework refuses it, even if a cached answer exists.
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

/** Decodes and re-encodes every segment; undefined where routers may read the path differently. */
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

function toNamedCall({ path, endpoint: { spec } }: ApiRow) {
  const [address, query] = toCall(path, spec.query);
  const form = new RegExp(`^${address.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
  return { form, query };
}

/** The call's schema names its parameters. Values are compared exactly as received. */
function toCall(path: string, query: unknown): [string, PublicAddress['query']] {
  const { shape = {} } =
    (query as { _zod?: { def: { shape?: object } } } | undefined)?._zod?.def ?? {};
  return [
    (API_BASE + path).replace(/\/$/, ''),
    Object.fromEntries(Object.keys(shape).map((name) => [name, (value: string) => value])),
  ];
}

function withParameters({ key, query, ...rest }: AddressPattern, search: string): Address {
  const given = new URLSearchParams(search);
  const parameters = new URLSearchParams();
  for (const [name, read] of Object.entries(query)) {
    for (const value of given.getAll(name).map(read))
      if (value !== undefined) parameters.append(name, value);
  }
  return { ...rest, key: parameters.size > 0 ? `${key}?${parameters}` : key };
}
