import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CSV_COLUMNS, DAY_MS, ARCHIVES } from '#domain/constants.ts';
import { joinChoices } from '#domain/count-of.ts';
import type { Label } from '#domain/labels/schema.ts';
import { seesContacts } from '#domain/permissions.ts';
import { Problem } from '#domain/problem.ts';
import { decisionOf, formatDecision } from '#domain/proposals/decision-rules.ts';
import {
  EXPORT_FILES,
  FULL_CSV_COLUMNS,
  SHORT_XLSX_COLUMNS,
  type ExportFile,
} from '#domain/proposals/export-rules.ts';
import { ARCHIVE_WORDS } from '#domain/proposals/messages.ts';
import {
  formatApproval,
  formatStage,
  FUNDING_STAGES,
  type DocumentKind,
  archivedName,
} from '#domain/proposals/rules.ts';
import type {
  ListAllProposalsQuery,
  ListedProposal,
  ListProposalsQuery,
  ProposalFilters,
  WholeExportQuery,
} from '#domain/proposals/schema.ts';
import { SCREENS } from '#domain/screens.ts';
import type { MessageSide } from '#domain/threads/schema.ts';
import { audit } from '../audit.ts';
import type { Context, UserContext } from '../context.ts';
import { isWithin, type ListQuery } from '../db/lists.ts';
import type { Db } from '../db/open.ts';
import { streamHeaders } from '../files/links.ts';
import { XLSX_TYPE, xlsxOf, type Cell } from '../files/xlsx.ts';
import { zipOf, type ZipEntry } from '../files/zip.ts';
import { csvOf } from '../http/csv.ts';
import { overloaded, RETRY_AFTER_SECONDS } from '../http/problems.ts';
import { labelsOf } from '../labels/store.ts';
import { membersOf } from '../members/store.ts';
import { answerColumnsOf } from '../questions/service.ts';
import { htmlWords } from '../text/plain-text.ts';
import { archivedFiles, type NotArchived } from './archived-files.ts';
import * as lists from './list-store.ts';
import {
  batchesForExport,
  namesOf,
  wholeBatches,
  type ExportRow,
  type NextRows,
  type WholeRow,
  countProposals,
  exportQuery,
} from './list-store.ts';
import { presentListed, assigneeOf, deciderOf } from './presentation.ts';
import { findRead } from './review-store.ts';
import { findMarks } from './similar-store.ts';
import { documentsOf, listFiles, type Scope } from './store.ts';

type ProposalPage = { items: ListedProposal[]; total: number };

export const listOwnProposals = (
  context: UserContext,
  { has_unread_messages, has_open_request, ...query }: ListProposalsQuery,
): Promise<ProposalPage> =>
  list(
    context,
    { reachedBy: context.actor.id },
    {
      ...query,
      ...messageFilter('applicant', has_unread_messages),
      ...requestFilter(context, has_open_request),
    },
  );

/** All matches, at most 1,000 per page, with the total. Marks those that the caller has read. */
export async function listAllProposals(
  context: UserContext,
  { skip, limit, sort, ...asked }: ListAllProposalsQuery,
): Promise<ProposalPage> {
  const page = await list(context, 'all', { ...filtersFor(context, asked), skip, limit, sort });
  const ids = page.items.map(({ id }) => id);
  const { db, actor } = context;
  const read = await findRead(db.read, actor.id, ids);
  const marks = await findMarks(db.read, ids, seesContacts(actor.role));
  const labels = await labelsOf(db.read, ids);
  const items = page.items.map((item) => ({
    ...item,
    is_read: read.has(item.id),
    changed_since_read: (read.get(item.id) ?? 0) > 0,
    ...marks.get(item.id),
    labels: labels.get(item.id) ?? [],
  }));
  return { ...page, items };
}

const messageFilter = (
  reader: MessageSide,
  is: boolean | undefined,
): Pick<lists.Filters, 'unreadMessages'> =>
  is === undefined
    ? {}
    : { unreadMessages: { from: reader === 'firm' ? 'applicant' : 'firm', is } };

const requestFilter = (
  { clock }: Pick<UserContext, 'clock'>,
  is: boolean | undefined,
): Pick<lists.Filters, 'openRequest'> =>
  is === undefined ? {} : { openRequest: { is, at: clock() } };

