/**
 * Addresses that show the same share one entry of the cache: path and known parameters, in one
 * order. What is unknown (fbclid, utm_*) is taken off.
 */
import { API_BASE } from '#domain/api.ts';
import { API } from '../api.ts';
import { bytesOfText, createBoundedCache } from '../cache/bounded-cache.ts';

/** What the app says of a public page (app/public-addresses.ts). */
export type PublicAddress = {
  query: Record<string, (value: string) => string | undefined>;
  isUnknown: boolean;
};

/** `key` is also the address that the page is made for. */
export type Address = { key: string; isUnknown: boolean };
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

/** All addresses without a page share this one. */
const NOT_FOUND_KEY = '/404';
/** Characters that every router reads the same way. */
const PLAIN_PATH = /^(\/[\w.~-]+)*\/?$/;
const FUNCTION_BYTES = 500;

export function createAddressBook(): AddressBook {
  const calls = new Map(
    API.flatMap(({ method, path, endpoint: { spec } }) =>
      method === 'GET' && spec.cachedBy ? [toCall(path, spec.query)] : [],
    ),
  );
  const known = createBoundedCache<Known>(({ key }) => bytesOfText(key) + FUNCTION_BYTES);
  const routed = new Set<string>();
  let describe: (path: string) => PublicAddress | undefined = () => undefined;

  const look = (path: string): Known | undefined => {
    if (!PLAIN_PATH.test(path)) return undefined;
    const key = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const call = calls.get(key);
    if (call) return { key, isUnknown: false, query: call };
    const page = routed.has(firstOf(path)) ? undefined : describe(key);
    return page && { key: page.isUnknown ? NOT_FOUND_KEY : key, ...page };
  };
  const lookUp = (path: string): Known | undefined => {
    const kept = known.get(path);
    if (kept) return kept;
    const found = look(path);
    if (found && !found.isUnknown) known.set(path, found);
    return found;
  };
  return {
    find(url) {
      const mark = url.indexOf('?');
      const address = lookUp(mark < 0 ? url : url.slice(0, mark));
      return address && mark >= 0 ? withParameters(address, url.slice(mark + 1)) : address;
    },
    addRoute: (pattern) => void routed.add(firstOf(pattern)),
    isRouted: (url) => routed.has(firstOf(url)),
    setPages: (pages) => void (describe = pages),
  };
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

function withParameters({ key, isUnknown, query }: Known, search: string): Address {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const [name, read] of Object.entries(query)) {
    for (const value of given.getAll(name).map(read))
      if (value !== undefined) kept.append(name, value);
  }
  return { key: kept.size > 0 ? `${key}?${kept}` : key, isUnknown };
}
