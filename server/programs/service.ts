/**
 * The verbs of programs. The guard has checked permissions; the verbs check rules and run
 * transactions.
 */
import { randomUUID } from 'node:crypto';
import { JUDGING_RULES } from '#domain/judging/messages.ts';
import { SHARED_RULES } from '#domain/messages.ts';
import { PROGRAM, PROGRAM_RULES } from '#domain/programs/messages.ts';
import { extensionOf, isTaking, type Announces } from '#domain/programs/rules.ts';
import type {
  CreateProgramInput,
  ListProgramsQuery,
  Program,
  ProgramPreview,
  UpdateProgramInput,
} from '#domain/programs/schema.ts';
import { mayDoAll } from '#domain/permissions.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { requireVersion, type Context, type Versioned } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { raiseVersion } from '../db/versions.ts';
import { isId } from '../db/ids.ts';
import { previewDeadline, tellOfDeadline } from '../drafts/deadline-service.ts';
import { findFileKeysFor } from '../drafts/service.ts';
import { listExtensionsOf } from '../extensions/store.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { listAnswered, listQuestionsFor, saveQuestions, seesAll } from '../questions/service.ts';
import { hasWaitingFor } from '../receipts/store.ts';
import { htmlWords } from '../text/plain-text.ts';
import { prepareText, readText, readTexts } from '../text/stored-text.ts';
import { hasUnannounced, holdBack } from './announcing-store.ts';
import * as store from './store.ts';

