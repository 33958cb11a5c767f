import { API_BASE } from '#domain/api.ts';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import { OFFLINE_HEADER } from '#app/storage/offline-data.ts';
import { ApiError, fallbackSentence, readProblem, type Fallback } from './api-error.ts';

export type Transport = {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  readToken: () => string | null;
  /** Whether the session has been renewed since this token was sent. */
  isOutdated?: (sent: string | null) => boolean;
  onUnauthorized?: () => void;
};

/**
 * The last argument of every call: the sentences of spec §8 and, for changes, the version or key
 * that guards them. `noToken`: the sentence if there is no token; then nothing is sent.
 */
export type CallOptions = {
  fallback?: Fallback;
  noToken?: string;
  signal?: AbortSignal;
  etag?: string | null;
  /** Refuses with 412 if there is one already. */
  isNew?: boolean;
  idempotencyKey?: string;
};

/** A single resource with the version that `If-Match` needs. */
export type Versioned<T> = T & { etag: string | null };
export type Page<T> = { items: T[]; total: number };
export type ListQuery = Record<string, string | number | boolean | undefined | null>;

type Body = { json?: unknown; form?: Record<string, string>; data?: FormData };
const DEFAULT_FALLBACK = PROFILE.wrong;

export function apiPath(path: string, query: ListQuery = {}): string {
  const pairs = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(
    pairs.map(([name, value]) => [name, String(value)]),
  ).toString();
  return API_BASE + path + (search && `?${search}`);
}

/** Sends one call. Any 401 means "session expired"; every failure is an ApiError. */
export async function send(
  transport: Transport,
  method: string,
  path: string,
  body: Body = {},
  options: CallOptions = {},
): Promise<Response> {
  const fallback = options.fallback ?? DEFAULT_FALLBACK;
  if (options.noToken && !transport.readToken())
    throw new ApiError(401, 'not_signed_in', options.noToken);
  const ask = () =>
    transport
      .fetch(path, buildRequest(transport, method, body, options))
      .catch((cause: unknown) => {
        if (options.signal?.aborted && !isTimeout(options.signal)) throw cause;
        throw new ApiError(0, 'network', fallbackSentence(fallback, true));
      });
  const token = transport.readToken();
  let response = await ask();
  if (response.status === 401 && transport.isOutdated?.(token)) response = await ask();
  if (response.ok) return response;
  if (response.status === 401) transport.onUnauthorized?.();
  const error = readProblem(response.status, await response.text().catch(() => ''), fallback);
  error.retryAfter = response.headers.get('Retry-After');
  throw error;
}

/** A call that took too long has no answer, like one without a connection. */
const isTimeout = ({ reason }: AbortSignal): boolean =>
  reason instanceof DOMException && reason.name === 'TimeoutError';

function buildRequest(
  { readToken }: Transport,
  method: string,
  body: Body,
  options: CallOptions,
): RequestInit {
  const headers = new Headers({ Accept: 'application/json' });
  const token = readToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (options.etag) headers.set('If-Match', options.etag);
  if (options.isNew) headers.set('If-None-Match', '*');
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  const init: RequestInit = { method, headers };
  if (options.signal) init.signal = options.signal;
  if (body.json !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(body.json);
  } else if (body.form) init.body = new URLSearchParams(body.form);
  else if (body.data) init.body = body.data;
  return init;
}

export async function readOne<T>(response: Response): Promise<Versioned<T>> {
  return { ...((await response.json()) as T), etag: response.headers.get('ETag') };
}

/** HTTP dates have whole seconds; the real time is up to this many milliseconds later. */
const UP_TO_MS = 999;

/**
 * `aheadMs`: how much this device's clock, which may be a day off, is ahead of the server's.
 * `isOffline`: an older answer, since the server did not answer now.
 */
export type Dated<T> = Versioned<T> & { aheadMs: number; isOffline: boolean };

export async function readDated<T>(response: Response): Promise<Dated<T>> {
  const isOffline = response.headers.has(OFFLINE_HEADER);
  const serverTime = Date.parse(response.headers.get('Date') ?? '');
  const aheadMs = serverTime && !isOffline ? Date.now() - serverTime - UP_TO_MS : 0;
  return { ...(await readOne<T>(response)), aheadMs, isOffline };
}

export async function readPage<T>(response: Response): Promise<Page<T>> {
  const items = (await response.json()) as T[];
  return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length) };
}