/** What is to do is not decided, unless decided ones are asked for: contract §8.1. */
export const toDo = ({
  decision,
  is_approved,
}: Pick<lists.Filters, 'decision' | 'is_approved'>): Pick<lists.Filters, 'decision'> =>
  decision === undefined && is_approved === undefined ? { decision: 'undecided' } : {};

/** The requested filters, with the caller in place of `me`. */
export function filtersFor(
  { actor, clock }: Pick<UserContext, 'actor' | 'clock'>,
  {
    assigned_to,
    decided_by,
    unread,
    has_unread_messages,
    has_open_request,
    changed_since_read,
    ...filters
  }: Omit<ProposalFilters, 'sort'> & Pick<lists.Filters, 'ids'>,
): lists.Filters {
  const ids: Record<string, string | null> = { me: actor.id, nobody: null };
  return {
    ...filters,
    ...(!seesContacts(actor.role) && { hidesContacts: true }),
    ...(assigned_to && {
      assigned_to: { id: assigned_to in ids ? ids[assigned_to]! : assigned_to },
    }),
    ...(decided_by && { decided_by: decided_by === 'me' ? actor.id : decided_by }),
    ...messageFilter('firm', has_unread_messages),
    ...requestFilter({ clock }, has_open_request),
    ...(changed_since_read !== undefined && {
      changed: { for: actor.id, is: changed_since_read },
    }),
    ...(unread !== undefined && { read: { by: actor.id, is: !unread } }),
    ...(unread && toDo(filters)),
  };
}

async function list(
  context: Context,
  scope: Scope,
  {
    skip,
    limit,
    sort,
    ...filters
  }: lists.Filters & Omit<ListProposalsQuery, 'has_unread_messages' | 'has_open_request'>,
): Promise<ProposalPage> {
  const { db } = context;
  const total = await countMatches(db, scope, filters);
  const ids = isWithin({ skip }, total)
    ? await lists.findProposalIds(db, scope, { ...filters, sort }, { skip, limit })
    : [];
  const rows = await lists.getProposals(db.read, scope, ids);
  return { items: rows.map((row) => presentListed(row, context)), total };
}

/** The number of matches. Those that somebody has not read are all less the few that are read. */
export async function countMatches(db: Db, scope: Scope, filters: lists.Filters): Promise<number> {
  const { read, ...others } = filters;
  if (filters.q || !read || read.is) return lists.countProposals(db, scope, filters);
  const all = await lists.countProposals(db, scope, others);
  const readOnes = { ...others, read: { by: read.by, is: true } };
  return Math.max(all - (await lists.countProposals(db, scope, readOnes)), 0);
}

const BATCH = 500;
const WHOLE_BATCH = 100;

/** One file and its headers: all matches, newest first. Never holds more than one batch. */
export async function openExport(context: UserContext, file: ExportFile, asked: WholeExportQuery) {
  await auditExport(context, 'proposals.export', file, asked);
  const query = await exportQuery(context.db, filtersFor(context, asked));
  const isWorkbook = file.endsWith('.xlsx');
  const { columns, batches } = file.startsWith('export-full')
    ? await wholeSheet(context, query, asked)
    : shortSheet(context, query, isWorkbook ? SHORT_XLSX_COLUMNS : CSV_COLUMNS);
  return {
    headers: {
      ...streamHeaders(EXPORT_FILES[file], isWorkbook ? XLSX_TYPE : 'text/csv; charset=utf-8'),
      'content-disposition': `attachment; filename="${EXPORT_FILES[file]}"`,
    },
    body: isWorkbook ? xlsxOf(columns, batches) : csvOf(columns, batches),
  };
}

/** Who took which proposals out of the product, and how many: by filters, not by their names. */
async function auditExport(
  context: UserContext,
  action: 'proposals.export' | 'proposals.exportDocuments',
  file: string,
  query: WholeExportQuery,
): Promise<void> {
  const proposals = await countProposals(context.db, 'all', filtersFor(context, query));
  const { ids, as: _, ...filters } = query;
  const asked = Object.entries(filters).filter(([, value]) => value !== undefined);
  const told = {
    file,
    ...Object.fromEntries(asked),
    ...(ids && { ids: ids.join(', ') }),
    proposals,
  };
  await context.db.write((tx) => audit(tx, context, action, 'export', randomUUID(), told));
}

