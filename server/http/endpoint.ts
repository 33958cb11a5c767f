/** An endpoint as data: its schemas validate requests and generate the API's description. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Role } from '#domain/accounts/rules.ts';
import type { Action } from '#domain/permissions.ts';
import { type Context, etagOf } from '../context.ts';

export type ApiResponse = { status?: number; headers?: Record<string, string>; body?: unknown };

type Shape = z.core.$ZodType;

export const BYTES_TYPES = ['application/offset+octet-stream'] as const;
export type BytesType = (typeof BYTES_TYPES)[number];

type Call<Q, B> = {
  params: Record<string, string>;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type EndpointSpec<Q extends Shape, B extends Shape, C extends Context = Context> = {
  /** One sentence for the page at /api/v1/docs. */
  summary: string;
  query?: Q;
  /** Of the request, where it may be larger than usual. */
  bodyBytes?: number;
  /** Fields on all levels, where there may be more than usual. */
  bodyKeys?: number;
  /** Validated before the handler runs, unless the body is multipart. */
  body?: B;
  /**
   * Selects the part of the body to validate, where that depends on stored data; or refuses before
   * it is validated.
   */
  prepare?: (context: C, body: object, params: Record<string, string>) => Promise<object>;
  /** The sentence of spec §8 for several invalid fields; a single one has its own. */
  refusal?: string;
  /** Files of a multipart body; the handler receives them and validates the fields with `body`. */
  files?: readonly string[];
  /** The type of the files: PDFs by default. A picture may also be named by a text. */
  fileType?: 'image/*';
  /** Takes raw bytes of this type, and reads them itself. */
  bytes?: { type: BytesType; isOptional?: true };
  /** Headers of every answer, refusals included. */
  always?: Record<string, string>;
  /**
   * Request headers that it reads, and response headers of a success: each with a sentence for the
   * description.
   */
  requestHeaders?: Record<string, string>;
  answerHeaders?: Record<string, string>;
  isForm?: boolean;
  /** The body of a success; undefined for 204. */
  answer?: Shape;
  status?: number;
  /** Answers 204 instead if there is nothing. */
  mayBeEmpty?: true;
  /** The body of a 202, for a success that is still pending. */
  accepted?: Shape;
  /** The type of a success that is not JSON. */
  produces?: string;
  /** With `as=link`, answers a link to the same that works without a token. */
  isLinkable?: true;
  /** Roles whose scoring keys open it too: contract §9.9. */
  keyed?: readonly Role[];
  /** A single resource, answered by `single`. */
  tagged?: true;
  /** Compares `If-Match` with the version of the changed row. */
  versioned?: boolean;
  idempotent?: boolean;
  /** Statuses of refusals that do not follow from the other fields. */
  refuses?: readonly number[];
  /**
   * The topic whose version a cached answer follows; only for answers that are the same for
   * everybody.
   */
  cachedBy?: string;
};

export type Endpoint = {
  spec: EndpointSpec<Shape, Shape, never>;
  run: (context: Context, call: Call<never, never>) => Promise<ApiResponse>;
};

type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ApiRow = { method: Method; path: string; action: Action; endpoint: Endpoint };

/** Declares an endpoint: parse by `spec`, call one verb, present the result. */
export function endpoint<
  Q extends Shape = Shape,
  B extends Shape = Shape,
  C extends Context = Context,
>(
  spec: EndpointSpec<Q, B, C>,
  run: (context: C, call: Call<z.output<Q>, z.output<B>>) => Promise<ApiResponse>,
): Endpoint {
  return { spec, run: run as unknown as Endpoint['run'] };
}

/** A list: a bare array, and its length before paging. */
export const listed = (items: unknown[], total: number): ApiResponse => ({
  body: items,
  headers: { 'x-total-count': String(total) },
});

/** A single resource with the ETag that If-Match is compared with; see contract §3. */
export const single = (body: unknown, version: number | string, status = 200): ApiResponse => ({
  status,
  body,
  headers: { etag: etagOf(version) },
});

export const nothing: ApiResponse = { status: 204 };

/** The schema of an answer that is one sentence. */
export const messageResponse = z.object({ message: z.string() });
