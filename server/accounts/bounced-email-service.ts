/** Correcting an applicant's address whose mail has come back: they cannot log in to do it. */
import { SHARED_RULES } from '#domain/messages.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import type { SingleUser } from '#domain/accounts/schema.ts';
import { DAY_MS } from '#domain/durations.ts';
import { Problem } from '#domain/problem.ts';
import { requireVersion, type UserContext } from '../context.ts';
import { isId } from '../db/ids.ts';
import { hasBounced, queueBounced } from '../mail/bounce-store.ts';
import { queueMails, redirectUnsent } from '../mail/store.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import { presentUser, refusingTakenEmail, requireFreeEmail } from './account-service.ts';
import { endChallengesOf } from './challenge-store.ts';
import { emailCorrectedMail } from './mails.ts';
import { saveFields } from './profile-service.ts';
import * as store from './store.ts';

/** As long as other mails are worth sending. */
const WORTH_MS = 3 * DAY_MS;

/**
 * Takes the address at once: ends the applicant's sessions and codes, tells both addresses, and
 * sends again what has bounced about their proposals. Refuses with 404, with 409 anybody's address
 * but an applicant's that has bounced, with 400 a known address, and with 412.
 */
export async function correctEmail(
  context: UserContext,
  id: string,
  email: string,
): Promise<{ item: SingleUser; version: number }> {
  const correcting = context.db.write(async (tx) => {
    const old = isId(id) ? await store.lockUser(context.db, tx, id) : undefined;
    if (!old) throw new Problem('not_found', ACCOUNT_RULES.userNotFound);
    requireVersion(context, old.version, SHARED_RULES.changedMeanwhile);
    if (old.role !== 'applicant' || !(await hasBounced(tx, old.email)))
      throw new Problem('address_works', ACCOUNT_RULES.addressWorks);
    await requireFreeEmail(tx, email);
    const row = await saveFields(context, tx, old, { email }, { action: 'users.correctEmail' });
    await deleteSessionsOf(tx, id);
    await endChallengesOf(tx, id);
    await redirectUnsent(tx, old.email, email);
    const now = context.clock();
    await queueBounced(tx, email, { now, giveUpAt: new Date(now.getTime() + WORTH_MS) });
    const mail = emailCorrectedMail(context.publicUrl);
    const both = [old.email, email].map((to) => ({ to, ...mail }));
    await queueMails(tx, both, now);
    return row;
  });
  const row = await refusingTakenEmail(correcting);
  context.notifyMail();
  return { item: { ...presentUser(row), email_bounced: false }, version: row.version };
}
