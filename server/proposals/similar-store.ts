/** Every SQL statement that finds similar proposals; each reads a bounded number of rows. */
import { sql, type SqlBool } from 'kysely';
import { toSortKey } from '#domain/fold-text.ts';
import { partsOfName } from '#domain/proposals/similar-rules.ts';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import type { Db, Executor } from '../db/open.ts';
import { findsWords, wordsOf } from '../db/search.ts';

/** Rows that each query returns at most. */
const MOST = 50;
/** Names read before and after a name in alphabetical order. */
const NEIGHBOURS = 60;
/** Names that share the most pieces with a name. */
const SHARING = 200;

export type SameDocument = { id: string; kind: DocumentKind; other_kind: DocumentKind };

/** Proposals with a document identical to one of this proposal's. */
export async function findSameDocuments(db: Executor, id: string): Promise<SameDocument[]> {
  return db
    .selectFrom('documents as own')
    .innerJoin('documents as other', 'other.sha256', 'own.sha256')
    .select(['other.proposal_id as id', 'own.kind', 'other.kind as other_kind'])
    .where('own.proposal_id', '=', id)
    .where('other.proposal_id', '!=', id)
    .limit(MOST)
    .execute();
}

/** Proposals of other applicants with the same phone number. */
export async function findSamePhone(
  db: Executor,
  { user_id, phone_number }: { user_id: string; phone_number: string },
): Promise<string[]> {
  if (phone_number === '') return [];
  const others = await db
    .selectFrom('users')
    .innerJoin('proposals', 'proposals.user_id', 'users.id')
    .select('proposals.id')
    .where('phone_number', '=', phone_number)
    .where('users.id', '!=', user_id)
    .limit(MOST)
    .execute();
  return others.map(({ id }) => id);
}

export type NamedProposal = { id: string; business_name: string };

/** Proposals whose name may be similar; the caller compares them. */
export async function findNearNames(db: Db, name: string): Promise<NamedProposal[]> {
  const key = toSortKey(name);
  const named = () => db.read.selectFrom('proposals').select(['id', 'business_name']);
  const found = [
    await named().where('business_name_key', '=', key).limit(MOST).execute(),
    await named()
      .where('business_name_key', '>', key)
      .orderBy('business_name_key')
      .limit(NEIGHBOURS)
      .execute(),
    await named()
      .where('business_name_key', '<', key)
      .orderBy('business_name_key', 'desc')
      .limit(NEIGHBOURS)
      .execute(),
    await findSharing(db, partsOfName(name)),
  ].flat();
  return [...new Map(found.map((row) => [row.id, row])).values()];
}

/** Names that contain all pieces but one. */
async function findSharing(db: Db, parts: string[]): Promise<NamedProposal[]> {
  if (parts.length === 0) return [];
  const left = parts.length === 1 ? [parts] : parts.map((_, at) => parts.toSpliced(at, 1));
  const found = await Promise.all(
    left.map((words) =>
      db.read
        .selectFrom('proposals')
        .select(['id', 'business_name'])
        .where(sql.join<SqlBool>(findsWords(db, 'proposals', wordsOf(words.join(' '))), sql` and `))
        .limit(Math.ceil(SHARING / left.length))
        .execute(),
    ),
  );
  return found.flat();
}

export type SimilarRow = Awaited<ReturnType<typeof getSimilar>>[number];

export async function getSimilar(db: Executor, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('proposals')
    .innerJoin('programs', 'programs.id', 'proposals.program_id')
    .select([
      'proposals.id',
      'business_name',
      'program_id',
      'title',
      'user_id',
      'applicant_first_name',
      'applicant_last_name',
      'proposals.created_at',
    ])
    .where('proposals.id', 'in', ids)
    .execute();
}