type Sheet = { columns: readonly string[]; batches: AsyncIterable<Cell[][]> };

function shortSheet({ db }: UserContext, query: ListQuery, columns: readonly string[]): Sheet {
  const toRow = createFormatter();
  const titlesOf = namesOf(db.read, 'programs');
  const decidersOf = namesOf(db.read, 'users');
  const isLong = columns === SHORT_XLSX_COLUMNS;
  const toRows = async (rows: ExportRow[]): Promise<Cell[][]> => {
    const titles = await titlesOf(rows.map((row) => row.program_id));
    const short = rows.map((row) => toRow(row, titles.get(row.program_id) ?? ''));
    if (!isLong) return short;
    const deciders = await decidersOf(rows.map((row) => row.decided_by));
    return rows.map((row, place) => [
      ...short[place]!,
      formatDecision(row.decision),
      deciders.get(row.decided_by) ?? '',
    ]);
  };
  return {
    columns,
    batches: cellsOf(batchesForExport(db, query, BATCH), BATCH, toRows),
  };
}

async function wholeSheet(
  context: UserContext,
  query: ListQuery,
  { program_id: programId }: WholeExportQuery,
): Promise<Sheet> {
  const { db } = context;
  const answers = await answerColumnsOf(db.read, programId);
  const toRows = async (rows: WholeRow[]) => {
    const ids = rows.map(({ id }) => id);
    const [labels, answersOf] = [await labelsOf(db.read, ids), await answers.readCells(ids)];
    const people = Map.groupBy(await membersOf(db.read, ids), ({ proposal_id }) => proposal_id);
    return rows.map((row) => [
      ...toCells(context, row),
      wordsOf(labels.get(row.id)),
      row.withdrawn_at ?? '',
      (people.get(row.id) ?? []).map(inWords).join(', '),
      ...answersOf(row.id),
    ]);
  };
  return {
    columns: [...FULL_CSV_COLUMNS, ...answers.titles],
    batches: cellsOf(wholeBatches(db, query, WHOLE_BATCH), WHOLE_BATCH, toRows),
  };
}

async function* cellsOf<Row extends Pick<ExportRow, 'id' | 'created_at'>>(
  nextRows: NextRows<Row>,
  most: number,
  toRows: (rows: Row[]) => Cell[][] | Promise<Cell[][]>,
): AsyncGenerator<Cell[][]> {
  let last: Row | undefined;
  do {
    const rows = await nextRows(last);
    // SQLite runs in this thread: without yielding, everybody else would wait for the whole export.
    await yieldToEventLoop();
    yield await toRows(rows);
    last = rows.length === most ? rows.at(-1) : undefined;
  } while (last);
}

const STAGES = new Map(FUNDING_STAGES.map((stage) => [stage, formatStage(stage)]));

/** The cells of one export. Its rows are in order of time, so a day is formatted only once. */
function createFormatter(): (row: ExportRow, title: string) => Cell[] {
  let last = { number: NaN, day: '' };
  const dayOf = (moment: Date): Cell => {
    const number = Math.floor(moment.getTime() / DAY_MS);
    if (number !== last.number) last = { number, day: moment.toISOString().slice(0, 10) };
    return last;
  };
  return (row, title) => [
    title,
    row.applicant,
    row.business_sector,
    STAGES.get(row.funding_stage)!,
    formatApproval(row.is_approved),
    dayOf(row.created_at),
  ];
}

const inWords = ({
  first_name,
  last_name,
  email,
}: Record<'first_name' | 'last_name' | 'email', string>) => `${first_name} ${last_name} (${email})`;

const wordsOf = (labels: Label[] = []): string => joinChoices(labels.map(({ name }) => name));

const toCells = (context: UserContext, row: WholeRow): Cell[] => [
  ...[row.id, row.receipt_number ?? '', row.title, row.program_id],
  ...[row.business_name, row.business_sector, row.business_location, row.region],
  ...[row.business_website ?? '', htmlWords(row.business_description)],
  ...[formatStage(row.funding_stage), formatApproval(row.is_approved), decisionOf(row.decision)],
  ...[row.decline_reason ?? '', row.decided_at ?? '', deciderOf(row) ?? ''],
  ...[assigneeOf(row) ?? '', row.flagged ? 'yes' : 'no'],
  ...[row.first_name, row.last_name, row.email ?? '', row.phone_number, row.user_id],
  ...[row.received_at, row.completed_at, row.updated_at],
  linkTo(context, row),
  ...documentCells(context, row, 'pitch_deck'),
  ...documentCells(context, row, 'financials'),
];

