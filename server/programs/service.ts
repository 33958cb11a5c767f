import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dayOf } from '#domain/dates.ts';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { mayDoAll, type Actor } from '#domain/permissions.ts';
import { invalid, Problem, requireAhead, SHARED_RULES } from '#domain/problem.ts';
import {
  extensionOf,
  isTaking,
  paperUntil,
  PROGRAM,
  PROGRAM_REFUSALS,
  type Announces,
} from '#domain/programs/rules.ts';
import { SEASON } from '#domain/seasons/rules.ts';
import {
  createProgramInput,
  listProgramsQuery,
  program,
  programPreview,
  updateProgramInput,
  type CreateProgramInput,
  type ListProgramsQuery,
  type Program,
  type UpdateProgramInput,
} from '#domain/programs/schema.ts';
import { audit } from '../audit.ts';
import { etagOf, requireVersion, type Context } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import { isId } from '../db/table.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { raiseVersion } from '../db/versions.ts';
import { previewDeadline, tellOfDeadline } from '../drafts/deadlines.ts';
import { countDraftsByProgram } from '../drafts/store.ts';
import { findFileKeysFor } from '../drafts/drafts.ts';
import { hasOpenedRound, listExtensionsOf } from '../extensions/store.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { call, calls, list, none, tagged } from '../http/calls.ts';
import { single } from '../http/endpoint.ts';
import { shownBy } from '../http/resource.ts';
import { listAnswered, listQuestionsFor, saveQuestions, seesAll } from '../questions/service.ts';
import { hasWaitingFor } from '../receipts/store.ts';
import { htmlWords } from '../text/plain-text.ts';
import { prepareText, readText, readTexts } from '../text/stored-text.ts';
import * as store from './store.ts';

const show = shownBy(program);

async function presentProgram(
  { actor, receivedAt }: Context,
  row: store.ProgramRow,
  extended_until: Date | null = null,
) {
  const extended = extensionOf({ ...row, extended_until });
  const deadline_date = extended ?? row.deadline_date;
  const { announces, announce_at, delete_at, deleted_at, retention_months, ...shown } = show(row);
  return {
    ...shown,
    description: await readText('text', row.description, row.rich_text_mark),
    ...(mayDoAll(actor.role, 'programs.announce') && {
      announces,
      paper_until: paperUntil(row.deadline_date).toISOString(),
      announce_at,
      delete_at,
      deleted_at,
      retention_months,
    }),
    is_open: isTaking({ ...row, deadline_date }, receivedAt),
    ...(extended && { extended_until: extended.toISOString() }),
  };
}

const searchTextOf = (
  { title, sector }: Pick<store.ProgramRow, 'title' | 'sector'>,
  plain: string,
) => toSearchText(title, sector, plain);

const scopeOf = (context: Context) => (seesAll(context) ? 'all' : 'public');

const extensionsFor = async ({ actor, db }: Context) =>
  actor.role === 'applicant' ? listExtensionsOf(db.read, actor.id) : new Map<string, Date>();

async function listPrograms(context: Context, query: ListProgramsQuery) {
  const { db, receivedAt } = context;
  const extensions = await extensionsFor(context);
  const extended = [...extensions].filter(([, until]) => until > receivedAt).map(([id]) => id);
  const { rows, total } = await store.listPrograms(db, scopeOf(context), query, {
    now: receivedAt,
    extended,
  });
  const items = await readTexts(rows, (row) =>
    presentProgram(context, row, extensions.get(row.id)),
  );
  if (!mayDoAll(context.actor.role, 'programs.announce')) return { items, total };
  const drafts = await countDraftsByProgram(db.read);
  const unannounced = await store.countUnannouncedByProgram(db.read);
  const counted = items.map((item) => ({
    ...item,
    drafts: drafts.get(item.id) ?? 0,
    unannounced: unannounced.get(item.id) ?? 0,
  }));
  return { items: counted, total };
}

/** With its questions, if it has any that the caller may see. */
export async function present(context: Context, row: store.ProgramRow) {
  const questions = await listQuestionsFor(context, context.db.read, row.id);
  const until = (await extensionsFor(context)).get(row.id);
  const shown = await presentProgram(context, row, until);
  const program = { ...shown, ...(questions.length > 0 && { questions }) };
  return { program, version: tagFor(context, row, program) };
}

const DIGEST_CHARS = 22;
/** In quotation marks. */
const VISITORS_TAG_LENGTH = DIGEST_CHARS + 2;

