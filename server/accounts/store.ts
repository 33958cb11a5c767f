/** Accounts, their second factors, and the browsers that are known to them. */
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import type { ListUsersQuery } from '#domain/accounts/schema.ts';
import { RATE_LIMITS, CODES, FACTORS } from '#domain/constants.ts';
import { Problem } from '#domain/problem.ts';
import { isId, table } from '../db/table.ts';
import { readPage } from '../db/lists.ts';
import { lockRowsOn, type Db, type Executor } from '../db/open.ts';
import { APPLICANT_CHARS, listSharedOf, renewSearch } from '../members/store.ts';
import { rowsOf, statement, writeStatement } from '../db/statement.ts';
import type { NewRow, Row, RowChanges, Tables } from '../db/tables.ts';
import type { Context } from '../context.ts';

export type UserRow = Row<'users'>;

export const users = table('users');
export const factors = table('second_factors');
export const recoveryCodes = table('recovery_codes');

export const insertUser = users.insert;

export const changeUser = (tx: Executor, id: string, changes: RowChanges<'users'>) =>
  users.change(tx, { id }, changes);

export const findUser = async (db: Executor, id: string) =>
  isId(id) ? users.find(db, { id }) : undefined;

/** Everything about an account locks its user first, so that deadlocks are impossible. */
export const lockUser = async (tx: Executor, id: string) =>
  isId(id) ? users.lock(tx, { id }) : undefined;

/** Whether somebody else has opened it, and nobody has logged in to it: only the log knows. */
export async function isUnused(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('subject', '=', 'user')
    .where('subject_id', '=', id)
    .where('action', 'in', ['accounts.register', 'accounts.login'])
    .orderBy('at', 'desc')
    .limit(1)
    .execute();
  return rows.some(
    ({ action, actor_id }) =>
      action === 'accounts.register' && actor_id !== null && actor_id !== id,
  );
}

/** Refuses with 404. */
export async function requireUser(found: Promise<UserRow | undefined>): Promise<UserRow> {
  const user = await found;
  if (!user) throw new Problem('not_found', ACCOUNT_RULES.userNotFound);
  return user;
}

/** The user, with the code that would prove another address if there is one. */
export const findProfile = statement((db, id: string, now: Date) =>
  db
    .selectFrom('users')
    .leftJoin('codes', (join) =>
      join
        .onRef('codes.user_id', '=', 'users.id')
        .on('codes.purpose', '=', 'email')
        .on('codes.expires_at', '>', now),
    )
    .selectAll('users')
    .select(['codes.new_email', 'codes.wrong_tries'])
    .where('users.id', '=', id),
);

/**
 * Locks the user and every active admin, in the order of ids, so that concurrent changes cannot
 * both count the same admins.
 */
export async function lockWithActiveAdmins(tx: Executor, id: string): Promise<UserRow[]> {
  const chosen = tx
    .selectFrom('users')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', id), eb.and({ role: 'admin', is_active: true })]));
  return lockRowsOn(tx, chosen.orderBy('id')).execute();
}

export async function listUsers(db: Db, { role, is_active, region, ...query }: ListUsersQuery) {
  const filters = Object.entries({ role, is_active, region }).map(([column, value]) => ({
    column,
    value,
  }));
  return readPage(db, { table: 'users', filters, ...query }, (ids) => usersOf(db.read, ids));
}

const usersOf = rowsOf((db, isAmong) => db.selectFrom('users').selectAll().where(isAmong('id')));

export const findJudgeStates = rowsOf((db, isAmong) =>
  db.selectFrom('judges').select(['user_id', 'state']).where(isAmong('user_id')),
);

export const listFactors = (db: Executor, userId: string) =>
  factors.list(db, { user_id: userId }, ['created_at', 'id']);

export const applicantColumnsOf = (
  user: Pick<UserRow, 'first_name' | 'last_name' | 'region' | 'search_text'>,
) => ({
  region: user.region,
  applicant_first_name: user.first_name,
  applicant_last_name: user.last_name,
  applicant_text: user.search_text.slice(0, APPLICANT_CHARS),
});

/**
 * Copies the owner's data by which lists are filtered, sorted and searched to their proposals, so
 * that lists need no join.
 */
export async function changeApplicantOfProposals(tx: Executor, user: UserRow): Promise<void> {
  await table('proposals').change(tx, { user_id: user.id }, applicantColumnsOf(user));
  // A search finds a proposal by its members too.
  await renewSearch(tx, await listSharedOf(tx, user.id));
}

const assigning = (tx: Executor, from: string, to: string | null) =>
  tx
    .updateTable('proposals')
    .set((eb) => ({ assigned_to: to, desk_version: eb('desk_version', '+', 1) }))
    .where('assigned_to', '=', from)
    .returning('id');

/** Returns the ids of the proposals, as the next one. */
export const unassignAll = async (tx: Executor, userId: string) =>
  (await assigning(tx, userId, null).execute()).map(({ id }) => id);

export const reassignUndecided = async (tx: Executor, from: string, to: string) =>
  (await assigning(tx, from, to).where('decision', '=', 'undecided').execute()).map(({ id }) => id);

export const findKnown = statement((db, userId: string, browser: string, since: Date) =>
  db
    .selectFrom('known_browsers')
    .select('browser')
    .where('user_id', '=', userId)
    .where('browser', '=', browser)
    .where('known_at', '>', since),
);

/** Forgets all but the newest browsers of this user. */
export async function insertKnown(tx: Executor, row: NewRow<'known_browsers'>): Promise<void> {
  await table('known_browsers').put(tx, row, ['user_id', 'browser']);
  await tx
    .deleteFrom('known_browsers')
    .where('user_id', '=', row.user_id)
    .where('browser', 'not in', (eb) =>
      eb
        .selectFrom('known_browsers')
        .select('browser')
        .where('user_id', '=', row.user_id)
        .orderBy('known_at', 'desc')
        .orderBy('browser')
        .limit(RATE_LIMITS.knownBrowsers),
    )
    .execute();
}

