/** Presents a draft in the API, field by field. */
import type { Draft, DraftDocument } from '#domain/drafts/schema.ts';
import { extensionOf } from '#domain/programs/rules.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Executor } from '../db/open.ts';
import { readStored } from '../questions/answers.ts';
import { presentReceipt } from '../receipts/service.ts';
import { listWaitingOf, type ReceiptRow } from '../receipts/store.ts';
import { readText } from '../text/stored-text.ts';
import { readAnnounced } from './announced-documents.ts';
import * as store from './store.ts';

/** All that is shown of a draft. */
type WholeDraft = {
  row: store.DraftRow;
  documents: store.DraftDocumentRow[];
  waiting: ReceiptRow | undefined;
};

/** Drafts of one applicant with their documents and receipts, in the same order. */
export async function readWhole(
  db: Executor,
  userId: string,
  rows: store.DraftRow[],
): Promise<WholeDraft[]> {
  if (rows.length === 0) return [];
  const documents = await store.listDocuments(
    db,
    rows.map(({ id }) => id),
  );
  const waiting = await listWaitingOf(db, userId);
  return rows.map((row) => ({
    row,
    documents: documents.filter(({ draft_id }) => draft_id === row.id),
    waiting: waiting.find(({ draft_id }) => draft_id === row.id),
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
async function presentFields(row: store.DraftRow): Promise<Draft['fields']> {
  const { business_name, business_location, business_website, business_description } = row;
  const description =
    business_description && (await readText('text', business_description, row.rich_text_mark));
  return {
    ...(business_name !== null && { business_name }),
    ...(business_location !== null && { business_location }),
    ...(business_website !== null && { business_website }),
    ...(business_description !== null && { business_description: description ?? '' }),
  };
}

/** A list carries no answers. */
export async function presentListed({ row, documents, waiting }: WholeDraft): Promise<Draft> {
  const documentOf = (kind: DocumentKind) => {
    const found = documents.find((document) => document.kind === kind);
    return found ? presentDocument(found) : null;
  };
  return {
    program_id: row.program_id,
    program_title: row.title,
    deadline_date: row.deadline_date.toISOString(),
    extended_until: extensionOf(row)?.toISOString() ?? null,
    fields: await presentFields(row),
    documents: { pitch_deck: documentOf('pitch_deck'), financials: documentOf('financials') },
    saved_at: row.saved_at.toISOString(),
    submitting: waiting ? presentReceipt(waiting) : null,
    ...(waiting && { announced: readAnnounced(waiting) }),
  };
}

/** One draft, with its answers if its program asks questions, and a submission that has lapsed. */
export async function presentDraft(
  whole: WholeDraft,
  lapsed: ReceiptRow | undefined,
): Promise<Draft> {
  const { asks_questions, answers } = whole.row;
  const isShown = asks_questions || answers !== null;
  return {
    ...(await presentListed(whole)),
    ...(isShown && { answers: readStored(answers) }),
    ...(lapsed && !whole.waiting && { lapsed: presentReceipt(lapsed) }),
  };
}
