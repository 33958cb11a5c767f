/** Who works on drafts and proposals beside their owners: contract §13.2. */
import { sql, type SqlBool } from 'kysely';
import type { Executor } from '../db/open.ts';
import { rowsStatement, writeStatement } from '../db/statement.ts';
import { batchesOf, table } from '../db/table.ts';

export const members = table('members');

export type Subject = 'draft' | 'proposal';

const PERSON = ['users.id', 'users.email', 'users.first_name', 'users.last_name'] as const;

/** The accepted members of these proposals, each with the `proposal_id`. */
export async function membersOf(db: Executor, proposalIds: string[]) {
  const found = batchesOf(proposalIds).map((ids) =>
    db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select('members.proposal_id')
      .select([...PERSON, 'users.phone_number', 'users.is_active', 'users.search_text'])
      // Whoever accepted was invited by their address.
      .$narrowType<{ email: string }>()
      .where('members.proposal_id', 'in', ids)
      .where('members.accepted_at', 'is not', null)
      .orderBy('members.accepted_at')
      .orderBy('members.id')
      .execute(),
  );
  return (await Promise.all(found)).flat();
}

const SUBJECTS = {
  draft: { owner: 'drafts.user_id', id: 'drafts.id', column: 'draft_id' },
  upload: { owner: 'draft_documents.user_id', id: 'draft_documents.draft_id', column: 'draft_id' },
  proposal: { owner: 'proposals.user_id', id: 'proposals.id', column: 'proposal_id' },
} as const;

/** In a query of drafts, uploads or proposals: this person owns it or is a member of it. */
export const isReachedBy = (subject: keyof typeof SUBJECTS, personId: string) => {
  const { owner, id, column } = SUBJECTS[subject];
  return sql<SqlBool>`(${sql.ref(owner)} = ${personId} or exists (select 1 from members
    where ${sql.ref(`members.${column}`)} = ${sql.ref(id)} and members.user_id = ${personId}
      and members.accepted_at is not null))`;
};

/** Ids of the drafts or proposals that this person is a member of. */
export async function listSharedWith(db: Executor, subject: Subject, personId: string) {
  const rows = await sharedWith(db, personId);
  return rows.flatMap((row) => row[`${subject}_id`] ?? []);
}

const sharedWith = rowsStatement((db, personId: string) =>
  db
    .selectFrom('members')
    .select(['draft_id', 'proposal_id'])
    .where('user_id', '=', personId)
    .where('accepted_at', 'is not', null),
);

/** Everybody who was invited to it, the first one first. */
export const listMembers = (db: Executor, subject: Subject, id: string) =>
  db
    .selectFrom('members')
    .leftJoin('users', 'users.id', 'members.user_id')
    .selectAll('members')
    .select(['users.first_name', 'users.last_name', 'users.email as account_email'])
    .where(`members.${subject}_id`, '=', id)
    .orderBy('members.invited_at')
    .orderBy('members.id')
    .execute();
export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** Accepted members of these drafts or proposals, with name and program of each. */
export async function listTold(db: Executor, subject: Subject, ids: string[]) {
  const found = batchesOf(ids).map((batch) =>
    db
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      // Kysely cannot follow a table whose name is a parameter; both have what is read.
      .innerJoin(`${subject}s as owned` as 'drafts as owned', 'owned.id', `members.${subject}_id`)
      .innerJoin('programs', 'programs.id', 'owned.program_id')
      .select(['owned.id', 'owned.business_name', 'programs.title as program'])
      .select(['users.email', 'users.first_name'])
      .where(`members.${subject}_id`, 'in', batch)
      .where('members.accepted_at', 'is not', null)
      .execute(),
  );
  return (await Promise.all(found)).flat();
}

export type Told = Awaited<ReturnType<typeof listTold>>[number];

/** Whose it is and for which program, as a draft and a proposal have it in common. */
export const findShared = (db: Executor, subject: Subject, id: string) =>
  db
    .selectFrom(`${subject}s as owned` as 'drafts as owned')
    .innerJoin('users', 'users.id', 'owned.user_id')
    .innerJoin('programs', 'programs.id', 'owned.program_id')
    .select(['owned.id', 'owned.user_id', 'owned.program_id', 'programs.title'])
    .select(['users.first_name', 'users.last_name', 'users.email'])
    .where('owned.id', '=', id)
    .executeTakeFirst();
export type Shared = NonNullable<Awaited<ReturnType<typeof findShared>>>;

/** Of each person; bounded, because it is part of an index. */
export const APPLICANT_CHARS = 300;

