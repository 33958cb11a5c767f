import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import type { Review, SaveReviewInput } from '#domain/judging/review-schema.ts';
import type { Interests, UpdateInterestsInput } from '#domain/judges/schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { transport } from '#app/api/browser.ts';
import {
  apiPath,
  readDated,
  readPage,
  send,
  type CallOptions,
  type Dated,
  type Page,
} from '#app/api/transport.ts';

type Tie = { has_conflict: boolean; kind?: ConflictKind; reason?: string };

async function one<T>(
  method: string,
  path: string,
  json?: object,
  options?: CallOptions,
): Promise<Dated<T>> {
  return readDated<T>(await send(transport, method, apiPath(path), { json }, options));
}
async function page<T>(path: string, options?: CallOptions): Promise<Page<T>> {
  return readPage<T>(await send(transport, 'GET', apiPath(path), {}, options));
}
const pathOf = (id: string, part = ''): string => `/reviews/${encodeURIComponent(id)}${part}`;

/** A judge's calls; separate from client.ts, which every screen loads. */
export const judgingCalls = {
  listRounds: (options?: CallOptions) => page<Round>('/rounds/', options),
  /** All of one's own in all rounds, without their texts. */
  listReviews: (options?: CallOptions) => page<Review>('/reviews/', options),
  getReview: (id: string, options?: CallOptions) =>
    one<Review>('GET', pathOf(id), undefined, options),
  save: (id: string, input: SaveReviewInput, options?: CallOptions) =>
    one<Review>('PUT', pathOf(id), input, options),
  declare: (id: string, input: Tie, options?: CallOptions) =>
    one<Review>('POST', pathOf(id, '/declare'), input, options),
  abstain: (id: string, input: { reason: string; note?: string }, options?: CallOptions) =>
    one<Review>('POST', pathOf(id, '/abstain'), input, options),
  getInterests: (options?: CallOptions) => one<Interests>('GET', '/judges/me', undefined, options),
  updateInterests: (input: UpdateInterestsInput, options?: CallOptions) =>
    one<Interests>('PATCH', '/judges/me', input, options),
};
