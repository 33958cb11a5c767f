/**
 * Pages: every address outside /api that is not a file is rendered by the app, which calls the API
 * in the same process.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LENGTHS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import type { Address, AddressBook, Subject } from '../http/addresses.ts';
import { readPageForm } from '../http/bodies.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/table.ts';
import { hasPublishedPost } from '../posts/store.ts';
import { hasProgram } from '../programs/store.ts';
import { isStorable } from '#domain/text.ts';
import { sendNoPage } from '../http/html.ts';
import type { CachedResponse } from '../cache/page-cache.ts';
import { sendUnavailable, NOT_FOUND } from '../http/problems.ts';
import { openPages, pagePolicy, type Pages } from './build.ts';
import { addPreviews } from './og-images.ts';

/**
 * Tell which policy a document needs (app/render-context.ts); removed before the answer is sent.
 */
const PAGE_KIND = 'x-page-kind';
const PAGE_STYLE = 'x-page-style';
const PAGE_SCRIPT = 'x-page-script';
const INTERNAL = [PAGE_KIND, PAGE_STYLE, PAGE_SCRIPT, 'set-cookie'];
/** Of a form that was posted to a page without an action. */
const NOT_ALLOWED = 405;
const FAILED = 500;
const UNAVAILABLE = 503;
/** Bytes of a form that is posted without script. */
const FORM_LIMIT_BYTES = 2 * 1024 * 1024;

/**
 * Adds files and pages beside the API. Returns a function that loads the pages in advance, so that
 * the first visitor need not wait for it.
 */
export async function addPages(
  app: FastifyInstance,
  services: Services,
  addresses: AddressBook,
): Promise<() => Promise<void>> {
  const pages = await openPages(app, services.config, addresses);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: FORM_LIMIT_BYTES },
      readPageForm,
    );
    scope.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/*',
      onSend: services.cache.onSend,
      handler: (request, reply) => answerPage({ app, services, addresses, pages }, request, reply),
    });
  });
  addPreviews(app, async (request, path) => {
    const render = await pages.load();
    return render(new Request(services.publicUrl + path), {
      api: (call) => callApi({ app, services, addresses }, request, call),
      nonce: '',
      maxUploadMegabytes: megabytesOf(services),
    });
  });
  return async () => void (await pages.load());
}

type Surroundings = {
  app: FastifyInstance;
  services: Services;
  addresses: AddressBook;
  pages: Pages;
};

async function answerPage(
  surroundings: Surroundings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { services, addresses, pages } = surroundings;
  if (/^\/api(?![^/?])/.test(request.raw.url!)) throw new Problem('not_found', NOT_FOUND);
  if (request.raw.url!.split('?')[0]!.includes('%00')) return sendNoPage(reply);
  if (await pages.answerFile(request, reply)) return reply;
  await pages.load();
  const address = addresses.find(request.raw.url!);
  if (address) await services.cache.keep(request, address.key);
  const nonce = randomBytes(16).toString('base64');
  const response = await renderPage(surroundings, { request, reply, address, nonce });
  if (!response) {
    services.cache.forget(request);
    return sendUnavailable(request, reply);
  }
  if (!isForEverybody(response, request.method, address)) services.cache.forget(request);
  else if (response.status === 404 && address?.subject)
    services.cache.keepAs(request, address.subject.absentAt);
  return present(services, reply, response, nonce, request.method);
}

type PageRequest = {
  request: FastifyRequest;
  reply: FastifyReply;
  address: Address | undefined;
  nonce: string;
};

/**
 * Undefined if the page failed because a call was answered with 503: the app cannot tell that from
 * a fault of its own.
 */
async function renderPage(
  { app, services, addresses, pages }: Surroundings,
  { request, reply, address, nonce }: PageRequest,
): Promise<Response | undefined> {
  let isUnavailable = false;
  const api = async (call: Request) => {
    const answer = await callApi({ app, services, addresses }, request, call);
    if (answer.status === UNAVAILABLE) {
      isUnavailable = true;
      // A page may do without an answer; it must not be kept without it.
      services.cache.forget(request);
    }
    return answer;
  };
  // A public page is rendered without its unknown parameters, so that none of them appears in a
  // link.
  const asked = toWebRequest(services, request, reply, address?.key ?? request.raw.url!);
  const render = await pages.load();
  const response = await render(asked, { api, nonce, maxUploadMegabytes: megabytesOf(services) });
  return isUnavailable && response.status === FAILED ? undefined : response;
}

