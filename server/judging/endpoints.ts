/** The calls of judging, from the opening of a round to what everybody learns of its results. */
import { z } from 'zod';
import { interests, judge, updateInterestsInput, updateJudgeInput } from '#domain/judges/schema.ts';
import * as pitch from '#domain/judging/pitch-schema.ts';
import * as ranking from '#domain/judging/ranking-schema.ts';
import { listedRecord, publicRecord, result } from '#domain/judging/record-schema.ts';
import * as reviewing from '#domain/judging/review-schema.ts';
import { JUDGING } from '#domain/judging/rules.ts';
import * as schema from '#domain/judging/schema.ts';
import { asLink } from '#domain/paging.ts';
import { round } from '#domain/rounds/schema.ts';
import type { UserContext } from '../context.ts';
import { calls, call, list, none, one, reply, tagged } from '../http/calls.ts';
import type { ApiResponse } from '../http/endpoint.ts';
import { readAsked } from '../proposals/documents.ts';
import * as conflicts from './conflict-service.ts';
import * as decisions from './decision-service.ts';
import * as entries from './entry-service.ts';
import { open } from './opening-service.ts';
import * as panel from './panel-service.ts';
import * as paper from './pitch-sheets.ts';
import * as phone from './pitch-sync.ts';
import * as rankings from './ranking-service.ts';
import * as records from './record.ts';
import * as releases from './release-service.ts';
import { listResults } from './release-service.ts';
import { remindJudges } from './reminder-service.ts';
import * as reviews from './review-service.ts';

const ONCE = { idempotent: true, refuses: [409] } as { idempotent: true; refuses: number[] };
const REFUSES = { refuses: [409] };
/** A phone, or a desk, sends all of a hall at once. */
const LARGE = { bodyBytes: JUDGING.syncBytes, bodyKeys: JUDGING.syncKeys };