/** Presents a row in the API, field by field; to one person, with their extension. */
async function presentProgram(
  { actor, receivedAt }: Context,
  row: store.ProgramRow,
  extended_until: Date | null = null,
): Promise<Program> {
  const extended = extensionOf({ ...row, extended_until });
  const deadline_date = extended ?? row.deadline_date;
  return {
    id: row.id,
    title: row.title,
    description: await readText('text', row.description, row.rich_text_mark),
    sector: row.sector,
    deadline_date: row.deadline_date.toISOString(),
    opens_at: row.opens_at?.toISOString() ?? null,
    is_public: row.is_public,
    amount_text: row.amount_text,
    decision_by: row.decision_by,
    ...(mayDoAll(actor.role, 'programs.announce') && {
      announces: row.announces,
      announce_at: row.announce_at?.toISOString() ?? null,
    }),
    is_open: isTaking({ ...row, deadline_date }, receivedAt),
    ...(extended && { extended_until: extended.toISOString() }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** `plain`: the plain text of the description. */
const searchTextOf = (
  { title, sector }: Pick<store.ProgramRow, 'title' | 'sector'>,
  plain: string,
) => toSearchText(title, sector, plain);

const scopeOf = (context: Context): store.Scope => (seesAll(context) ? 'all' : 'public');

/** The caller's own, by program. */
const extensionsFor = async ({ actor, db }: Context): Promise<Map<string, Date>> =>
  actor.role === 'applicant' ? listExtensionsOf(db.read, actor.id) : new Map<string, Date>();

export async function listPrograms(
  context: Context,
  query: ListProgramsQuery,
): Promise<{ items: Program[]; total: number }> {
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
  return { items, total };
}

type VersionedProgram = Versioned<'program', Program>;

/** With its questions, if it has any that the caller may see. */
async function present(context: Context, row: store.ProgramRow): Promise<VersionedProgram> {
  const questions = await listQuestionsFor(context, context.db.read, row.id);
  const until = (await extensionsFor(context)).get(row.id);
  const program = await presentProgram(context, row, until);
  return {
    program: { ...program, ...(questions.length > 0 && { questions }) },
    version: until ? `${row.version}.${until.getTime()}` : row.version,
  };
}

/** Refuses with 404 a program that does not exist, or that this person may not see. */
function required(row: store.ProgramRow | undefined): store.ProgramRow {
  if (!row) throw new Problem('not_found', PROGRAM.notFound);
  return row;
}

/**
 * Locks the row for this transaction; refuses if it is not the version that the caller has seen.
 */
export async function lockProgram(
  context: Context,
  tx: Executor,
  id: string,
): Promise<store.ProgramRow> {
  const row = required(isId(id) ? await store.lockProgram(context.db, tx, id) : undefined);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

/** Refuses with 404 a program that does not exist, or that this person may not see. */
export async function requireProgram(
  context: Context,
  db: Executor,
  id: string,
): Promise<store.ProgramRow> {
  return required(isId(id) ? await store.findProgram(db, scopeOf(context), id) : undefined);
}

export async function getProgram(context: Context, id: string): Promise<VersionedProgram> {
  return present(context, await requireProgram(context, context.db.read, id));
}

const DESCRIPTION = { kind: 'text', name: 'description', label: 'the description' } as const;

/** Refuses with 422 a program that would close before it opens. */
function requireOrder({
  opens_at,
  deadline_date,
}: Pick<store.ProgramRow, 'opens_at' | 'deadline_date'>): void {
  if (opens_at && opens_at.getTime() >= deadline_date.getTime())
    throw invalid({ opens_at: PROGRAM_RULES.openingAfterDeadline });
}

export async function createProgram(
  context: Context,
  input: CreateProgramInput,
): Promise<VersionedProgram> {
  const now = context.clock();
  const { questions = [], ...fields } = input;
  requireOrder(fields);
  const { html, plain, mark } = await prepareText(context, DESCRIPTION, input.description);
  const row = {
    id: randomUUID(),
    ...fields,
    announce_at: null,
    description: html,
    rich_text_mark: mark,
    search_text: searchTextOf(input, plain),
    created_at: now,
    updated_at: now,
    version: 1,
  };
  await context.db.write(async (tx) => {
    await store.insertProgram(tx, row);
    const asked = await saveQuestions(tx, row.id, questions);
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'programs.create', 'program', row.id, {
      after: { ...row, ...(asked && { questions: asked.after }) },
    });
  });
  return present(context, row);
}

type ProgramChange = { announces?: Announces | undefined; deadline_date?: Date | undefined };

/**
 * From now on together: what is about to be announced by itself waits too. Refuses with 409 to
 * announce at once while something is not announced, and another deadline while a round is open.
 */
async function requireAllowed(
  tx: Executor,
  id: string,
  { announces, deadline_date }: ProgramChange,
): Promise<void> {
  if (deadline_date && (await store.hasOpenRound(tx, id)))
    throw new Problem('in_round', JUDGING_RULES.programInRound);
  if (announces === 'together') await holdBack(tx, id);
  if (announces === 'at_once' && (await hasUnannounced(tx, id)))
    throw new Problem('unannounced', PROGRAM_RULES.unannounced);
}

const isMoved = (old: store.ProgramRow, deadline: Date | undefined): deadline is Date =>
  deadline !== undefined && deadline.getTime() !== old.deadline_date.getTime();

/** Whom the change would concern; changes nothing. Refuses with 404 and 412, as the change does. */
export async function previewProgram(
  context: Context,
  id: string,
  { deadline_date: deadline }: UpdateProgramInput,
): Promise<ProgramPreview> {
  const { read } = context.db;
  const row = required(isId(id) ? await store.findProgram(read, 'all', id) : undefined);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  const moved = isMoved(row, deadline) ? { from: row.deadline_date, to: deadline } : undefined;
  const answered = await listAnswered(read, id);
  return {
    ...(await previewDeadline(read, id, moved)),
    ...(answered && { answered_questions: answered }),
  };
}

/**
 * Changes only sent fields that differ; of questions, the whole list. Whoever has a draft is told
 * of another deadline. Refuses with 404, 422, 409 `question_in_use`, and with 412 if If-Match names
 * another version.
 */
export async function updateProgram(
  context: Context,
  id: string,
  { preview: _, questions, ...input }: UpdateProgramInput,
): Promise<VersionedProgram> {
  const text =
    input.description === undefined
      ? undefined
      : await prepareText(context, DESCRIPTION, input.description);
  const row = await context.db.write(async (tx) => {
    const old = await lockProgram(context, tx, id);
    const changes = changesIn(old, { ...input, ...(text && { description: text.html }) });
    const asked = questions && (await saveQuestions(tx, id, questions));
    if (isEmptyChange(changes) && !asked) return old;
    await requireAllowed(tx, id, changes);
    const next = {
      ...old,
      ...changes,
      ...(text && { rich_text_mark: text.mark }),
      ...(changes.announces && { announce_at: null }),
    };
    requireOrder(next);
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
): Promise<store.ProgramRow> {
  const saved = { ...row, updated_at: context.clock(), version: row.version + 1 };
  const { id, created_at: _created, ...columns } = saved;
  await store.changeProgram(tx, id, {
    ...columns,
    search_text: searchTextOf(saved, plain ?? htmlWords(saved.description)),
  });
  await raiseVersion(tx, 'public');
  return saved;
}

/**
 * Refuses with 409 while the program has proposals, or submissions that wait for documents. Its
 * drafts are deleted too; their files are deleted after the commit.
 */
export async function deleteProgram(context: Context, id: string): Promise<void> {
  const refusal = () => new Problem('program_has_proposals', PROGRAM_RULES.hasProposals);
  const keys = await context.db
    .write(async (tx) => {
      const row = await lockProgram(context, tx, id);
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
