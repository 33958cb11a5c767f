/** Versions of a proposal: what was submitted stays readable for ever. */
import type { ProposalVersion } from '#domain/proposals/request-schema.ts';
import type { VersionReason } from '#domain/proposals/request-rules.ts';
import type { Answer } from '#domain/questions/schema.ts';
import { mayDoAll } from '#domain/permissions.ts';
import type { UserContext } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { readText } from '../text/stored-text.ts';
import type { ProposalRow, Scope } from './store.ts';
import * as store from './version-store.ts';

const contentOf = (row: ProposalRow) => ({
  business_name: row.business_name,
  business_location: row.business_location,
  business_website: row.business_website,
  business_description: row.business_description,
  rich_text_mark: row.rich_text_mark,
  answers: row.asks_questions || row.answers.length > 0 ? JSON.stringify(row.answers) : null,
});

/** Words, answers and the digests of both documents, in comparable form. */
const comparable = (
  one: Omit<ReturnType<typeof contentOf>, 'rich_text_mark'>,
  documents: { pitch_deck: string; financials: string },
): string =>
  JSON.stringify([
    ...[one.business_name, one.business_location, one.business_website],
    ...[one.business_description, one.answers ?? '[]'],
    ...[documents.pitch_deck, documents.financials],
  ]);

/** The first version as long as nothing has led to another one: the proposal as it is. */
async function firstOf(db: Executor, row: ProposalRow): Promise<store.VersionRow> {
  const number = row.receipt_number ?? null;
  const at = (await store.findReceivedAt(db, number)) ?? row.received_at;
  const rest = { version: 1, at, because: 'submitted' as const, receipt_number: number };
  return { proposal_id: row.id, ...contentOf(row), ...rest };
}

/** Whether the proposal differs from its newest version. */
export async function hasChanged(db: Executor, row: ProposalRow): Promise<boolean> {
  const newest = (await store.listVersions(db, row.id)).at(-1);
  if (!newest) return false;
  const documents = (await store.listVersionDocuments(db, row.id)).filter(
    ({ version }) => version === newest.version,
  );
  const digestOf = (kind: string) => documents.find((one) => one.kind === kind)?.sha256 ?? '';
  const before = { pitch_deck: digestOf('pitch_deck'), financials: digestOf('financials') };
  const now = { pitch_deck: row.pitch_deck_sha256, financials: row.financials_sha256 };
  return comparable(newest, before) !== comparable(contentOf(row), now);
}

/** Stores the first version, if there is none yet. */
export async function freezeFirst(tx: Executor, row: ProposalRow): Promise<void> {
  const versions = await store.listVersions(tx, row.id);
  if (versions.length === 0) await store.insertVersion(tx, await firstOf(tx, row));
}

type VersionCause = { because: VersionReason; at: Date; receipt_number: string | null };

/**
 * Stores the proposal as a new version if it differs from the newest one. A newest one for which
 * `renews` holds is replaced.
 */
export async function freezeVersion(
  tx: Executor,
  row: ProposalRow,
  frozen: VersionCause,
  renews: (newest: store.VersionRow) => boolean = () => false,
): Promise<void> {
  if (!(await hasChanged(tx, row))) return;
  const newest = (await store.listVersions(tx, row.id)).at(-1)!;
  const isRenewed = renews(newest);
  if (isRenewed) await store.deleteVersion(tx, newest);
  const version = isRenewed ? newest.version : newest.version + 1;
  await store.insertVersion(tx, { proposal_id: row.id, ...contentOf(row), ...frozen, version });
}

/** Those of these files that no version refers to. */
export async function withoutVersions(
  tx: Executor,
  proposalId: string,
  keys: string[],
): Promise<string[]> {
  const kept = new Set((await store.listVersionDocuments(tx, proposalId)).map(({ key }) => key));
  return keys.filter((key) => !kept.has(key));
}

export const scopeOf = ({ actor }: UserContext): Scope =>
  mayDoAll(actor.role, 'versions.list') ? 'all' : { ownerId: actor.id };

/** Oldest first, of a proposal that the caller may see. */
export async function listVersions(
  { db }: UserContext,
  row: ProposalRow,
): Promise<ProposalVersion[]> {
  const stored = await store.listVersions(db.read, row.id);
  const documents = await store.listVersionDocuments(db.read, row.id);
  if (stored.length === 0) return [await present(await firstOf(db.read, row), keysOf(row))];
  return Promise.all(
    stored.map((one) => {
      const keyOf = (kind: string) =>
        documents.find((each) => each.version === one.version && each.kind === kind)?.key ?? '';
      return present(one, { pitch_deck: keyOf('pitch_deck'), financials: keyOf('financials') });
    }),
  );
}

const keysOf = (row: ProposalRow) => ({
  pitch_deck: row.pitch_deck_key,
  financials: row.financials_key,
});

async function present(
  row: store.VersionRow,
  documents: ProposalVersion['documents'],
): Promise<ProposalVersion> {
  return {
    version: row.version,
    at: row.at.toISOString(),
    because: row.because,
    fields: {
      business_name: row.business_name,
      business_location: row.business_location,
      business_website: row.business_website,
      business_description: await readText('text', row.business_description, row.rich_text_mark),
    },
    ...(row.answers !== null && { answers: JSON.parse(row.answers) as Answer[] }),
    documents,
    receipt_number: row.receipt_number,
  };
}