/** Where words of its applicant are looked for, those of accepted members are too. */
export async function renewSearch(tx: Executor, proposalIds: string[]): Promise<void> {
  const people = await membersOf(tx, proposalIds);
  for (const id of proposalIds) {
    const owner = await tx
      .selectFrom('proposals')
      .innerJoin('users', 'users.id', 'proposals.user_id')
      .select('users.search_text')
      .where('proposals.id', '=', id)
      .executeTakeFirst();
    const own = people.filter(({ proposal_id }) => proposal_id === id);
    const texts = [owner?.search_text ?? '', ...own.map(({ search_text }) => search_text)];
    await tx
      .updateTable('proposals')
      .set({ applicant_text: texts.map((text) => text.slice(0, APPLICANT_CHARS)).join(' ') })
      .where('id', '=', id)
      .execute();
  }
}

/** Ids of proposals with accepted members of which this person is one, or whose owner they are. */
export async function listSharedOf(db: Executor, personId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('proposals', 'proposals.id', 'members.proposal_id')
    .select('proposals.id')
    .distinct()
    .where('members.accepted_at', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('members.user_id', '=', personId), eb('proposals.user_id', '=', personId)]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

type Place = { draft_id: string } | { proposal_id: string };

/** Of these people, under whatever address they were invited. */
export async function leavePlaces(
  tx: Executor,
  place: Place,
  people: { id: string; email: string | null }[],
): Promise<void> {
  for (const { id, email } of people) {
    await members.remove(tx, { ...place, user_id: id });
    if (email !== null) await members.remove(tx, { ...place, email, user_id: null });
  }
}

/** Whatever belongs to it goes to this owner; files stay under their keys. */
export async function moveRows(
  tx: Executor,
  { subject, id }: { subject: Subject; id: string },
  user_id: string,
): Promise<void> {
  await table(`${subject}s`).change(tx, { id }, { user_id });
  if (subject === 'proposal') return table('receipts').change(tx, { proposal_id: id }, { user_id });
  await table('draft_documents').change(tx, { draft_id: id }, { user_id });
  await table('receipts').change(tx, { draft_id: id }, { user_id });
}

/** Whoever has one keeps the later of both. */
export async function moveExtension(tx: Executor, program_id: string, from: string, to: string) {
  const extensions = table('extensions');
  const given = await extensions.find(tx, { program_id, user_id: from });
  if (!given) return;
  const own = await extensions.find(tx, { program_id, user_id: to });
  if (own && own.extended_until >= given.extended_until)
    return void (await extensions.remove(tx, { id: given.id }));
  if (own) await extensions.remove(tx, { id: own.id });
  await extensions.change(tx, { id: given.id }, { user_id: to });
}

/** Bytes of its documents, including those still to come. */
export async function sizeOfDraft(db: Executor, draft_id: string): Promise<number> {
  const rows = await table('draft_documents').list(db, { draft_id }, []);
  return rows.reduce((sum, { size }) => sum + Number(size), 0);
}

export const removeUnanswered = writeStatement((db, before: Date) =>
  db.deleteFrom('members').where('accepted_at', 'is', null).where('expires_at', '<', before),
);

/** They follow a draft into its proposal. */
export const followSubmission = (tx: Executor, draft_id: string, proposal_id: string) =>
  members.change(tx, { draft_id }, { draft_id: null, proposal_id });

/** Each proposal for its owner and, with their name and address instead, for each member. */
export async function withMembers<
  R extends { id: string; email: string | null; first_name: string },
>(db: Executor, rows: readonly R[]): Promise<R[]> {
  const people = await membersOf(
    db,
    rows.map(({ id }) => id),
  );
  const of = Map.groupBy(people, ({ proposal_id }) => proposal_id);
  return rows.flatMap((row) => [
    row,
    ...(of.get(row.id) ?? []).map(({ email, first_name }) => ({ ...row, email, first_name })),
  ]);
}

export type Person = { first_name: string; last_name: string; email: string; phone_number: string };

/** Members by proposal, as far as ties and names in texts are looked for. */
export async function peopleOf(db: Executor, proposalIds: string[]) {
  const people = await membersOf(db, proposalIds);
  const shown = people.map(({ proposal_id, first_name, last_name, email, phone_number }) => ({
    id: proposal_id!,
    person: { first_name, last_name, email, phone_number },
  }));
  const of = Map.groupBy(shown, ({ id }) => id);
  return new Map([...of].map(([id, rows]) => [id, rows.map(({ person }) => person)]));
}
