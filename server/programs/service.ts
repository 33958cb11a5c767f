/**
 * The verbs of programs. The guard has checked permissions; the verbs check rules and run
 * transactions.
 */
import { randomUUID } from 'node:crypto';
import { SHARED_RULES } from '#domain/messages.ts';
import { PROGRAM, PROGRAM_RULES } from '#domain/programs/messages.ts';
import { isOpen } from '#domain/programs/rules.ts';
import type {
  CreateProgramInput,
  ListProgramsQuery,
  Program,
  ProgramPreview,
  UpdateProgramInput,
} from '#domain/programs/schema.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { requireVersion, type Context, type Versioned } from '../context.ts';
import { isForeignKeyViolation } from '../db/errors.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { raiseVersion } from '../db/versions.ts';
import { isId } from '../db/ids.ts';
import { previewDeadline, tellOfDeadline } from '../drafts/deadline-service.ts';
import { findFileKeysFor } from '../drafts/expiry-service.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { hasWaitingFor } from '../receipts/store.ts';
import { htmlWords } from '../text/html-words.ts';
import { prepareText, readText, readTexts } from '../text/stored-text.ts';
import * as store from './store.ts';

/** Presents a row in the API, field by field. */
async function presentProgram(row: store.ProgramRow, now: Date): Promise<Program> {
  return {
    id: row.id,
    title: row.title,
    description: await readText('text', row.description, row.rich_text_mark),
    sector: row.sector,
    deadline_date: row.deadline_date.toISOString(),
    is_open: isOpen(row.deadline_date, now),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** `plain`: the plain text of the description. */
const searchTextOf = (
  { title, sector }: Pick<store.ProgramRow, 'title' | 'sector'>,
  plain: string,
) => toSearchText(title, sector, plain);

export async function listPrograms(
  context: Context,
  query: ListProgramsQuery,
): Promise<{ items: Program[]; total: number }> {
  const { rows, total } = await store.listPrograms(context.db, query, context.receivedAt);
  return { items: await readTexts(rows, (row) => presentProgram(row, context.receivedAt)), total };
}

type VersionedProgram = Versioned<'program', Program>;

const present = async (
  { receivedAt }: Context,
  row: store.ProgramRow,
): Promise<VersionedProgram> => ({
  program: await presentProgram(row, receivedAt),
  version: row.version,
});

/** Refuses with 404 a program that does not exist. */
function required(row: store.ProgramRow | undefined): store.ProgramRow {
  if (!row) throw new Problem('not_found', PROGRAM.notFound);
  return row;
}

/**
 * Locks the row for this transaction; refuses if it is not the version that the caller has seen.
 */
async function lockProgram(context: Context, tx: Executor, id: string): Promise<store.ProgramRow> {
  const row = required(isId(id) ? await store.lockProgram(context.db, tx, id) : undefined);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

export async function getProgram(context: Context, id: string): Promise<VersionedProgram> {
  const row = required(isId(id) ? await store.findProgram(context.db.read, id) : undefined);
  return present(context, row);
}

const DESCRIPTION = { kind: 'text', name: 'description', label: 'the description' } as const;

export async function createProgram(
  context: Context,
  input: CreateProgramInput,
): Promise<VersionedProgram> {
  const now = context.clock();
  const { html, plain, mark } = await prepareText(context, DESCRIPTION, input.description);
  const row = {
    id: randomUUID(),
    ...input,
    description: html,
    rich_text_mark: mark,
    search_text: searchTextOf(input, plain),
    created_at: now,
    updated_at: now,
    version: 1,
  };
  await context.db.write(async (tx) => {
    await store.insertProgram(tx, row);
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'programs.create', 'program', row.id, { after: row });
  });
  return present(context, row);
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
  const row = required(isId(id) ? await store.findProgram(read, id) : undefined);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return previewDeadline(read, id, isMoved(row, deadline));
}

/**
 * Changes only sent fields that differ; whoever has a draft is told of another deadline. Refuses
 * with 404, and with 412 if If-Match names another version.
 */
export async function updateProgram(
  context: Context,
  id: string,
  { preview: _, ...input }: UpdateProgramInput,
): Promise<VersionedProgram> {
  const text =
    input.description === undefined
      ? undefined
      : await prepareText(context, DESCRIPTION, input.description);
  const row = await context.db.write(async (tx) => {
    const old = await lockProgram(context, tx, id);
    const changes = changesIn(old, { ...input, ...(text && { description: text.html }) });
    if (isEmptyChange(changes)) return old;
    const next = {
      ...old,
      ...changes,
      ...(text && { rich_text_mark: text.mark }),
      updated_at: context.clock(),
      version: old.version + 1,
    };
    const { id: _id, created_at: _created, ...columns } = next;
    await store.changeProgram(tx, id, {
      ...columns,
      search_text: searchTextOf(next, text?.plain ?? htmlWords(next.description)),
    });
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'programs.update', 'program', id, { before: old, after: changes });
    if (isMoved(old, changes.deadline_date)) {
      const { title, deadline_date: to } = next;
      await tellOfDeadline(context, tx, { id, title, from: old.deadline_date, to });
    }
    return next;
  });
  if (input.deadline_date) context.notifyMailSoon();
  return present(context, row);
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
