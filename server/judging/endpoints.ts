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
  leaveInput,
  reminded,
  remindInput,
  removeInput,
  updateConflictInput,
  updateEntryInput,
} from '#domain/judging/schema.ts';
import {
  pack,
  scoringKey,
  settleInput,
  sheetDifference,
  sheets,
  synced,
  syncInput,
  typedSheet,
  typeSheetInput,
} from '#domain/judging/pitch-schema.ts';
import { JUDGING } from '#domain/judging/rules.ts';
import { interests, judge, updateInterestsInput, updateJudgeInput } from '#domain/judges/schema.ts';
import { round } from '#domain/rounds/schema.ts';
import type { UserContext } from '../context.ts';
import * as conflicts from './conflict-service.ts';
import * as entries from './entry-service.ts';
import * as opening from './opening-service.ts';
import * as panel from './panel-service.ts';
import * as paper from './pitch-sheets.ts';
import * as phone from './pitch-sync.ts';
import { remindJudges } from './reminder-service.ts';
import { calls, call, list, none, one, reply, tagged } from '../http/calls.ts';

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
  'POST /rounds/{id}/open': call(
    'rounds.open',
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
  ),
  'GET /rounds/{id}/entries': list('entries.list', 'List the entries of a round', entry, {
    keyed: ['admin'],
    query: listEntriesQuery,
    run: entries.listEntries,
  }),
  'PATCH /rounds/{id}/entries/{proposal_id}': one(
    'entries.update',
    'Withdraw an entry, or redact more of its description',
    {
      keyed: ['admin'],
      body: updateEntryInput,
      answer: entry,
      refuses: [409],
      run: entries.updateEntry,
    },
  ),
  'POST /rounds/{id}/assignments': reply(
    'panels.update',
    'Assign reviews that are still missing, or extra ones',
    {
      body: assignInput,
      answer: assigned,
      idempotent: true,
      refuses: [409],
      run: panel.assignMore,
    },
  ),
  'GET /rounds/{id}/judges': list(
    'panels.list',
    "List the progress of a round's judges",
    progress,
    { keyed: ['admin'], run: panel.listProgress },
  ),
  'POST /rounds/{id}/reminders': reply(
    'panels.update',
    'Remind judges of a round of what is left',
    { body: remindInput, answer: reminded, idempotent: true, refuses: [409], run: remindJudges },
  ),
  'DELETE /rounds/{id}/judges/me': call(
    'panels.leave',
    { summary: 'Leave a round that I judge', body: leaveInput, answer: moved, refuses: [409] },
    async (context: UserContext, { params, body }) => ({
      body: await panel.removeJudge(context, params.id!, context.actor.id, body),
    }),
  ),
  'PUT /rounds/{id}/judges/{judge_id}': one('panels.update', 'Add a judge to a round', {
    answer: z.object({ assigned: z.number() }),
    refuses: [409, 422],
    run: panel.addJudge,
  }),
  'DELETE /rounds/{id}/judges/{judge_id}': one('panels.update', 'Remove a judge from a round', {
    body: removeInput,
    answer: moved,
    refuses: [409],
    run: panel.removeJudge,
  }),
  'POST /rounds/{id}/scoring-key': reply('keys.create', 'Get a scoring key for a pitch round', {
    answer: scoringKey,
    status: 201,
    idempotent: true,
    refuses: [409],
    run: phone.createKey,
  }),
  'DELETE /rounds/{id}/scoring-key': none('keys.end', 'End my scoring keys of a round', {
    refuses: [409],
    run: phone.endKeys,
  }),
  'GET /rounds/{id}/pack': reply('packs.get', 'Get all that a phone needs for a pitch round', {
    keyed: ['judge'],
    answer: pack,
    tagged: true,
    refuses: [409],
    run: phone.getPack,
  }),
  'POST /rounds/{id}/sync': reply('packs.sync', 'Send scores of a pitch round', {
    keyed: ['judge'],
    body: syncInput,
    bodyBytes: JUDGING.syncBytes,
    bodyKeys: JUDGING.syncKeys,
    answer: synced,
    idempotent: true,
    refuses: [409],
    run: phone.syncScores,
  }),
  'GET /rounds/{id}/sheets': one('sheets.get', 'Get what is printed and typed on paper', {
    answer: sheets,
    refuses: [409],
    run: paper.getSheets,
  }),
  'POST /rounds/{id}/sheets': reply('sheets.type', 'Type in the sheet of a judge', {
    body: typeSheetInput,
    bodyBytes: JUDGING.syncBytes,
    bodyKeys: JUDGING.syncKeys,
    answer: typedSheet,
    idempotent: true,
    refuses: [409],
    run: paper.typeSheet,
  }),
  'PATCH /rounds/{id}/sheets/{review_id}': one('sheets.type', 'Settle where sheets differ', {
    body: settleInput,
    answer: sheetDifference,
    refuses: [409],
    run: paper.settleSheet,
  }),
  'GET /rounds/{id}/conflicts': list(
    'conflicts.list',
    'List conflicts of interest in a round',
    conflict,
    { run: conflicts.listConflicts },
  ),
  'POST /rounds/{id}/conflicts': reply('conflicts.update', 'Record a conflict of interest', {
    body: recordConflictInput,
    answer: conflict,
    status: 201,
    idempotent: true,
    run: conflicts.recordConflict,
  }),
  'PATCH /conflicts/{id}': one('conflicts.update', 'Confirm or clear a conflict of interest', {
    body: updateConflictInput,
    answer: conflict,
    run: conflicts.updateConflict,
  }),
});
