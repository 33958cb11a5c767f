import { isReadable, type Digest, type Draft, type DraftDocument } from '#domain/drafts/schema.ts';
import type { Member } from '#domain/members/schema.ts';
import type { FieldProblems } from '#domain/problem.ts';
import { extensionOf } from '#domain/programs/rules.ts';
import { documentFileName, DOCUMENT_KINDS } from '#domain/proposals/rules.ts';
import { submitProposalInput } from '#domain/proposals/schema.ts';
import { withFiles, type SentFiles } from '#domain/questions/answers.ts';
import { ANSWER_RULES, answerField, isFile } from '#domain/questions/rules.ts';
import type { FileValue, Question, SentAnswers } from '#domain/questions/schema.ts';
import type { Executor } from '../db/open.ts';
import type { Row } from '../db/tables.ts';
import { toInvalid } from '../http/problems.ts';
import { readStored, checkSent, liveOf } from '../questions/service.ts';
import { listQuestionsOf } from '../questions/store.ts';
import { presentReceipt } from '../receipts/service.ts';
import { listWaitingFor, type ReceiptRow } from '../receipts/store.ts';
import { readText } from '../text/stored-text.ts';
import * as store from './store.ts';
import type { DraftDocumentRow, DraftFields } from './store.ts';
import { keysOf, readAnnounced, type AnnouncedDocuments } from './waiting.ts';

type WholeDraft = {
  row: store.DraftRow;
  /** Who reads it. */
  reader: string;
  documents: store.DraftDocumentRow[];
  waiting: ReceiptRow | undefined;
  questions: readonly Question[];
};

/** Drafts that one applicant reads, with documents and receipts, in the same order. */
export async function readWhole(
  db: Executor,
  reader: string,
  rows: store.DraftRow[],
): Promise<WholeDraft[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const documents = await store.listDocuments(db, ids);
  const waiting = await listWaitingFor(db, ids);
  const asked = await listQuestionsOf(
    db,
    rows.filter(({ asks_questions }) => asks_questions).map(({ program_id }) => program_id),
  );
  return rows.map((row) => ({
    row,
    reader,
    documents: documents.filter(({ draft_id }) => draft_id === row.id),
    waiting: waiting.find(({ draft_id }) => draft_id === row.id),
    questions: asked.get(row.program_id) ?? [],
  }));
}

const presentDocument = (row: store.DraftDocumentRow): DraftDocument => ({
  name: row.name,
  size: Number(row.size),
  received: Number(row.received),
  sha256: row.sha256,
  state: row.state,
  message: row.message,
  pages: row.pages,
});

/** Omits fields that were never sent; a cleared field is empty. */
function presentFields(row: store.DraftRow, html: string): Draft['fields'] {
  const { business_name, business_location, business_website, business_description } = row;
  return {
    ...(business_name !== null && { business_name }),
    ...(business_location !== null && { business_location }),
    ...(business_website !== null && { business_website }),
    ...(business_description !== null && { business_description: html }),
  };
}

/** A list carries no answers. */
export async function presentListed(whole: WholeDraft): Promise<Draft> {
  const { row, reader, documents, waiting, questions } = whole;
  const { business_description, rich_text_mark } = row;
  const html = business_description
    ? await readText('text', business_description, rich_text_mark)
    : '';
  const files = liveOf(questions).filter(({ kind }) => isFile(kind));
  const announced = waiting && readAnnounced(waiting);
  const { first_name, last_name, saver_first_name, saver_last_name } = row;
  return {
    id: row.id,
    my_role: row.user_id === reader ? 'owner' : 'member',
    owner: { first_name, last_name },
    saved_by:
      saver_first_name === null
        ? null
        : { first_name: saver_first_name, last_name: saver_last_name ?? '' },
    program_id: row.program_id,
    program_title: row.title,
    deadline_date: row.deadline_date.toISOString(),
    extended_until: extensionOf(row)?.toISOString() ?? null,
    fields: presentFields(row, html),
    documents: {
      ...{ pitch_deck: null, financials: null },
      ...Object.fromEntries(files.map(({ id }) => [id, null])),
      ...Object.fromEntries(documents.map((one) => [one.kind, presentDocument(one)])),
    },
    missing: findMissing({ draft: row, html, documents, questions }, announced),
    saved_at: row.saved_at.toISOString(),
    submitting: waiting ? presentReceipt(waiting) : null,
    ...(announced && { announced }),
  };
}

