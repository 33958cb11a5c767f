/**
 * Challenges: something is to be answered within minutes, once, and five wrong tries end it. Codes
 * by mail that everybody may try are in `codes`, those of one browser in `browser_codes`; a login or
 * set-up that waits for a second factor is in `factor_challenges`. There is at most one for each key,
 * and all is done with the user locked.
 */
import { CODES, FACTORS } from '#domain/constants.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { table } from '../db/table.ts';
import type { NewRow, Tables } from '../db/tables.ts';

const KEYS = {
  codes: ['user_id', 'purpose'],
  browser_codes: ['user_id', 'purpose', 'browser'],
  factor_challenges: ['user_id', 'purpose'],
} as const;

type Kind = keyof typeof KEYS;
type Row<K extends Kind> = Tables[K];
type Key<K extends Kind> = Pick<Row<K>, (typeof KEYS)[K][number] & keyof Row<K>>;
export type FactorChallengeRow = Row<'factor_challenges'>;

/** Its columns are those of every kind: which ones a query names depends on the key. */
const asTable = (kind: Kind) => kind as 'browser_codes';
const rowsOf = (kind: Kind) => table(asTable(kind));

function keyIn<K extends Kind>(kind: K, row: Key<K>): Partial<Row<'browser_codes'>> {
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
      conflict.columns([...KEYS[kind]] as (keyof Row<'browser_codes'>)[]).doUpdateSet((eb) => ({
        ...Object.fromEntries(changes),
        ...('code_hash' in row && { older_hash: eb.ref(`${name}.code_hash`) }),
      })),
    )
    .execute();
}

/** One that has not expired, however often it was tried. */
export async function findChallenge<K extends Kind>(tx: Executor, kind: K, key: Key<K>, now: Date) {
  const row = await rowsOf(kind).find(tx, keyIn(kind, key));
  return row && row.expires_at > now ? (row as unknown as Row<K>) : undefined;
}

export const mayBeTried = ({ wrong_tries }: Pick<Row<Kind>, 'wrong_tries'>): boolean =>
  wrong_tries < CODES.tries;

export const changeChallenge = <K extends Kind>(
  tx: Executor,
  kind: K,
  key: Key<K>,
  changes: Partial<Pick<FactorChallengeRow, 'wrong_tries' | 'value'>>,
) => rowsOf(kind).change(tx, keyIn(kind, key), changes as object);

/** Returns whether it was the last try. */
export async function countWrongTry<K extends Kind>(tx: Executor, kind: K, row: Row<K>) {
  const wrongTries = row.wrong_tries + 1;
  await changeChallenge(tx, kind, row, { wrong_tries: wrongTries });
  return wrongTries === CODES.tries;
}

export const endChallenge = <K extends Kind>(tx: Executor, kind: K, key: Key<K>) =>
  rowsOf(kind).remove(tx, keyIn(kind, key));

/** A code that was used up, whoever holds it, and the code of the browser that used it. */
export async function endCode(
  tx: Executor,
  { user_id, purpose, code_hash }: Pick<Row<'codes'>, 'user_id' | 'purpose' | 'code_hash'>,
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
  for (const kind of kinds) await rowsOf(kind).remove(tx, { user_id: userId });
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