/** Visitors see no version: a plan that they may not know of yet raises it too. */
function tagFor({ actor }: Context, { version }: store.ProgramRow, program: Program) {
  if (mayDoAll(actor.role, 'programs.update')) return version;
  return createHash('sha256')
    .update(JSON.stringify(program))
    .digest('base64url')
    .slice(0, DIGEST_CHARS);
}

function required(row: store.ProgramRow | undefined) {
  if (!row) throw new Problem('not_found', PROGRAM.notFound);
  return row;
}

export async function lockProgram(context: Context, tx: Executor, id: string) {
  const row = required(isId(id) ? await store.lockProgram(tx, id) : undefined);
  await requireSeen({ ...context, db: { ...context.db, read: tx } }, row);
  return row;
}

/** By its version, or by the tag of a visitor: what that stands for has not changed either. */
async function requireSeen(context: Context, row: store.ProgramRow) {
  if (context.ifMatch?.length === VISITORS_TAG_LENGTH) {
    const { version } = await present({ ...context, actor: { role: 'visitor' } }, row);
    if (context.ifMatch === etagOf(version)) return;
  }
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
}

export async function requireProgram(context: Context, db: Executor, id: string) {
  return required(isId(id) ? await store.findProgram(db, scopeOf(context), id) : undefined);
}

async function getProgram(context: Context, id: string) {
  return present(context, await requireProgram(context, context.db.read, id));
}

const DESCRIPTION = { kind: 'text', name: 'description', label: 'the description' } as const;

function requireOrder({
  opens_at,
  deadline_date,
}: Pick<store.ProgramRow, 'opens_at' | 'deadline_date'>) {
  if (opens_at && opens_at.getTime() >= deadline_date.getTime())
    throw invalid({ opens_at: PROGRAM_REFUSALS.openingAfterDeadline });
}

function requireDecisionDay(
  { decision_by: day, deadline_date }: Pick<store.ProgramRow, 'decision_by' | 'deadline_date'>,
  sent: { decision_by?: unknown; deadline_date?: unknown },
  now: Date,
) {
  if (day === null) return;
  const isEarly = day < dayOf(deadline_date);
  if (isEarly && sent.decision_by !== undefined)
    throw invalid({ decision_by: PROGRAM_REFUSALS.decisionBeforeDeadline });
  if (isEarly && sent.deadline_date !== undefined)
    throw invalid({ deadline_date: PROGRAM_REFUSALS.deadlineAfterDecision });
  if (sent.decision_by !== undefined && day < dayOf(now))
    throw invalid({ decision_by: PROGRAM_REFUSALS.decisionPast });
}

async function createProgram(context: Context, input: CreateProgramInput) {
  const now = context.clock();
  const { questions = [], ...fields } = input;
  requireOrder(fields);
  requireDecisionDay(fields, fields, now);
  const { html, plain, mark } = await prepareText(context, DESCRIPTION, input.description);
  const row = {
    id: randomUUID(),
    ...fields,
    announce_at: null,
    ...store.RUNNING,
    description: html,
    rich_text_mark: mark,
    search_text: searchTextOf(input, plain),
    created_at: now,
    updated_at: now,
    version: 1,
  };
  await context.db.write(async (tx) => {
    await store.programs.insert(tx, row);
    const asked = await saveQuestions(tx, row.id, questions);
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'programs.create', 'program', row.id, {
      after: { ...row, ...(asked && { questions: asked.after }) },
    });
  });
  return present(context, row);
}

type ProgramChange = { announces?: Announces | undefined; deadline_date?: Date | undefined };

/** Switching to announcements together also holds back what was about to be announced by itself. */
async function requireAllowed(
  tx: Executor,
  { id, ended_at }: store.ProgramRow,
  { announces, deadline_date }: ProgramChange,
) {
  if (deadline_date && ended_at) throw new Problem('program_ended', SEASON.ended);
  if (deadline_date && (await hasOpenedRound(tx, id)))
    throw new Problem('in_round', JUDGING_RULES.programInRound);
  if (announces === 'together') await store.holdBack(tx, id);
  if (announces === 'at_once' && (await store.hasUnannounced(tx, id)))
    throw new Problem('unannounced', PROGRAM_REFUSALS.unannounced);
}

const isMoved = (old: store.ProgramRow, deadline: Date | undefined): deadline is Date =>
  deadline !== undefined && deadline.getTime() !== old.deadline_date.getTime();

async function previewProgram(
  context: Context,
  id: string,
  { deadline_date: deadline }: UpdateProgramInput,
) {
  const { read } = context.db;
  const row = required(isId(id) ? await store.findProgram(read, 'all', id) : undefined);
  await requireSeen(context, row);
  // What editors change concerns nobody's draft.
  if (!mayDoAll(context.actor.role, 'programs.create')) return {};
  const moved = isMoved(row, deadline) ? { from: row.deadline_date, to: deadline } : undefined;
  const answered = await listAnswered(read, id);
  return {
    ...(await previewDeadline(read, id, moved, context.clock())),
    ...(answered && { answered_questions: answered }),
  };
}