export async function presentDraft(
  whole: WholeDraft,
  lapsed: ReceiptRow | undefined,
  members: Member[],
): Promise<Draft> {
  const { asks_questions, answers } = whole.row;
  const isShown = asks_questions || answers !== null;
  return {
    ...(await presentListed(whole)),
    members,
    ...(isShown && { answers: readStored(answers) }),
    ...(lapsed && !whole.waiting && { lapsed: presentReceipt(lapsed) }),
  };
}

type FieldsRow = Pick<Row<'drafts'>, 'program_id'> & DraftFields;

/** `html`: the description, as it would be stored. With a sentence for each field that is wrong. */
export function checkFields(draft: FieldsRow, html: string) {
  const { program_id, business_name, business_location, business_website } = draft;
  const input = submitProposalInput.safeParse({
    program_id,
    business_name: business_name ?? undefined,
    business_location: business_location ?? undefined,
    business_website: business_website ?? '',
    business_description: html,
  });
  const wrong: FieldProblems = (input.error && toInvalid(input.error).fields) ?? {};
  return { input: input.data, wrong };
}

/**
 * Those of the draft, and what is sent with the submission: refused if it is retired, as elsewhere.
 */
export function checkAnswered(
  questions: readonly Question[],
  { answers }: Pick<Row<'drafts'>, 'answers'>,
  { documents, ...submitted }: SubmittedFiles,
) {
  const { sent = {}, named = {} } = submitted;
  const drafted = Object.entries(readStored(answers));
  const isLive = new Set(liveOf(questions).map(({ id }) => id));
  const live = Object.fromEntries(drafted.filter(([id]) => isLive.has(id)));
  const files = filesOf(liveOf(questions), { documents, sent, named });
  return checkSent(questions, withFiles(questions, { ...live, ...sent }, files));
}

type DraftFile = Pick<
  DraftDocumentRow,
  'kind' | 'state' | 'name' | 'size' | 'sha256' | 'pages' | 'message'
>;

type SubmittedFiles = {
  documents: readonly DraftFile[];
  sent?: SentAnswers | undefined;
  /** By question: files that are there, or follow. */
  named?: Partial<Record<string, Digest>> | undefined;
};

/** Null leaves one out. One that is neither ready nor named does not count yet. */
const filesOf = (
  live: readonly Question[],
  { documents, sent = {}, named = {} }: SubmittedFiles,
): SentFiles =>
  Object.fromEntries(
    live
      .filter(({ id, kind }) => isFile(kind) && sent[id] !== null)
      .flatMap(({ id, label }) => {
        if (named[id] && !isReadable(named[id]))
          return [[id, { wrong: ANSWER_RULES.fileDigest }] as const];
        const begun = documents.find(({ kind }) => kind === id);
        const file = fileOf(begun, named[id], documentFileName('', id, label));
        return file ? [[id, file] as const] : [];
      }),
  );

function fileOf(begun: DraftFile | undefined, named: Digest | undefined, otherwise: string) {
  const isReady = begun?.state === 'ready' && begun.sha256 !== null;
  if (isReady && (!named || named.sha256 === begun.sha256)) return toFile(begun);
  if (named)
    return {
      name: named.name ?? begun?.name ?? otherwise,
      ...{ size: named.size, sha256: named.sha256, pages: null },
    };
  return begun && { wrong: begun.message ?? ANSWER_RULES.fileComing };
}

export const toFile = ({ name, size, sha256, pages }: DraftFile): FileValue => ({
  name,
  ...{ size: Number(size), sha256: sha256!, pages },
});

type Contents = {
  draft: FieldsRow & Pick<Row<'drafts'>, 'answers'>;
  html: string;
  documents: readonly DraftFile[];
  questions: readonly Question[];
};

/**
 * Names of fields, kinds of documents that are not ready, and ids of questions, in the order of the
 * form. `announced`: the answers were submitted, and only these documents can still be missing.
 */
export function findMissing(
  { draft, html, documents, questions }: Contents,
  announced?: AnnouncedDocuments,
): string[] {
  const keys: readonly string[] = announced ? keysOf(announced) : DOCUMENT_KINDS;
  const awaited = keys.filter(
    (kind) => !documents.some((one) => one.kind === kind && one.state === 'ready'),
  );
  if (announced) return awaited;
  const { problems, ineligible } = checkAnswered(questions, draft, { documents });
  const wrong = { ...problems, ...ineligible };
  const unanswered = liveOf(questions).filter(({ id }) => wrong[answerField(id)]);
  return [
    ...Object.keys(checkFields(draft, html).wrong),
    ...awaited,
    ...unanswered.map(({ id }) => id),
  ];
}