export const judgingCalls = calls({
  'PATCH /judges/me': tagged('interests.update', 'Update my declaration of interests', {
    body: updateInterestsInput,
    answer: interests,
    versioned: true,
    of: 'interests',
    run: conflicts.updateInterests,
  }),
  'PATCH /judges/{id}': tagged('judges.update', 'Update a judge', {
    body: updateJudgeInput,
    answer: judge,
    versioned: true,
    of: 'judge',
    run: conflicts.updateJudge,
  }),
  'POST /rounds/{id}/open': reply('rounds.open', 'Preview the opening of a round, or open it', {
    body: schema.openInput,
    answer: z.union([schema.openingPreview, round]),
    ...ONCE,
    run: open,
  }),
  'GET /rounds/{id}/entries': list('entries.list', 'List the entries of a round', schema.entry, {
    keyed: ['admin'],
    query: schema.listEntriesQuery,
    run: entries.listEntries,
  }),
  'PATCH /rounds/{id}/entries/{proposal_id}': one(
    'entries.update',
    'Withdraw an entry, or redact more of its description',
    {
      keyed: ['admin'],
      body: schema.updateEntryInput,
      answer: schema.entry,
      ...REFUSES,
      run: entries.updateEntry,
    },
  ),
  'POST /rounds/{id}/assignments': reply(
    'panels.update',
    'Assign reviews that are still missing, or extra ones',
    { body: schema.assignInput, answer: schema.assigned, ...ONCE, run: panel.assignMore },
  ),
  'GET /rounds/{id}/judges': list(
    'panels.list',
    "List the progress of a round's judges",
    schema.progress,
    { keyed: ['admin'], run: panel.listProgress },
  ),
  'POST /rounds/{id}/reminders': reply(
    'panels.update',
    'Remind judges of a round of what is left',
    { body: schema.remindInput, answer: schema.reminded, ...ONCE, run: remindJudges },
  ),
  'DELETE /rounds/{id}/judges/me': one('panels.leave', 'Leave a round that I judge', {
    body: schema.leaveInput,
    answer: schema.moved,
    ...REFUSES,
    run: panel.leave,
  }),
  'PUT /rounds/{id}/judges/{judge_id}': one('panels.update', 'Add a judge to a round', {
    answer: z.object({ assigned: z.number() }),
    refuses: [409, 422],
    run: panel.addJudge,
  }),
  'DELETE /rounds/{id}/judges/{judge_id}': one('panels.update', 'Remove a judge from a round', {
    body: schema.removeInput,
    answer: schema.moved,
    ...REFUSES,
    run: panel.removeJudge,
  }),
  'POST /rounds/{id}/scoring-key': reply('keys.create', 'Get a scoring key for a pitch round', {
    answer: pitch.scoringKey,
    status: 201,
    ...ONCE,
    run: phone.createKey,
  }),
  'DELETE /rounds/{id}/scoring-key': none('keys.end', 'End my scoring keys of a round', {
    ...REFUSES,
    run: phone.endKeys,
  }),
  'GET /rounds/{id}/pack': reply('packs.get', 'Get all that a phone needs for a pitch round', {
    keyed: ['judge'],
    answer: pitch.pack,
    tagged: true,
    ...REFUSES,
    run: phone.getPack,
  }),
  'POST /rounds/{id}/sync': reply('packs.sync', 'Send scores of a pitch round', {
    keyed: ['judge'],
    body: pitch.syncInput,
    ...LARGE,
    answer: pitch.synced,
    ...ONCE,
    run: phone.syncScores,
  }),
  'GET /rounds/{id}/sheets': one('sheets.get', 'Get what is printed and typed on paper', {
    answer: pitch.sheets,
    ...REFUSES,
    run: paper.getSheets,
  }),
  'POST /rounds/{id}/sheets': reply('sheets.type', 'Type in the sheet of a judge', {
    body: pitch.typeSheetInput,
    ...LARGE,
    answer: pitch.typedSheet,
    ...ONCE,
    run: paper.typeSheet,
  }),
  'PATCH /rounds/{id}/sheets/{review_id}': one('sheets.type', 'Settle where sheets differ', {
    body: pitch.settleInput,
    answer: pitch.sheetDifference,
    ...REFUSES,
    run: paper.settleSheet,
  }),
  'GET /rounds/{id}/conflicts': list(
    'conflicts.list',
    'List conflicts of interest in a round',
    schema.conflict,
    { run: conflicts.listConflicts },
  ),
  'POST /rounds/{id}/conflicts': reply('conflicts.update', 'Record a conflict of interest', {
    body: schema.recordConflictInput,
    answer: schema.conflict,
    status: 201,
    idempotent: true,
    run: conflicts.recordConflict,
  }),
  'PATCH /conflicts/{id}': one('conflicts.update', 'Confirm or clear a conflict of interest', {
    body: schema.updateConflictInput,
    answer: schema.conflict,
    run: conflicts.updateConflict,
  }),
});

