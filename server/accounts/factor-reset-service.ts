/** For an admin who has lost every factor: reset by another admin or from the command line. */
import { FACTOR } from '#domain/accounts/factor-messages.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import type { SecondFactor } from '#domain/accounts/factor-schema.ts';
import { Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Context, Services, UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import type { Executor } from '../db/open.ts';
import { queueMail } from '../mail/store.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import { endChallengesOf } from './challenge-store.ts';
import { factorResetMail } from './factor-mails.ts';
import { deleteFactorsOf } from './factor-store.ts';
import { describeFactors } from './factor-service.ts';
import { findUser, findUserByEmail, lockUser, type UserRow } from './store.ts';

type Resetting = Pick<Context, 'actor' | 'clock' | 'config' | 'publicUrl'> & { address?: string };

const notFound = () => new Problem('not_found', ACCOUNT_RULES.userNotFound);

/** Call it in a transaction with the user locked. Returns whether there was anything to reset. */
async function reset(parts: Resetting, tx: Executor, user: UserRow): Promise<boolean> {
  const removed = await deleteFactorsOf(tx, user.id);
  if (removed === 0) return false;
  await endChallengesOf(tx, user.id);
  await deleteSessionsOf(tx, user.id);
  const words = factorResetMail(parts.publicUrl, parts.config.needsSecondFactor);
  await queueMail(tx, { to: user.email, ...words }, parts.clock());
  await audit(tx, parts, 'users.resetFactors', 'user', user.id, { before: { factors: removed } });
  return true;
}

/** Another person's factors. Refuses with 404. */
export async function getFactorsOf(context: UserContext, id: string): Promise<SecondFactor> {
  const user = isId(id) ? await findUser(context.db.read, id) : undefined;
  if (!user) throw notFound();
  return describeFactors(context, user.id);
}

/**
 * Removes another person's factors and recovery codes, ends their sessions and informs them.
 * Refuses with 404 an unknown person, with 409 the caller and anybody without factors.
 */
export async function resetFactors(context: UserContext, id: string): Promise<void> {
  if (id === context.actor.id) throw new Problem('own_account', FACTOR.ownReset);
  await context.db.write(async (tx) => {
    const user = isId(id) ? await lockUser(context.db, tx, id) : undefined;
    if (!user) throw notFound();
    if (!(await reset(context, tx, user))) throw new Problem('no_second_factor', FACTOR.none);
  });
  context.notifyMail();
}

/** From the command line. Returns the result: unknown address, nothing to reset, or done. */
export async function resetFactorsAtTheMachine(
  parts: Pick<Services, 'db' | 'clock' | 'config' | 'publicUrl'>,
  email: string,
): Promise<'unknown' | 'none' | 'done'> {
  const found = await findUserByEmail(parts.db.read, email);
  if (!found) return 'unknown';
  const isDone = await parts.db.write(async (tx) => {
    const user = await lockUser(parts.db, tx, found.id);
    return user ? reset({ ...parts, actor: { role: 'visitor' } }, tx, user) : false;
  });
  return isDone ? 'done' : 'none';
}
