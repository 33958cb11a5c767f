import { SHARED_RULES, Problem } from '#domain/problem.ts';
import { JUDGE } from '#domain/judges/messages.ts';
import type { Interests, Judge, ListJudgesQuery, UpdateJudgeInput } from '#domain/judges/schema.ts';
import { searchTextOf } from '../accounts/account-service.ts';
import { changeUser } from '../accounts/store.ts';
import { audit } from '../audit.ts';
import { requireVersion, type Context, type UserContext, type Versioned } from '../context.ts';
import { isEmptyChange } from '../db/changes.ts';
import type { Executor } from '../db/open.ts';
import * as store from './store.ts';

export const presentJudge = (row: store.JudgeRow): Judge => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  phone_number: row.phone_number,
  region: row.region,
  position: row.position,
  organisations: row.organisations,
  people: row.people,
  is_named: row.is_named,
  is_active: row.is_active,
  state: row.state,
  created_at: row.created_at.toISOString(),
});

const presentInterests = (row: store.JudgeRow): Interests => ({
  id: row.id,
  organisations: row.organisations,
  people: row.people,
  position: row.position,
  is_named: row.is_named,
  region: row.region,
});

type VersionedJudge = Versioned<'judge', Judge>;

function required(row: store.JudgeRow | undefined): store.JudgeRow {
  if (!row) throw new Problem('not_found', JUDGE.notFound);
  return row;
}

export async function listJudges(
  context: Context,
  query: ListJudgesQuery,
): Promise<{ items: Judge[]; total: number }> {
  const { rows, total } = await store.listJudges(context.db, query);
  return { items: rows.map(presentJudge), total };
}

export async function getJudge({ db }: Context, id: string): Promise<VersionedJudge> {
  const row = required(await store.findJudge(db.read, id));
  return { judge: presentJudge(row), version: row.version };
}

export const lockJudge = async (
  { db }: Context,
  tx: Executor,
  id: string,
): Promise<store.JudgeRow> => required(await store.lockJudge(db, tx, id));

const PERSONAL = ['first_name', 'last_name', 'phone_number', 'region'] as const;

/** Writes what differs, to the account and to the judge; returns whether anything did. */
export async function writeJudge(
  context: Context,
  tx: Executor,
  old: store.JudgeRow,
  input: UpdateJudgeInput,
): Promise<boolean> {
  const sent = Object.entries(input).filter(
    ([name, value]) =>
      value !== undefined &&
      JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old]),
  );
  const changes = Object.fromEntries(sent) as UpdateJudgeInput;
  if (isEmptyChange(changes)) return false;
  const now = context.clock();
  const isPersonal = (name: string) => (PERSONAL as readonly string[]).includes(name);
  const personal = Object.fromEntries(sent.filter(([name]) => isPersonal(name)));
  if (!isEmptyChange(personal))
    await changeUser(tx, old.id, {
      ...personal,
      search_text: searchTextOf({ ...old, ...personal }),
      updated_at: now,
      version: old.user_version + 1,
    });
  const own = sent.filter(([name]) => !isPersonal(name));
  await store.changeJudge(tx, old.id, {
    ...Object.fromEntries(
      own.map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]),
    ),
    updated_at: now,
    version: old.version + 1,
  });
  await audit(tx, context, 'judge.update', 'judge', old.id, { before: old, after: changes });
  return true;
}

export async function updateJudge(
  context: UserContext,
  tx: Executor,
  id: string,
  input: UpdateJudgeInput,
): Promise<boolean> {
  const old = await lockJudge(context, tx, id);
  requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
  return writeJudge(context, tx, old, input);
}

type VersionedInterests = Versioned<'interests', Interests>;

export async function getInterests({ db, actor }: UserContext): Promise<VersionedInterests> {
  const row = required(await store.findJudge(db.read, actor.id));
  return { interests: presentInterests(row), version: row.version };
}
