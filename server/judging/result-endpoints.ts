import { z } from 'zod';
import {
  decideInput,
  decision,
  rankedEntry,
  rankingQuery,
  rankingSummary,
  releaseInput,
  releasePreview,
  reopenInput,
  sealed,
  sealInput,
  unsealInput,
} from '#domain/judging/ranking-schema.ts';
import { asLink } from '#domain/paging.ts';
import { listedRecord, publicRecord, result } from '#domain/judging/record-schema.ts';
import { round } from '#domain/rounds/schema.ts';
import type { UserContext } from '../context.ts';
import { type ApiResponse } from '../http/endpoint.ts';
import * as decisions from './decision-service.ts';
import * as rankings from './ranking-service.ts';
import * as records from './record.ts';
import * as releases from './release-service.ts';
import * as results from './results-service.ts';
import * as seals from './seal-service.ts';
import { calls, call, list, one, reply, tagged } from '../http/calls.ts';

const ONCE = { answer: round, idempotent: true, refuses: [409] } as const;

const csv = (name: string, body: string): ApiResponse => ({
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  },
  body,
});

/** For everybody, also from other sites; files that are only numbers say so in a header too. */
const PUBLISHED = {
  always: { 'access-control-allow-origin': '*', link: `<${records.LICENSE}>; rel="license"` },
  cachedBy: 'public',
} as const;

export const resultsCalls = calls({
  'POST /rounds/{id}/close': reply('rounds.close', 'Close a round', {
    ...ONCE,
    run: rankings.closeRound,
  }),
  'POST /rounds/{id}/reopen': reply('rounds.close', 'Reopen a closed round', {
    body: reopenInput,
    ...ONCE,
    run: rankings.reopenRound,
  }),
  'GET /rounds/{id}/ranking': list(
    'rankings.list',
    'Rank the entries of a closed round',
    rankedEntry,
    { query: rankingQuery, refuses: [409], run: rankings.listRanking },
  ),
  'GET /rounds/{id}/ranking.csv': call(
    'rankings.export',
    {
      summary: 'Export the ranking as CSV',
      query: z.object(asLink),
      produces: 'text/csv',
      isLinkable: true,
      refuses: [409],
    },
    async (context: UserContext, { params }) =>
      csv('ranking.csv', await rankings.exportRanking(context, params.id!)),
  ),
  'GET /rounds/{id}/ranking/summary': one('rankings.list', 'Summarise the ranking', {
    answer: rankingSummary,
    refuses: [409],
    run: rankings.summariseRanking,
  }),
  'GET /rounds/{id}/decisions': tagged('decisions.list', 'List the outcomes of a closed round', {
    answer: z.array(decision),
    tagged: true,
    refuses: [409],
    of: 'items',
    run: decisions.listDecisions,
  }),
  'PUT /rounds/{id}/decisions': tagged(
    'decisions.update',
    'Set outcomes, or derive them from the ranking',
    {
      body: decideInput,
      answer: z.array(decision),
      versioned: true,
      refuses: [409],
      of: 'items',
      run: decisions.decide,
    },
  ),
  'POST /rounds/{id}/seal': call(
    'rounds.seal',
    {
      summary: 'Seal the results of a round',
      body: sealInput,
      answer: sealed,
      idempotent: true,
      refuses: [409],
    },
    async (context: UserContext, { params, body }) =>
      seals.sealRound(context, params.id!, body.note ?? null),
  ),
  'POST /rounds/{id}/unseal': call(
    'rounds.seal',
    { summary: 'Withdraw a seal', body: unsealInput, ...ONCE },
    async (context: UserContext, { params, body }) =>
      seals.unsealRound(context, params.id!, body.reason),
  ),
  'POST /rounds/{id}/release': call(
    'rounds.release',
    {
      summary: 'Preview, plan or carry out the release of results',
      body: releaseInput,
      answer: z.union([releasePreview, round]),
      idempotent: true,
      refuses: [409],
    },
    async (context: UserContext, { params, body }) =>
      body.preview
        ? { body: await releases.previewRelease(context, params.id!) }
        : releases.releaseRound(context, params.id!, body.at ?? null),
  ),
  'DELETE /rounds/{id}/release': reply('rounds.release', 'Cancel a planned release', {
    answer: round,
    refuses: [409],
    run: releases.cancelRelease,
  }),
  'GET /proposals/{id}/results': list(
    'results.list',
    "List a proposal's results in released rounds",
    result,
    { run: results.listResults },
  ),
  'GET /public-record/': list('records.get', 'List public records', listedRecord, {
    ...PUBLISHED,
    run: records.listRecords,
  }),
  'GET /public-record/{program_id}': one('records.get', 'Get the public record of a program', {
    answer: publicRecord,
    ...PUBLISHED,
    run: records.getRecord,
  }),
  'GET /public-record/{program_id}/counts.csv': call(
    'records.get',
    { summary: 'Get the figures of a public record as CSV', produces: 'text/csv', ...PUBLISHED },
    async (context, { params }) =>
      csv('counts.csv', await records.exportCounts(context, params.program_id!)),
  ),
  'GET /public-record/{program_id}/grants.json': one(
    'records.get',
    'Get awarded grants as 360Giving data',
    { answer: z.record(z.string(), z.unknown()), ...PUBLISHED, run: records.exportGrants },
  ),
  'GET /public-record/rounds/{round_id}/seal.json': call(
    'records.get',
    {
      summary: 'Get the sealed file of a released round',
      produces: 'application/json',
      ...PUBLISHED,
    },
    async (context, { params }) => ({
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: await records.getSealedFile(context, params.round_id!),
    }),
  ),
});
