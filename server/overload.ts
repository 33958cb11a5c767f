/** Early 503 instead of answers that come too late for everybody (trust.md, "2x and 10x the capacity"). */
import { Socket } from 'node:net';
import underPressure, { type FastifyUnderPressureOptions } from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#domain/problem.ts';
import { sendDocument } from './html.ts';
import { overloaded, TRY_AGAIN, WAIT } from './problems.ts';

/** Milliseconds that the process is late with everything, on average over a second. */
const MAX_DELAY = 2000;
/** Requests at once that make such a delay our own visitors' work. Below, the machine is slow for another reason, and a refusal would help nobody. */
const MOST_AT_ONCE = 50;
/** The same for what somebody may have only minutes left for: logging in, submitting, changing. */
const MOST_AT_ONCE_URGENT = 500;

const isUrgent = ({ method, url }: FastifyRequest): boolean => method !== 'GET' && method !== 'HEAD' && /^\/api\/v1\/(auth|proposals|uploads)\b/.test(url);

/** What a page asks of the API in this process has been let in with the page. */
const isOfOurOwn = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

/** Refuses with 503 while the process is late and many are here at once, browsing before anything urgent. `signs` replaces what counts as late. */
export async function refuseOverload(app: FastifyInstance, signs: FastifyUnderPressureOptions = { maxEventLoopDelay: MAX_DELAY }): Promise<void> {
  let here = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (isOfOurOwn(request)) return;
    here += 1;
    reply.raw.once('close', () => (here -= 1));
  });
  const pressureHandler = async (request: FastifyRequest): Promise<void> => {
    if (isOfOurOwn(request) || here <= (isUrgent(request) ? MOST_AT_ONCE_URGENT : MOST_AT_ONCE)) return;
    throw overloaded();
  };
  await app.register(underPressure, { ...signs, pressureHandler });
}

export const isOverloadedPage = (error: unknown, { url, headers }: FastifyRequest): boolean =>
  error instanceof Problem && error.code === 'overloaded' && !url.startsWith('/api/') && Boolean(headers.accept?.includes('text/html'));

/** The same sentence for a person who opened a page. */
export function sendOverloadedPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const again = request.method === 'GET' ? '<p><a href="">Try again</a></p>' : '<p>Nothing was sent. Go back in your browser, then send it again.</p>';
  return sendDocument(reply.code(503).headers({ 'retry-after': String(WAIT), 'cache-control': 'no-store' }), 'Please try again in a moment', `<h1>Please try again in a moment</h1><p>${TRY_AGAIN}</p>${again}`);
}
