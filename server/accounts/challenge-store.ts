/**
 * Challenges, and every SQL statement about them: something is to be answered within minutes, once,
 * and five wrong tries end it. Codes by mail that everybody may try are in `codes`, those of one
 * browser in `browser_codes`; a login or set-up that waits for a second factor is in
 * `factor_challenges`. There is at most one for each key.
 */
import { CODES } from '#domain/constants.ts';
import type { Executor } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';

const KEYS = {
  codes: ['user_id', 'purpose'],
  browser_codes: ['user_id', 'purpose', 'browser'],
  factor_challenges: ['user_id', 'purpose'],
} as const;

type Kind = keyof typeof KEYS;
type Row<K extends Kind> = Tables[K];
type Key<K extends Kind> = Pick<Row<K>, (typeof KEYS)[K][number] & keyof Row<K>>;

/** Its columns are those of every kind: which ones a query names depends on the key. */
const asTable = (kind: Kind) => kind as 'browser_codes';

function conditionsOf<K extends Kind>(kind: K, key: Key<K>): Partial<Row<'browser_codes'>> {
  const columns = KEYS[kind] as readonly (keyof Key<K>)[];
  return Object.fromEntries(columns.map((column) => [column, key[column]]));
}

/** Replaces an older one; of a code, keeps its hash. */
export async function issueChallenge<K extends Kind>(
  tx: Executor,
  kind: K,
  row: Row<K>,
): Promise<void> {
  const columns: readonly string[] = KEYS[kind];
  const changes = Object.entries(row).filter(([column]) => !columns.includes(column));
  const table = asTable(kind);
  await tx
    .insertInto(table)
    .values(row as Row<'browser_codes'>)
    .onConflict((conflict) =>
      conflict.columns([...KEYS[kind]] as (keyof Row<'browser_codes'>)[]).doUpdateSet((eb) => ({
        ...Object.fromEntries(changes),
        ...('code_hash' in row && { older_hash: eb.ref(`${table}.code_hash`) }),
      })),
    )
    .execute();
}

/** Call it with the user's row locked: one that has not expired, however often it was tried. */
export async function findChallenge<K extends Kind>(
  tx: Executor,
  kind: K,
  key: Key<K>,
  now: Date,
): Promise<Row<K> | undefined> {
  const row = await tx
    .selectFrom(asTable(kind))
    .selectAll()
    .where((eb) => eb.and(conditionsOf(kind, key)))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row as Row<K> | undefined;
}

export const mayBeTried = ({ wrong_tries }: Pick<Row<Kind>, 'wrong_tries'>): boolean =>
  wrong_tries < CODES.tries;

/** Returns whether it was the last try. */
export async function countWrongTry<K extends Kind>(
  tx: Executor,
  kind: K,
  row: Row<K>,
): Promise<boolean> {
  const wrongTries = row.wrong_tries + 1;
  await changeChallenge(tx, kind, row, { wrong_tries: wrongTries });
  return wrongTries === CODES.tries;
}

export async function changeChallenge<K extends Kind>(
  tx: Executor,
  kind: K,
  key: Key<K>,
  changes: Partial<Pick<Row<'factor_challenges'>, 'wrong_tries' | 'value'>>,
): Promise<void> {
  await tx
    .updateTable(asTable(kind))
    .set(changes as Partial<Row<'browser_codes'>>)
    .where((eb) => eb.and(conditionsOf(kind, key)))
    .execute();
}

export async function endChallenge<K extends Kind>(
  tx: Executor,
  kind: K,
  key: Key<K>,
): Promise<void> {
  await tx
    .deleteFrom(asTable(kind))
    .where((eb) => eb.and(conditionsOf(kind, key)))
    .execute();
}

/** A code that was used up, whoever holds it, and the code of the browser that used it. */
export async function endCode(
  tx: Executor,
  { user_id, purpose, code_hash }: Pick<Row<'codes'>, 'user_id' | 'purpose' | 'code_hash'>,
  browser: string | undefined,
): Promise<void> {
  await tx
    .deleteFrom('codes')
    .where((eb) => eb.and({ user_id, purpose, code_hash }))
    .execute();
  await tx
    .deleteFrom('browser_codes')
    .where((eb) => eb.and({ user_id, purpose }))
    .where((eb) => eb.or({ code_hash, browser: browser ?? '' }))
    .execute();
}

/** The kinds that are codes by mail. */
export const MAILED: readonly Kind[] = ['codes', 'browser_codes'];

/** All of a user, or all of these kinds. */
export async function endChallengesOf(
  tx: Executor,
  userId: string,
  kinds: readonly Kind[] = Object.keys(KEYS) as Kind[],
): Promise<void> {
  for (const kind of kinds)
    await tx.deleteFrom(asTable(kind)).where('user_id', '=', userId).execute();
}

/** The user whose login has this token, expired or not. */
export async function findChallenged(db: Executor, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('factor_challenges')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.user_id;
}

/** Returns how many were deleted that had expired before the instant. */
export async function deleteChallengesBefore(
  db: Executor,
  kind: Kind,
  instant: Date,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(asTable(kind))
    .where('expires_at', '<', instant)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
