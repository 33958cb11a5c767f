/** Rounds from their opening on: entries, judges, conflicts. */
import { z } from 'zod';
import {
  assigned,
  assignInput,
  conflict,
  entry,
  listEntriesQuery,
  moved,
  openingPreview,
  openInput,
  progress,
  recordConflictInput,
  removeInput,
  updateConflictInput,
  updateEntryInput,
} from '#domain/judging/schema.ts';
import { interests, judge, updateInterestsInput, updateJudgeInput } from '#domain/judges/schema.ts';
import { round } from '#domain/rounds/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, single } from '../http/endpoint.ts';
import * as conflicts from './conflict-service.ts';
import * as entries from './entry-service.ts';
import * as opening from './opening-service.ts';
import * as panel from './panel-service.ts';

export const open = endpoint(
  {
    summary: 'Preview the opening of a round, or open it',
    body: openInput,
    answer: z.union([openingPreview, round]),
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) =>
    body.preview
      ? { body: await opening.previewOpening(context, params.id!) }
      : opening.openRound(context, params.id!, body.plan_sha256),
);

export const listEntries = endpoint(
  { summary: 'List the entries of a round', query: listEntriesQuery, answer: z.array(entry) },
  async (context: UserContext, { params, query }) => {
    const { items, total } = await entries.listEntries(context, params.id!, query);
    return listed(items, total);
  },
);

export const updateEntry = endpoint(
  {
    summary: 'Withdraw an entry, or redact more of its description',
    body: updateEntryInput,
    answer: entry,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => ({
    body: await entries.updateEntry(context, params.id!, params.proposal_id!, body),
  }),
);

export const assign = endpoint(
  {
    summary: 'Assign reviews that are still missing, or extra ones',
    body: assignInput,
    answer: assigned,
    idempotent: true,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => panel.assignMore(context, params.id!, body),
);

export const addJudge = endpoint(
  {
    summary: 'Add a judge to a round',
    answer: z.object({ assigned: z.number() }),
    refuses: [409, 422],
  },
  async (context: UserContext, { params }) => ({
    body: await panel.addJudge(context, params.id!, params.judge_id!),
  }),
);

export const removeJudge = endpoint(
  {
    summary: 'Remove a judge from a round',
    body: removeInput,
    answer: moved,
    refuses: [409],
  },
  async (context: UserContext, { params, body }) => ({
    body: await panel.removeJudge(context, params.id!, params.judge_id!, body.reason),
  }),
);

export const leave = endpoint(
  { summary: 'Leave a round that I judge', body: removeInput, answer: moved, refuses: [409] },
  async (context: UserContext, { params, body }) => ({
    body: await panel.removeJudge(context, params.id!, context.actor.id, body.reason),
  }),
);

export const listProgress = endpoint(
  { summary: "List the progress of a round's judges", answer: z.array(progress) },
  async (context: UserContext, { params }) => {
    const items = await panel.listProgress(context, params.id!);
    return listed(items, items.length);
  },
);

export const listConflicts = endpoint(
  { summary: 'List conflicts of interest in a round', answer: z.array(conflict) },
  async (context: UserContext, { params }) => {
    const items = await conflicts.listConflicts(context, params.id!);
    return listed(items, items.length);
  },
);

export const recordConflict = endpoint(
  {
    summary: 'Record a conflict of interest',
    body: recordConflictInput,
    answer: conflict,
    status: 201,
    idempotent: true,
  },
  async (context: UserContext, { params, body }) =>
    conflicts.recordConflict(context, params.id!, body),
);

export const updateConflict = endpoint(
  {
    summary: 'Confirm or clear a conflict of interest',
    body: updateConflictInput,
    answer: conflict,
  },
  async (context: UserContext, { params, body }) => ({
    body: await conflicts.updateConflict(context, params.id!, body),
  }),
);

export const updateJudge = endpoint(
  { summary: 'Update a judge', body: updateJudgeInput, answer: judge, versioned: true },
  async (context: UserContext, { params, body }) => {
    const updated = await conflicts.updateJudge(context, params.id!, body);
    return single(updated.judge, updated.version);
  },
);

export const updateInterests = endpoint(
  {
    summary: 'Update my declaration of interests',
    body: updateInterestsInput,
    answer: interests,
    versioned: true,
  },
  async (context: UserContext, { body }) => {
    const updated = await conflicts.updateInterests(context, body);
    return single(updated.interests, updated.version);
  },
);
