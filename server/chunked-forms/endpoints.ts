/**
 * Three calls for what one call takes at once, where the line may break: begin, a chunk, the end.
 */
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { API_BASE } from '#domain/api.ts';
import { openUploadInput, uploadState } from '#domain/chunked-forms/schema.ts';
import { proposal } from '#domain/proposals/schema.ts';
import { arrival } from '../http/arrival.ts';
import type { UserContext } from '../context.ts';
import { endpoint } from '../http/endpoint.ts';
import { finishUpload, type CallAnswer, type MakeCall } from './finish-service.ts';
import * as uploads from './service.ts';

/** What of the request that ends an upload belongs to the call itself. */
const PASSED_ON = ['authorization', 'if-match', 'idempotency-key'] as const;
const ANSWERED = ['etag', 'content-type', 'retry-after'] as const;

export const open = endpoint(
  {
    summary: 'Begin to send the form of a proposal in pieces, or find out how much of it has come',
    body: openUploadInput,
    answer: uploadState,
    status: 201,
  },
  async (context: UserContext, { body }) => ({
    body: await uploads.openUpload(context, body),
  }),
);

export const addChunk = endpoint(
  {
    summary: 'Send the bytes of a form that begin at this one',
    bytes: { type: 'application/octet-stream' },
    answer: uploadState,
  },
  async (context: UserContext, { params, request }) => ({
    body: await uploads.addChunk(context, params.id!, params.start!, request.body as Readable),
  }),
);

export const finish = endpoint(
  {
    summary: 'Make the call that the form was sent for, with the answer of that call',
    answer: proposal,
  },
  async (context: UserContext, { params, request }) => {
    const { status, headers, text } = await finishUpload(context, params.id!, (upload, body) =>
      makeCall(request, upload, body, context.clock()),
    );
    return { status, headers, body: text };
  },
);

const pick = <N extends string>(
  names: readonly N[],
  headers: Record<string, unknown>,
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );

const makeCall = (
  request: FastifyRequest,
  { call, content_type, size, ...upload }: Parameters<MakeCall>[0],
  body: Readable,
  now: Date,
): Promise<CallAnswer> =>
  arrival.run(uploads.arrivalOf(upload, now), async () => {
    const [method, path] = call.split(' ') as ['POST' | 'PATCH', string];
    const headers = {
      ...pick(PASSED_ON, request.headers),
      'content-type': content_type,
      'content-length': String(size),
    };
    const answer = await request.server.inject({
      method,
      url: API_BASE + path,
      headers,
      payload: body,
      remoteAddress: request.ip,
    });
    return {
      status: answer.statusCode,
      headers: pick(ANSWERED, answer.headers),
      text: answer.payload,
    };
  });
