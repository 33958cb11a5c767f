/** The one place where a thrown error becomes an HTTP answer. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { API_BASE } from '#domain/api.ts';
import { ENQUIRY } from '#domain/enquiries/messages.ts';
import { invalid, Problem, type FieldProblems } from '#domain/problem.ts';
import { SCREENS } from '#domain/screens.ts';
import { toStorageProblem } from '../db/errors.ts';
import { storageProblem } from '../files/storage-problem.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { findUnstorable } from '../text/unstorable.ts';
import { sendDocument } from './html.ts';

export const NOT_FOUND = 'This page or call does not exist.';

/**
 * Takes zod's issues; returns the first sentence for each field. `refusal` is the message if there
 * are several.
 */
export function toInvalid(error: z.core.$ZodError, refusal?: string): Problem {
  const fields: FieldProblems = {};
  for (const issue of error.issues) fields[fieldOf(issue) || 'body'] ??= issue.message;
  return invalid(fields, refusal);
}

/** A value of a list is named by its list: forms know no other name. */
function fieldOf({ path }: z.core.$ZodIssue): string {
  const place = path.findIndex((part) => typeof part === 'number');
  return (place === -1 ? path : path.slice(0, place)).join('.');
}

/** For schemas without a sentence of their own, which no form can trigger. */
const UNFIT = 'This value does not fit here.';

/** Parses the value, or refuses with 422 and a sentence for each field. */
export function parse<S extends z.core.$ZodType>(
  schema: S,
  input: unknown,
  refusal?: string,
): z.output<S> {
  const unstorable = findUnstorable(schema, input);
  if (Object.keys(unstorable).length > 0) throw invalid(unstorable, refusal);
  const result = z.safeParse(schema, input, { error: () => UNFIT });
  if (!result.success) throw toInvalid(result.error, refusal);
  return result.data;
}

type HttpError = { statusCode?: number; code?: string; message?: string };

export const unreadable = (): Problem =>
  new Problem('unreadable_body', 'The request could not be read. Try again.');
export const wrongContent = (): Problem =>
  new Problem('wrong_type', 'This kind of content is not accepted here.');

const TRY_AGAIN = 'The site is very busy right now. Try again in a moment.';
export const RETRY_AFTER_SECONDS = 5;
export const overloaded = (): Problem =>
  new Problem('overloaded', TRY_AGAIN, { retryAfter: RETRY_AFTER_SECONDS });

/** Faults that Fastify itself finds, in the product's words. */
function fromFramework(error: HttpError): Problem | undefined {
  if (!error.code?.startsWith('FST_') && !error.statusCode) return undefined;
  if (error.statusCode === 413) return new Problem('too_large', 'The request is too large.');
  if (error.statusCode === 415) return wrongContent();
  if (error.statusCode === 404) return new Problem('not_found', NOT_FOUND);
  if (error.statusCode === 503) return overloaded();
  return error.statusCode && error.statusCode < 500 ? unreadable() : undefined;
}

/** A full disk, or no file descriptors left, wherever it is noticed. */
function fromSystem(error: unknown): Problem | undefined {
  const problem = storageProblem(error);
  return problem instanceof Problem ? problem : undefined;
}

function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  return fromFramework(error as HttpError) ?? toStorageProblem(error) ?? fromSystem(error);
}

const refusals = new WeakMap<FastifyRequest, string>();

/** The code with which a request was refused; undefined if it was not. */
export const refusalOf = (request: FastifyRequest): string | undefined => refusals.get(request);

export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(error);
  if (!problem) request.log.error({ err: error, url: request.url.split('?')[0] }, 'defect');
  else if (problem.status >= 500)
    request.log.error({ err: problem.cause ?? problem, code: problem.code }, 'fault');
  const shown = problem ?? new Problem('internal', ENQUIRY.wrong);
  refusals.set(request, shown.code);
  if (shown.retryAfter !== undefined)
    reply.header('retry-after', String(Math.ceil(shown.retryAfter)));
  reply.code(shown.status).header('cache-control', 'no-store');
  if (shown.code === 'too_large') keepOpenFor(request, reply);
  if (isOpenedByPeople(request)) return sendNoFile(reply, shown.message);
  return reply.type('application/json; charset=utf-8').send(shown.toBody());
}

/** The largest body that is received to its end, unread, so that its sender reads the refusal. */
const MAX_UNREAD_BYTES = 32_000_000;

/**
 * The framework closes the connection of a body that is too large. A client that is still sending
 * would then see a broken connection instead of the answer.
 */
function keepOpenFor({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length']) <= MAX_UNREAD_BYTES) reply.removeHeader('connection');
}

/** A download link opens in a tab of its own, so a person reads the answer, not a script. */
const isOpenedByPeople = ({ url, headers }: FastifyRequest): boolean =>
  (url.startsWith(`${API_BASE}/files/`) || /[?&]link=/.test(url)) &&
  (headers.accept ?? '').includes('text/html');

const sendNoFile = (reply: FastifyReply, message: string): FastifyReply =>
  sendDocument(
    reply.header('vary', 'accept'),
    'This file can’t be downloaded',
    `<h1>This file can’t be downloaded</h1><p>${escapeHtml(message)}</p><p>The file may have been replaced. Close this page, open the proposal again and request a new download link.</p><p class="way"><a href="${SCREENS.dashboard}">Open the dashboard</a></p>`,
  );