/** Whether the page has no private parts. A 404 is cached only if all such addresses share it. */
function isForEverybody(
  { headers, status }: Response,
  method: string,
  address: Address | undefined,
): boolean {
  if (method === 'POST' || !address || headers.get(PAGE_KIND) === 'hydrated') return false;
  if (status === 404) return address.isUnknown || address.subject !== undefined;
  return status === 200 && !address.isUnknown;
}

const megabytesOf = ({ config }: Services): number => config.maxUploadBytes / 1_048_576;

async function present(
  { config }: Services,
  reply: FastifyReply,
  response: Response,
  nonce: string,
  method: string,
): Promise<FastifyReply> {
  const kind = response.headers.get(PAGE_KIND);
  for (const [name, value] of response.headers)
    if (!INTERNAL.includes(name)) reply.header(name, value);
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  if (response.status === NOT_ALLOWED) reply.header('allow', 'GET, HEAD');
  const isPublic = kind === 'plain' && response.status === 200 && method !== 'POST';
  reply.header('cache-control', isPublic ? 'no-cache' : 'no-store');
  if (kind) {
    const isHydrated = kind === 'hydrated';
    const own = isHydrated ? `'nonce-${nonce}'` : response.headers.get(PAGE_SCRIPT);
    const style = response.headers.get(PAGE_STYLE) ?? undefined;
    const policy = pagePolicy(config, { isHydrated, script: own ?? undefined, style });
    reply.header('content-security-policy', policy);
  }
  return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()));
}

/**
 * The request as the app sees it: at the public address, whatever host or proxy headers it carries.
 */
function toWebRequest(
  { publicUrl }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (
      value === undefined ||
      name.startsWith('x-forwarded-') ||
      name === 'forwarded' ||
      name.startsWith(':')
    )
      continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  headers.set('host', request.host);
  if (isOwnOrigin(headers.get('origin'), request.host)) headers.delete('origin');
  const disconnected = new AbortController();
  reply.raw.once('close', () => reply.raw.writableFinished || disconnected.abort());
  const body =
    request.method === 'POST' && Buffer.isBuffer(request.body)
      ? new Uint8Array(request.body)
      : null;
  // HEAD is rendered as GET, so that its length is right; the body is dropped.
  return new Request(publicUrl + address, {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers,
    body,
    signal: disconnected.signal,
  });
}

/**
 * Whether a form was posted from one of our pages, under whatever host name: React Router compares
 * with the public address alone. Private browsing modes send `null`.
 */
const isOwnOrigin = (origin: string | null, host: string): boolean =>
  origin === 'null' || (origin !== null && URL.canParse(origin) && new URL(origin).host === host);

/** Calls the API without a socket, on behalf of the page's visitor. */
async function callApi(
  surroundings: Omit<Surroundings, 'pages'>,
  visitor: FastifyRequest,
  call: Request,
): Promise<Response> {
  const { pathname, search } = new URL(call.url);
  const cached = await findCached(surroundings, call, pathname + search);
  if (cached)
    return new Response(new Uint8Array(cached.plain.body), {
      status: cached.status,
      headers: cached.headers,
    });
  const answer = await surroundings.app.inject({
    method: call.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(
      [...call.headers].filter(([name]) => !/^(x-)?forwarded/.test(name)),
    ),
    remoteAddress: visitor.ip,
    ...(call.body && { payload: Buffer.from(await call.arrayBuffer()) }),
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
  const isBodyless = [204, 205, 304].includes(answer.statusCode);
  return new Response(isBodyless ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers,
  });
}

/** Pages mostly show what other pages have already loaded. */
async function findCached(
  { services, addresses }: Pick<Surroundings, 'services' | 'addresses'>,
  { method, headers }: Request,
  url: string,
): Promise<CachedResponse | undefined> {
  if (method !== 'GET' || headers.has('authorization')) return undefined;
  const address = addresses.find(url);
  return address && services.cache.find(address.key);
}

/** The longest slug that app/pages/public/post.tsx looks up. */
const MAX_SLUG = LENGTHS.title + 40;

/** Whether the row that a public page shows exists; asked before the page is rendered. */
export async function hasSubject(db: Executor, { kind, name }: Subject): Promise<boolean> {
  if (!isStorable(name)) return false;
  if (kind === 'program') return isId(name) && hasProgram(db, name);
  return hasPublishedPost(db, name.slice(0, MAX_SLUG).toLowerCase());
}
