import type { DownloadLink } from '#domain/paging.ts';
import type {
  Decision,
  DecisionInput,
  RankedEntry,
  RankingSummary,
  ReleasePreview,
} from '#domain/judging/ranking-schema.ts';
import type { ReadReview } from '#domain/judging/review-schema.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { transport } from '#app/api/browser.ts';
import {
  apiPath,
  readPage,
  send,
  type CallOptions,
  type ListQuery,
  type Page,
} from '#app/api/transport.ts';
import { postJson, roundPath } from './round-calls.ts';

type Decisions = { rows: Decision[]; etag: string | null };
type Decide = { rows: DecisionInput[] } | { from_ranking: true };

const readDecisions = async (answer: Response): Promise<Decisions> => ({
  rows: (await answer.json()) as Decision[],
  etag: answer.headers.get('ETag'),
});

/** What follows from the reviews: ranking, decisions, seal and release. */
export const resultCalls = {
  close: (id: string) => postJson<Round>(roundPath(id, '/close'), {}),
  reopen: (id: string, input: { reason: string; closes_at: string }) =>
    postJson<Round>(roundPath(id, '/reopen'), input),
  rank: async (id: string, query: ListQuery, options?: CallOptions): Promise<Page<RankedEntry>> =>
    readPage(await send(transport, 'GET', roundPath(id, '/ranking', query), {}, options)),
  linkToRanking: async (id: string): Promise<DownloadLink> =>
    (await send(transport, 'GET', roundPath(id, '/ranking.csv', { as: 'link' }))).json(),
  summarise: async (id: string, options?: CallOptions): Promise<RankingSummary> =>
    (await send(transport, 'GET', roundPath(id, '/ranking/summary'), {}, options)).json(),
  listReviews: async (
    id: string,
    proposal_id: string,
    options?: CallOptions,
  ): Promise<ReadReview[]> =>
    (await send(transport, 'GET', roundPath(id, '/reviews', { proposal_id }), {}, options)).json(),
  hideReview: (reviewId: string, input: { is_hidden: boolean; reason?: string }) =>
    postJson<unknown>(apiPath(`/reviews/${encodeURIComponent(reviewId)}/hide`), input),
  listDecisions: async (id: string, options?: CallOptions): Promise<Decisions> =>
    readDecisions(await send(transport, 'GET', roundPath(id, '/decisions'), {}, options)),
  decide: async (id: string, json: Decide, etag: string | null): Promise<Decisions> =>
    readDecisions(await send(transport, 'PUT', roundPath(id, '/decisions'), { json }, { etag })),
  seal: (id: string, note: string | null) =>
    postJson<{ sha256: string; sealed_at: string }>(roundPath(id, '/seal'), { note }),
  unseal: (id: string, reason: string) => postJson<Round>(roundPath(id, '/unseal'), { reason }),
  previewRelease: (id: string) =>
    postJson<ReleasePreview>(roundPath(id, '/release'), { preview: true }),
  release: (id: string, at?: string) =>
    postJson<Round>(roundPath(id, '/release'), at ? { at } : {}),
  cancelRelease: async (id: string): Promise<void> => {
    await send(transport, 'DELETE', roundPath(id, '/release'));
  },
};