export const deleteKnownBefore = writeStatement((db, instant: Date) =>
  db.deleteFrom('known_browsers').where('known_at', '<', instant),
);

/**
 * Challenges: something is to be answered within minutes, once, and five wrong tries end it. Codes
 * by mail that everybody may try are in `codes`, those of one browser in `browser_codes`; a login or
 * set-up that waits for a second factor is in `factor_challenges`. There is at most one for each key,
 * and all is done with the user locked.
 */
const KEYS = {
  codes: ['user_id', 'purpose'],
  browser_codes: ['user_id', 'purpose', 'browser'],
  factor_challenges: ['user_id', 'purpose'],
} as const;

type Kind = keyof typeof KEYS;
type ChallengeRow<K extends Kind> = Tables[K];
type Key<K extends Kind> = Pick<ChallengeRow<K>, (typeof KEYS)[K][number] & keyof ChallengeRow<K>>;
export type FactorChallengeRow = ChallengeRow<'factor_challenges'>;

/** Its columns are those of every kind: which ones a query names depends on the key. */
const asTable = (kind: Kind) => kind as 'browser_codes';
const challengesOf = (kind: Kind) => table(asTable(kind));

function keyIn<K extends Kind>(kind: K, row: Key<K>): Partial<ChallengeRow<'browser_codes'>> {
  const columns = KEYS[kind] as readonly (keyof Key<K>)[];
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

/** Replaces an older one; of a code, keeps its hash. */
export async function issueChallenge<K extends Kind>(tx: Executor, kind: K, row: NewRow<K>) {
  const columns: readonly string[] = KEYS[kind];
  const changes = Object.entries(row).filter(([column]) => !columns.includes(column));
  const name = asTable(kind);
  await tx
    .insertInto(name)
    .values(row as NewRow<'browser_codes'>)
    .onConflict((conflict) =>
      conflict
        .columns([...KEYS[kind]] as (keyof ChallengeRow<'browser_codes'>)[])
        .doUpdateSet((eb) => ({
          ...Object.fromEntries(changes),
          ...('code_hash' in row && { older_hash: eb.ref(`${name}.code_hash`) }),
        })),
    )
    .execute();
}

/** One that has not expired, however often it was tried. */
export async function findChallenge<K extends Kind>(tx: Executor, kind: K, key: Key<K>, now: Date) {
  const row = await challengesOf(kind).find(tx, keyIn(kind, key));
  return row && row.expires_at > now ? (row as unknown as ChallengeRow<K>) : undefined;
}

export const mayBeTried = ({ wrong_tries }: Pick<ChallengeRow<Kind>, 'wrong_tries'>): boolean =>
  wrong_tries < CODES.tries;

export const changeChallenge = <K extends Kind>(
  tx: Executor,
  kind: K,
  key: Key<K>,
  changes: Partial<Pick<FactorChallengeRow, 'wrong_tries' | 'value'>>,
) => challengesOf(kind).change(tx, keyIn(kind, key), changes as object);

/** Returns whether it was the last try. */
export async function countWrongTry<K extends Kind>(tx: Executor, kind: K, row: ChallengeRow<K>) {
  const wrongTries = row.wrong_tries + 1;
  await changeChallenge(tx, kind, row, { wrong_tries: wrongTries });
  return wrongTries === CODES.tries;
}

export const endChallenge = <K extends Kind>(tx: Executor, kind: K, key: Key<K>) =>
  challengesOf(kind).remove(tx, keyIn(kind, key));

/** A code that was used up, whoever holds it, and the code of the browser that used it. */
export async function endCode(
  tx: Executor,
  { user_id, purpose, code_hash }: Pick<ChallengeRow<'codes'>, 'user_id' | 'purpose' | 'code_hash'>,
  browser: string | undefined,
): Promise<void> {
  await table('codes').remove(tx, { user_id, purpose, code_hash });
  await tx
    .deleteFrom('browser_codes')
    .where((eb) => eb.and({ user_id, purpose }))
    .where((eb) => eb.or({ code_hash, browser: browser ?? '' }))
    .execute();
}

export const MAILED: readonly Kind[] = ['codes', 'browser_codes'];

export async function endChallengesOf(
  tx: Executor,
  userId: string,
  kinds: readonly Kind[] = Object.keys(KEYS) as Kind[],
): Promise<void> {
  for (const kind of kinds) await challengesOf(kind).remove(tx, { user_id: userId });
}

export async function deleteChallengesBefore(db: Executor, kind: Kind, instant: Date) {
  const query = db.deleteFrom(asTable(kind)).where('expires_at', '<', instant);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

type Begun = Pick<FactorChallengeRow, 'user_id' | 'purpose'> & Partial<FactorChallengeRow>;

/** A login or a set-up with a second factor, to be completed within five minutes. */
export const beginChallenge = ({ clock }: Pick<Context, 'clock'>, tx: Executor, begun: Begun) =>
  issueChallenge(tx, 'factor_challenges', {
    token_hash: null,
    value: null,
    wrong_tries: 0,
    expires_at: new Date(clock().getTime() + FACTORS.challengeLifetimeSeconds * 1000),
    ...begun,
  });

/** Undefined if it expired or was tried too often. */
export async function findBegun(
  { clock }: Pick<Context, 'clock'>,
  tx: Executor,
  key: Key<'factor_challenges'>,
) {
  const challenge = await findChallenge(tx, 'factor_challenges', key, clock());
  return challenge && mayBeTried(challenge) ? challenge : undefined;
}
