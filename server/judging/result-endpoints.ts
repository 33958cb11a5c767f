/** Closing, ranking, outcomes, seal and release of a round; results and the public record. */
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
import { asLink } from '#domain/download-links.ts';
import { listedRecord, publicRecord, result } from '#domain/judging/record-schema.ts';
import { round } from '#domain/rounds/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, single, type ApiResponse } from '../http/endpoint.ts';
import * as decisions from './decision-service.ts';
import * as rankings from './ranking-service.ts';
import * as records from './record.ts';
import * as releases from './release-service.ts';
import * as results from './results-service.ts';
import * as seals from './seal-service.ts';

const ONCE = { answer: round, idempotent: true, refuses: [409] } as const;

export const close = endpoint(
  { summary: 'Close a round', ...ONCE },
  async (context: UserContext, { params }) => rankings.closeRound(context, params.id!),
);

export const reopen = endpoint(
  { summary: 'Reopen a closed round', body: reopenInput, ...ONCE },
  async (context: UserContext, { params, body }) => rankings.reopenRound(context, params.id!, body),
);

export const ranking = endpoint(
  {
    summary: 'Rank the entries of a closed round',
    query: rankingQuery,
    answer: z.array(rankedEntry),
    refuses: [409],
  },
  async (context: UserContext, { params, query }) => {
    const { items, total } = await rankings.listRanking(context, params.id!, query);
    return listed(items, total);
  },
);

const csv = (name: string, body: string): ApiResponse => ({
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
  },
  body,
});

export const exportRanking = endpoint(
  {
    summary: 'Export the ranking as CSV',
    query: z.object(asLink),
    produces: 'text/csv',
    isLinkable: true,
    refuses: [409],
  },
  async (context: UserContext, { params }) =>
    csv('ranking.csv', await rankings.exportRanking(context, params.id!)),
);

export const summary = endpoint(
  { summary: 'Summarise the ranking', answer: rankingSummary, refuses: [409] },
  async (context: UserContext, { params }) => ({
    body: await rankings.summariseRanking(context, params.id!),
  }),
);

export const listDecisions = endpoint(
  {
    summary: 'List the outcomes of a closed round',
    answer: z.array(decision),
    tagged: true,
    refuses: [409],
  },
  async (context: UserContext, { params }) => {
    const { items, version } = await decisions.listDecisions(context, params.id!);
    return single(items, version);
  },
);

export const decide = endpoint(
  {
    summary: 'Set outcomes, or derive them from the ranking',
    body: decideInput,
    answer: z.array(decision),
    versioned: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => {
    const { items, version } = await decisions.decide(context, params.id!, body);
    return single(items, version);
  },
);

export const seal = endpoint(
  {
    summary: 'Seal the results of a round',
    body: sealInput,
    answer: sealed,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) =>
    seals.sealRound(context, params.id!, body.note ?? null),
);

export const unseal = endpoint(
  { summary: 'Withdraw a seal', body: unsealInput, ...ONCE },
  async (context: UserContext, { params, body }) =>
    seals.unsealRound(context, params.id!, body.reason),
);

export const release = endpoint(
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
);

export const cancelRelease = endpoint(
  { summary: 'Cancel a planned release', answer: round, refuses: [409] },
  async (context: UserContext, { params }) => releases.cancelRelease(context, params.id!),
);

export const listResults = endpoint(
  { summary: "List a proposal's results in released rounds", answer: z.array(result) },
  async (context: UserContext, { params }) => {
    const items = await results.listResults(context, params.id!);
    return listed(items, items.length);
  },
);

/** For everybody, also from other sites; files that are only numbers say so in a header too. */
const PUBLISHED = {
  always: { 'access-control-allow-origin': '*', link: `<${records.LICENSE}>; rel="license"` },
  cachedBy: 'public',
} as const;

export const listRecords = endpoint(
  { summary: 'List public records', answer: z.array(listedRecord), ...PUBLISHED },
  async (context) => {
    const items = await records.listRecords(context);
    return listed(items, items.length);
  },
);

export const getRecord = endpoint(
  { summary: 'Get the public record of a program', answer: publicRecord, ...PUBLISHED },
  async (context, { params }) => ({ body: await records.getRecord(context, params.program_id!) }),
);

export const counts = endpoint(
  { summary: 'Get the figures of a public record as CSV', produces: 'text/csv', ...PUBLISHED },
  async (context, { params }) =>
    csv('counts.csv', await records.exportCounts(context, params.program_id!)),
);

export const grants = endpoint(
  {
    summary: 'Get awarded grants as 360Giving data',
    answer: z.record(z.string(), z.unknown()),
    ...PUBLISHED,
  },
  async (context, { params }) => ({
    body: await records.exportGrants(context, params.program_id!),
  }),
);

export const sealedFile = endpoint(
  {
    summary: 'Get the sealed file of a released round',
    produces: 'application/json',
    ...PUBLISHED,
  },
  async (context, { params }) => ({
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: await records.getSealedFile(context, params.round_id!),
  }),
);