/** Of questions, the whole list. Whoever another deadline concerns is told of it. */
async function updateProgram(
  context: Context,
  id: string,
  { preview: _, questions, ...input }: UpdateProgramInput,
) {
  const text =
    input.description === undefined
      ? undefined
      : await prepareText(context, DESCRIPTION, input.description);
  const row = await context.db.write(async (tx) => {
    const old = await lockProgram(context, tx, id);
    const changes = changesIn(old, { ...input, ...(text && { description: text.html }) });
    const asked = questions && (await saveQuestions(tx, id, questions));
    if (isEmptyChange(changes) && !asked) return old;
    await requireAllowed(tx, old, changes);
    const next = {
      ...old,
      ...changes,
      ...(text && { rich_text_mark: text.mark }),
      ...(changes.announces && { announce_at: null }),
    };
    requireOrder(next);
    requireDecisionDay(next, changes, context.clock());
    requireAhead('opens_at', changes.opens_at, context.clock());
    const saved = await writeProgram(context, tx, next, text?.plain);
    await audit(tx, context, 'programs.update', 'program', id, {
      before: { ...old, questions: asked?.before },
      after: { ...changes, ...(asked && { questions: asked.after }) },
    });
    if (isMoved(old, changes.deadline_date)) {
      const { title, deadline_date: to } = next;
      await tellOfDeadline(context, tx, { id, title, from: old.deadline_date, to });
    }
    return saved;
  });
  if (input.deadline_date) context.notifyMailSoon();
  return present(context, row);
}

async function writeProgram(
  context: Context,
  tx: Executor,
  row: store.ProgramRow,
  plain: string | undefined,
) {
  const saved = { ...row, updated_at: context.clock(), version: row.version + 1 };
  const { id, created_at: _created, ...columns } = saved;
  await store.programs.change(
    tx,
    { id },
    {
      ...columns,
      search_text: searchTextOf(saved, plain ?? htmlWords(saved.description)),
    },
  );
  await raiseVersion(tx, 'public');
  return saved;
}

/** Its drafts are deleted too; their files are deleted after the commit. */
async function deleteProgram(context: Context, id: string) {
  const refusal = () => new Problem('program_has_proposals', PROGRAM_REFUSALS.hasProposals);
  const keys = await context.db
    .write(async (tx) => {
      const row = await lockProgram(context, tx, id);
      if (row.ended_at) throw new Problem('program_ended', SEASON.ended);
      if ((await store.hasProposals(tx, id)) || (await hasWaitingFor(tx, id))) throw refusal();
      const draftKeys = await findFileKeysFor(tx, id);
      await store.deleteProgram(tx, id);
      await raiseVersion(tx, 'public');
      await audit(tx, context, 'programs.delete', 'program', id, { before: row });
      return draftKeys;
    })
    .catch((error) => {
      throw isForeignKeyViolation(error) ? refusal() : error;
    });
  await deleteFiles(context, keys);
}

/** What an editor may change of a program; other fields never take effect: contract §12. */
const fieldsFor = (role: Actor, { title, description, ...others }: UpdateProgramInput) => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(mayDoAll(role, 'programs.create') && others),
});

export const programsCalls = calls({
  'POST /programs/': tagged('programs.create', 'Create a program', {
    body: createProgramInput,
    answer: program,
    status: 201,
    of: 'program',
    run: createProgram,
  }),
  'GET /programs/': list('programs.list', 'List programs', program, {
    query: listProgramsQuery,
    cachedBy: 'public',
    run: listPrograms,
  }),
  'GET /programs/{id}': tagged('programs.get', 'Get one program', {
    answer: program,
    tagged: true,
    of: 'program',
    run: getProgram,
  }),
  'PATCH /programs/{id}': call(
    'programs.update',
    {
      summary: 'Update a program, or preview whom a new deadline affects',
      body: updateProgramInput,
      answer: z.union([program, programPreview]),
      versioned: true,
    },
    async (context, { params, body }) => {
      const fields = fieldsFor(context.actor.role, body);
      if (body.preview) return { body: await previewProgram(context, params.id!, fields) };
      const updated = await updateProgram(context, params.id!, fields);
      return single(updated.program, updated.version);
    },
  ),
  'DELETE /programs/{id}': none('programs.delete', 'Delete a program without proposals', {
    versioned: true,
    run: deleteProgram,
  }),
});
