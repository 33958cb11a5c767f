/**
 * Calls of the API, each said once: `'METHOD /path': kind(action, summary, { … run })`. `run` is the
 * verb: it takes the context, the path's parameters in their order, then the query or the body where
 * the call declares one. The kind says what becomes of its result.
 */
import { z } from 'zod';
import type { Action } from '#domain/permissions.ts';
import type { Context } from '../context.ts';
import {
  endpoint,
  listed,
  nothing,
  single,
  type ApiResponse,
  type ApiRow,
  type Endpoint,
  type EndpointSpec,
} from './endpoint.ts';

type Shape = z.core.$ZodType;
export type Call = { action: Action; endpoint: Endpoint };

/** A method, so that verbs that name their parameters one by one fit. */
type Verb<Q, B, R> = { run(context: never, ...input: (string | Q | B)[]): Promise<R> };
type Spec<Q extends Shape, B extends Shape, R> = Omit<EndpointSpec<Q, B, never>, 'summary'> &
  Verb<z.output<Q>, z.output<B>, R>;

export const calls = (table: Record<`${ApiRow['method']} /${string}`, Call>): ApiRow[] =>
  Object.entries(table).map(([name, call]) => {
    const [method, path] = name.split(' ') as [ApiRow['method'], string];
    return { method, path, ...call };
  });

/** One whose handler is written out: it needs the request, or answers with headers of its own. */
export const call = <Q extends Shape, B extends Shape, C extends Context>(
  action: Action,
  ...described: Parameters<typeof endpoint<Q, B, C>>
): Call => ({ action, endpoint: endpoint<Q, B, C>(...described) });

function answered<Q extends Shape, B extends Shape, R>(
  action: Action,
  summary: string,
  { run, ...spec }: Spec<Q, B, R>,
  toResponse: (result: R) => ApiResponse,
): Call {
  const { query: Query, body: Body } = spec;
  return {
    action,
    endpoint: endpoint({ ...spec, summary } as EndpointSpec<Q, B>, async (context, call) => {
      const input = [
        ...Object.values(call.params),
        ...(Query ? [call.query] : []),
        ...(Body ? [call.body] : []),
      ];
      return toResponse(await run(context as never, ...input));
    }),
  };
}

type Page = { items: unknown[]; total: number };

/** The verb returns all items, or a page and how many there are before paging. */
export const list = <Q extends Shape, B extends Shape>(
  action: Action,
  summary: string,
  item: Shape,
  spec: Omit<Spec<Q, B, unknown[] | Page>, 'answer'>,
): Call =>
  answered(
    action,
    summary,
    { ...spec, answer: z.array(item as z.ZodType) } as Spec<Q, B, unknown[] | Page>,
    (result) =>
      Array.isArray(result) ? listed(result, result.length) : listed(result.items, result.total),
  );

/** The verb returns what is shown. */
export const one = <Q extends Shape, B extends Shape>(
  action: Action,
  summary: string,
  spec: Spec<Q, B, unknown>,
): Call => answered(action, summary, spec, (body) => ({ status: spec.status ?? 200, body }));

/** The verb returns what is shown under the name `of`, beside the `version` of its ETag. */
export const tagged = <Q extends Shape, B extends Shape, Of extends string>(
  action: Action,
  summary: string,
  { of, ...spec }: Spec<Q, B, Record<Of, unknown> & { version: number | string }> & { of: Of },
): Call =>
  answered(action, summary, spec as Spec<Q, B, Record<string, unknown>>, (result) =>
    single(result[of], result['version'] as number | string, spec.status),
  );

/** 204: the verb returns nothing. */
export const none = <Q extends Shape, B extends Shape>(
  action: Action,
  summary: string,
  spec: Spec<Q, B, unknown>,
): Call => answered(action, summary, spec, () => nothing);

/** The verb returns the whole response, for example the first answer of a repeated request. */
export const reply = <Q extends Shape, B extends Shape>(
  action: Action,
  summary: string,
  spec: Spec<Q, B, ApiResponse>,
): Call => answered(action, summary, spec, (response) => response);