const linkTo = ({ publicUrl }: UserContext, row: WholeRow): string =>
  publicUrl + SCREENS.submission(row);

/**
 * A link leads to the portal, where people must log in: a public link would be in every copy of the
 * file.
 */
const documentCells = (context: UserContext, row: WholeRow, kind: DocumentKind): Cell[] => [
  `${linkTo(context, row)}?document=${kind}`,
  row[`${kind}_pages`] ?? '',
  row[`${kind}_sha256`],
];

const ARCHIVE_BATCH = 100;

/** Admins who are being sent an archive; several databases may be open in one process. */
const receivers = new WeakMap<Db, Set<string>>();

/**
 * One archive per admin, and few in total. Refuses with 429 and 503; call the returned function
 * when done.
 */
function acquireSlot({ db, actor }: UserContext): () => void {
  const busy = receivers.get(db) ?? new Set();
  receivers.set(db, busy);
  if (busy.has(actor.id))
    throw new Problem('too_many_attempts', ARCHIVE_WORDS.busy, { retryAfter: RETRY_AFTER_SECONDS });
  if (busy.size >= ARCHIVES.atOnce) throw overloaded();
  busy.add(actor.id);
  return () => void busy.delete(actor.id);
}

/**
 * All documents of the matching proposals, newest first. Unavailable ones are listed in a file of
 * their own. Reading stops with the reader.
 */
export async function openArchive(context: UserContext, asked: WholeExportQuery) {
  const releaseSlot = acquireSlot(context);
  try {
    const query = await exportQuery(context.db, filtersFor(context, asked));
    await auditExport(context, 'proposals.exportDocuments', ARCHIVES.file, asked);
    const nextRows = wholeBatches(context.db, query, ARCHIVE_BATCH);
    const archive = createArchive(context, nextRows, await nextRows(undefined));
    return zipOf(archive.entries()).once('close', () => {
      archive.stop();
      releaseSlot();
    });
  } catch (error) {
    releaseSlot();
    throw error;
  }
}

function createArchive(context: UserContext, nextRows: NextRows<WholeRow>, first: WholeRow[]) {
  const left: string[] = [];
  const leaveOut = (name: string, reason: NotArchived) =>
    void left.push(`${name}: ${ARCHIVE_WORDS[reason]}.`);
  const opened = archivedFiles(context, leaveOut);

  async function* entriesOf(row: WholeRow, place: number): AsyncGenerator<ZipEntry> {
    const files = row.has_files ? (await listFiles(context.db.read, [row.id])).get(row.id) : [];
    const names = new Set<string>();
    for (const document of documentsOf(row, files ?? [])) {
      const name = uniqueIn(names, archivedName(place, row, document.kind, document.words));
      const stream = await opened.open(name, document);
      if (stream) yield { name, modifiedAt: row.completed_at, stream };
    }
  }

  async function* entries(): AsyncGenerator<ZipEntry> {
    let place = 0;
    for await (const row of readAll(nextRows, first)) {
      if (opened.isStopped()) return;
      yield* entriesOf(row, (place += 1));
    }
    if (left.length > 0)
      yield {
        name: ARCHIVES.missingFile,
        modifiedAt: context.clock(),
        stream: Readable.from([
          Buffer.from(`${[ARCHIVE_WORDS.heading, '', ...left].join('\r\n')}\r\n`),
        ]),
      };
  }
  return { entries, stop: opened.stop };
}

/** Two questions may have the same words: the second file is `Words 2.pdf`. */
function uniqueIn(taken: Set<string>, name: string): string {
  let unique = name;
  for (let count = 2; taken.has(unique.toLowerCase()); count += 1)
    unique = name.replace(/\.pdf$/, ` ${count}.pdf`);
  taken.add(unique.toLowerCase());
  return unique;
}

async function* readAll(nextRows: NextRows<WholeRow>, first: WholeRow[]): AsyncGenerator<WholeRow> {
  for (let rows = first; rows.length > 0;) {
    yield* rows;
    const last = rows.length === ARCHIVE_BATCH ? rows.at(-1) : undefined;
    rows = last ? await nextRows(last) : [];
  }
}
