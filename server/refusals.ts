/** Answers that are ready before anybody asks: for requests that are not let in. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { documentHeaders, renderDocument } from './html.ts';
import { overloaded, TRY_AGAIN, WAIT } from './problems.ts';

const COMMON = { 'retry-after': String(WAIT), 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
const toAnswer = (headers: Record<string, string>, body: string) => ({ headers: { ...COMMON, ...headers, 'content-length': String(Buffer.byteLength(body)) }, body });

/** Programs get the error of the API, people who open a page the same sentence on a page. */
const JSON_ANSWER = toAnswer({ 'content-type': 'application/json; charset=utf-8' }, JSON.stringify(overloaded().toBody()));
const PAGE_ANSWER = toAnswer(documentHeaders, renderDocument('Please try again in a moment', `<h1>Please try again in a moment</h1><p>${TRY_AGAIN}</p><p><a href="">Try again</a></p>`));

/** `isLast`: the connection ends with it. */
export function refuseWith503({ url, headers }: IncomingMessage, response: ServerResponse, isLast: boolean): void {
  const isPage = !url!.startsWith('/api/') && headers.accept?.includes('text/html');
  const { headers: head, body } = isPage ? PAGE_ANSWER : JSON_ANSWER;
  response.writeHead(503, isLast ? { ...head, connection: 'close' } : head).end(body);
}
