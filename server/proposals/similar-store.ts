import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { toSortKey } from '#domain/fold-text.ts';
import { partsOfName } from '#domain/proposals/similar.ts';
import type { Db, Executor } from '../db/open.ts';
import { findsWords, wordsOf as searchedWords } from '../db/search.ts';
import { rowsOf } from '../db/statement.ts';
import { wordsOf } from '../questions/store.ts';

/** Rows that each query returns at most. */
const MOST = 50;
/** Names read before and after a name in alphabetical order. */
const NEIGHBOURS = 60;
/** Names that share the most pieces with a name. */
const SHARING = 200;

export async function findSameDocuments(db: Executor, id: string) {
  return db
    .selectFrom('documents as own')
    .innerJoin('documents as other', 'other.sha256', 'own.sha256')
    .select(['other.proposal_id as id', 'own.kind', 'other.kind as other_kind'])
    .select([wordsOf('own').as('words'), wordsOf('other').as('other_words')])
    .where('own.proposal_id', '=', id)
    .where('own.kind', '!=', 'evidence')
    .where('other.kind', '!=', 'evidence')
    .where('other.proposal_id', '!=', id)
    .limit(MOST)
    .execute();
}

export async function findSamePhone(
  db: Executor,
  { id, user_id, phone_number }: { id: string; user_id: string; phone_number: string },
): Promise<string[]> {
  if (phone_number === '') return [];
  const people = db
    .selectFrom('users')
    .select('users.id')
    .where('phone_number', '=', phone_number)
    .where('users.id', '!=', user_id);
  const others = await db
    .selectFrom('proposals')
    .select('proposals.id')
    .where('proposals.user_id', 'in', people)
    .where('proposals.id', '!=', id)
    .limit(MOST)
    .execute();
  const joined = await db
    .selectFrom('members')
    .select('members.proposal_id as id')
    .where('members.user_id', 'in', people)
    .where('members.accepted_at', 'is not', null)
    .where('members.proposal_id', 'is not', null)
    .where('members.proposal_id', '!=', id)
    .limit(MOST)
    .execute();
  return [...new Set([...others, ...joined].map((row) => row.id!))];
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
        .where(
          sql.join<SqlBool>(
            findsWords(db, 'proposals', searchedWords(words.join(' '))),
            sql` and `,
          ),
        )
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

type Doubt = 'document' | 'phone' | 'name';

/** Files or phones that are compared for one proposal: a row costs little whoever shares them. */
const COMPARED = 200;

/**
 * Another proposal of the same program, by what it has in common with this one. From what is in
 * common to the program, never the other way round, which a planner that counts nothing tries.
 * Looked for in this order: what costs least first.
 */
const TWINS: Record<Doubt, RawBuilder<unknown>> = {
  name: sql`select 1 from proposals as twin
    where twin.business_name_key = proposals.business_name_key
      and twin.program_id = proposals.program_id and twin.id <> proposals.id`,
  phone: sql`select 1 from (select other.id from users as own
      join users as other on other.phone_number = own.phone_number and other.id <> own.id
      where own.id = proposals.user_id and own.phone_number <> ''
      limit ${sql.lit(COMPARED)}) as same
    where (select 1 from proposals as twin
      where twin.user_id = same.id and twin.program_id = proposals.program_id limit 1) = 1`,
  document: sql`select 1 from (select other.proposal_id from documents as own
      join documents as other on other.sha256 = own.sha256 and other.proposal_id <> own.proposal_id
      where own.proposal_id = proposals.id limit ${sql.lit(COMPARED)}) as same
    where (select twin.program_id from proposals as twin where twin.id = same.proposal_id)
      = proposals.program_id`,
};

/**
 * Whether its program has another proposal with the same document, the same name or, for those who
 * see it, another applicant's same phone. Nearly the same name is found in the room alone.
 */
export const isPossibleDuplicate = (seesPhones: boolean): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    Object.entries(TWINS)
      .filter(([doubt]) => seesPhones || doubt !== 'phone')
      .map(([, twins]) => sql`exists (${twins})`),
    sql` or `,
  )})`;

/** Counted up to a hundred, so that a row costs little whoever has sent it. */
const ofPerson = sql`select count(*) from (select 1 from proposals as twin
  where twin.user_id = proposals.user_id and twin.program_id = proposals.program_id
  limit 100) as few`;

/** Whether its applicant has another proposal in its program. */
export const isOneOfSeveral = sql<SqlBool>`exists (select 1 from proposals as twin
  where twin.user_id = proposals.user_id and twin.program_id = proposals.program_id
    and twin.id <> proposals.id)`;

export type Marks = { possible_duplicate: boolean; of_person: number };

const marksFor = (seesPhones: boolean) =>
  rowsOf((db, isAmong) =>
    db
      .selectFrom('proposals')
      .select('proposals.id')
      .select(sql<unknown>`(${ofPerson})`.as('of_person'))
      .select(
        sql<unknown>`case when ${isPossibleDuplicate(seesPhones)} then 1 else 0 end`.as(
          'is_double',
        ),
      )
      .where(isAmong('proposals.id')),
  );
const [marksByAll, marksWithoutPhones] = [marksFor(true), marksFor(false)];

/** Of each: whether it may be a duplicate, and how many its applicant has in its program. */
export async function findMarks(db: Executor, ids: string[], seesPhones: boolean) {
  const rows = await (seesPhones ? marksByAll : marksWithoutPhones)(db, ids);
  return new Map(
    rows.map(({ id, is_double, of_person }) => [
      id,
      { possible_duplicate: Number(is_double) === 1, of_person: Number(of_person) },
    ]),
  );
}