export const judgeReviewsCalls = calls({
  'GET /rounds/{id}/reviews': list(
    'judging.readAll',
    'List the reviews of an entry',
    reviewing.readReview,
    { query: reviewing.entryReviewsQuery, ...REFUSES, run: reviews.listEntryReviews },
  ),
  'GET /reviews/': list('judging.list', 'List my reviews', reviewing.review, {
    query: reviewing.listReviewsQuery,
    run: reviews.listReviews,
  }),
  'GET /reviews/{id}': tagged('judging.get', 'Get one of my reviews', {
    answer: reviewing.review,
    tagged: true,
    of: 'review',
    run: reviews.getReview,
  }),
  'PUT /reviews/{id}': tagged('judging.save', 'Save or submit one of my reviews', {
    body: reviewing.saveReviewInput,
    answer: reviewing.review,
    versioned: true,
    ...REFUSES,
    of: 'review',
    run: reviews.saveReview,
  }),
  'POST /reviews/{id}/declare': reply(
    'judging.save',
    'Declare whether I have a conflict of interest',
    { body: reviewing.declareInput, answer: reviewing.review, ...ONCE, run: conflicts.declare },
  ),
  'POST /reviews/{id}/abstain': reply('judging.save', 'Hand a review over to another judge', {
    body: reviewing.abstainInput,
    answer: reviewing.review,
    ...ONCE,
    run: conflicts.abstain,
  }),
  'GET /reviews/{id}/documents/{kind}/view': call(
    'judging.get',
    {
      summary: 'Show a document to a judge, on our own pages',
      produces: 'application/pdf',
      ...REFUSES,
    },
    async (context: UserContext, { params, request: { raw } }) =>
      reviews.viewDocument(context, { id: params.id!, kind: params.kind! }, readAsked(raw)),
  ),
  'POST /reviews/{id}/hide': reply(
    'judging.hide',
    'Hide the comments of a review from the applicant',
    {
      body: reviewing.hideInput,
      answer: z.object({ id: z.string(), is_hidden: z.boolean() }),
      idempotent: true,
      run: reviews.hideReview,
    },
  ),
  'GET /reviews/{id}/versions': list(
    'judging.versions',
    'List all versions of a review',
    reviewing.reviewVersion,
    { ...REFUSES, run: reviews.listVersions },
  ),
});

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
    answer: round,
    ...ONCE,
    run: rankings.closeRound,
  }),
  'POST /rounds/{id}/reopen': reply('rounds.close', 'Reopen a closed round', {
    body: ranking.reopenInput,
    answer: round,
    ...ONCE,
    run: rankings.reopenRound,
  }),
  'GET /rounds/{id}/ranking': list(
    'rankings.list',
    'Rank the entries of a closed round',
    ranking.rankedEntry,
    { query: ranking.rankingQuery, ...REFUSES, run: rankings.listRanking },
  ),
  'GET /rounds/{id}/ranking.csv': call(
    'rankings.export',
    {
      summary: 'Export the ranking as CSV',
      query: z.object(asLink),
      produces: 'text/csv',
      isLinkable: true,
      ...REFUSES,
    },
    async (context: UserContext, { params }) =>
      csv('ranking.csv', await rankings.exportRanking(context, params.id!)),
  ),
  'GET /rounds/{id}/ranking/summary': one('rankings.list', 'Summarise the ranking', {
    answer: ranking.rankingSummary,
    ...REFUSES,
    run: rankings.summariseRanking,
  }),
  'GET /rounds/{id}/decisions': tagged('decisions.list', 'List the outcomes of a closed round', {
    answer: z.array(ranking.decision),
    tagged: true,
    ...REFUSES,
    of: 'items',
    run: decisions.listDecisions,
  }),
  'PUT /rounds/{id}/decisions': tagged(
    'decisions.update',
    'Set outcomes, or derive them from the ranking',
    {
      body: ranking.decideInput,
      answer: z.array(ranking.decision),
      versioned: true,
      ...REFUSES,
      of: 'items',
      run: decisions.decide,
    },
  ),
  'POST /rounds/{id}/seal': reply('rounds.seal', 'Seal the results of a round', {
    body: ranking.sealInput,
    answer: ranking.sealed,
    ...ONCE,
    run: decisions.sealRound,
  }),
  'POST /rounds/{id}/unseal': reply('rounds.seal', 'Withdraw a seal', {
    body: ranking.unsealInput,
    answer: round,
    ...ONCE,
    run: decisions.unsealRound,
  }),
  'POST /rounds/{id}/release': reply(
    'rounds.release',
    'Preview, plan or carry out the release of results',
    {
      body: ranking.releaseInput,
      answer: z.union([ranking.releasePreview, round]),
      ...ONCE,
      run: releases.release,
    },
  ),
  'DELETE /rounds/{id}/release': reply('rounds.release', 'Cancel a planned release', {
    answer: round,
    ...REFUSES,
    run: releases.cancelRelease,
  }),
  'GET /proposals/{id}/results': list(
    'results.list',
    "List a proposal's results in released rounds",
    result,
    { run: listResults },
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
