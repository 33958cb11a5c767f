/**
 * The verbs of FAQs. The guard has checked permissions; the verbs check rules and run transactions.
 */
import { randomUUID } from 'node:crypto';
import { SHARED_RULES } from '#domain/messages.ts';
import { FAQ_RULES } from '#domain/faqs/messages.ts';
import type { CreateFaqInput, Faq, ListFaqsQuery, UpdateFaqInput } from '#domain/faqs/schema.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { requireVersion, type Context, type Versioned } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { toSearchText } from '../db/search.ts';
import { raiseVersion } from '../db/versions.ts';
import { isId } from '../db/ids.ts';
import * as store from './store.ts';

/** Presents a row in the API, field by field. */
const presentFaq = (row: store.FaqRow): Faq => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

type VersionedFaq = Versioned<'faq', Faq>;

const present = (row: store.FaqRow): VersionedFaq => ({
  faq: presentFaq(row),
  version: row.version,
});

/** Refuses with 404 a FAQ that does not exist. */
function required(row: store.FaqRow | undefined): store.FaqRow {
  if (!row) throw new Problem('not_found', FAQ_RULES.notFound);
  return row;
}

/**
 * Locks the row until the transaction ends. Refuses with 404, and with 412 if If-Match names
 * another version.
 */
async function lockFaq(context: Context, tx: Executor, id: string): Promise<store.FaqRow> {
  const row = required(isId(id) ? await store.lockFaq(context.db, tx, id) : undefined);
  requireVersion(context, row.version, SHARED_RULES.changedMeanwhile);
  return row;
}

export async function listFaqs(
  context: Context,
  query: ListFaqsQuery,
): Promise<{ items: Faq[]; total: number }> {
  const { rows, total } = await store.listFaqs(context.db, query);
  return { items: rows.map(presentFaq), total };
}

/** Refuses with 404. */
export async function getFaq(context: Context, id: string): Promise<VersionedFaq> {
  return present(required(isId(id) ? await store.findFaq(context.db.read, id) : undefined));
}

export async function createFaq(context: Context, input: CreateFaqInput): Promise<VersionedFaq> {
  const now = context.clock();
  const row = {
    id: randomUUID(),
    ...input,
    search_text: toSearchText(input.question, input.answer),
    created_at: now,
    updated_at: now,
    version: 1,
  };
  await context.db.write(async (tx) => {
    await store.insertFaq(tx, row);
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'faqs.create', 'faq', row.id, { after: row });
  });
  return present(row);
}

/**
 * Changes only sent fields that differ. Refuses with 404, and with 412 if If-Match names another
 * version.
 */
export async function updateFaq(
  context: Context,
  id: string,
  input: UpdateFaqInput,
): Promise<VersionedFaq> {
  const row = await context.db.write(async (tx) => {
    const old = await lockFaq(context, tx, id);
    const changes = changesIn(old, input);
    if (isEmptyChange(changes)) return old;
    const next = { ...old, ...changes, updated_at: context.clock(), version: old.version + 1 };
    await store.changeFaq(tx, id, {
      ...changes,
      search_text: toSearchText(next.question, next.answer),
      updated_at: next.updated_at,
      version: next.version,
    });
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'faqs.update', 'faq', id, { before: old, after: changes });
    return next;
  });
  return present(row);
}

/** Refuses with 404, and with 412 if If-Match names another version. */
export async function deleteFaq(context: Context, id: string): Promise<void> {
  await context.db.write(async (tx) => {
    const row = await lockFaq(context, tx, id);
    await store.deleteFaq(tx, id);
    await raiseVersion(tx, 'public');
    await audit(tx, context, 'faqs.delete', 'faq', id, { before: row });
  });
}
