/** What becomes of an applicant's entries when the account is erased: contract §9.3 and §9.11. */
import { randomBytes } from 'node:crypto';
import { canonicalJson } from '#domain/canonical-json.ts';
import { DECIDING } from '#domain/judging/messages.ts';
import type { LeaveRounds } from '../accounts/erasure-service.ts';
import { audit } from '../audit.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../db/open.ts';
import { raiseVersion } from '../db/versions.ts';
import { mailAdmins } from '../judges/store.ts';
import { queueMails } from '../mail/store.ts';
import { listSharedWith } from '../members/store.ts';
import { changeRound } from '../rounds/service.ts';
import { sha256Of } from '../rounds/setup.ts';
import { findRound, lockRound, rounds, type RoundRow } from '../rounds/store.ts';
import { insertSeal, listWitnesses } from './decision-service.ts';
import * as store from './erasure-store.ts';
import { placeFreeMail, sealedAgainMail } from './mails.ts';
import { findSeal, withdrawSeals } from './result-store.ts';
import { keepTextsCovered } from './review-presentation.ts';

type File = { entries: { key: string; business_name: string | null; region: string | null }[] };

/** The same results without the names of these entries; undefined if it names none of them. */
function withoutNames(bytes: string, keys: ReadonlySet<string>, now: Date): string | undefined {
  const file = JSON.parse(bytes) as File;
  const isGone = (one: File['entries'][number]) => keys.has(one.key) && one.business_name !== null;
  if (!file.entries.some(isGone)) return undefined;
  return canonicalJson({
    ...file,
    // With the old one, anybody could try names until the old hash comes out.
    nonce: randomBytes(32).toString('hex'),
    sealed_at: now.toISOString(),
    entries: file.entries.map((one) =>
      isGone(one) ? { ...one, business_name: null, region: null } : one,
    ),
  });
}

/** Replaces the seal by one over a file without the name; witnesses are told of both. */
async function sealAgain(services: Services, tx: Executor, round: RoundRow, bytes: string) {
  const now = services.clock();
  const acting = { ...services, actor: { role: 'visitor' } as const };
  await withdrawSeals(tx, round.id, { withdrawn_at: now, reason: DECIDING.accountClosed });
  const sha256 = await insertSeal(tx, round.id, bytes, now);
  await changeRound(services, tx, round, {});
  await audit(tx, acting, 'round.seal', 'round', round.id, { sha256 });
  const mails = (await listWitnesses(tx, round)).map(({ email, first_name }) => ({
    ...{ to: email, ...sealedAgainMail(first_name, round, sha256, now) },
  }));
  await queueMails(tx, mails, now);
  if (round.state === 'sealed') await mailAdmins(tx, placeFreeMail(round, services.publicUrl), now);
}

/** Entries whose proposals went with their season: the person's receipts tell which they were. */
async function listForgotten(tx: Executor, userId: string) {
  const kept = await store.listKeptReceipts(tx, userId);
  const keys = kept.map(({ number, round_id }) => sha256Of(`${number}:${round_id}`));
  return store.listGone(tx, keys);
}

/**
 * Entries of rounds that are still judged are withdrawn. Sealed results keep key, score and rank;
 * the file is sealed again without the name, and older files that have it are deleted.
 */
export const leaveRounds: LeaveRounds = {
  lock: store.lockRoundsOf,
  leave: async (services, tx, { proposalIds, user }) => {
    if (user) await keepTextsCovered(tx, await listSharedWith(tx, 'proposal', user.id));
    const sealed = [
      ...(await store.listSealed(tx, proposalIds)),
      ...(user ? await listForgotten(tx, user.id) : []),
    ];
    for (const [roundId, entries] of Map.groupBy(sealed, ({ round_id }) => round_id)) {
      const keys = new Set(entries.map(({ key }) => key));
      const round = (await findRound(tx, roundId))!;
      if (round.kept) {
        const selected = round.kept.selected.filter(({ key }) => !keys.has(key));
        const kept = JSON.stringify({ ...round.kept, selected });
        await rounds.change(tx, { id: roundId }, { kept });
      }
      const seal = await findSeal(tx, roundId);
      const bytes = seal && withoutNames(seal.bytes, keys, services.clock());
      if (bytes) await sealAgain(services, tx, round, bytes);
      await store.deleteWithdrawnFiles(tx, roundId);
    }
    // Last: whoever has read them is among the witnesses.
    await store.withdrawEntries(tx, proposalIds);
  },
};

/** What was written about entries is deleted two years after the release; the record stays. */
const KEPT_MONTHS = 24;

function monthsBefore(instant: Date, months: number): Date {
  const date = new Date(instant);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date;
}

/** Deletes scores, comments and versions of such rounds; returns of how many. */
export async function forgetReviews(services: Services): Promise<number> {
  const { db, clock } = services;
  const acting = { clock, actor: { role: 'visitor' } as const };
  const found = await store.listForgettable(db.read, monthsBefore(clock(), KEPT_MONTHS));
  for (const { id } of found)
    await db.write(async (tx) => {
      const round = await lockRound(tx, id);
      if (!round || round.reviews_deleted_at !== null) return;
      await store.deleteContents(tx, id, clock());
      await audit(tx, acting, 'round.forget', 'round', id);
      await raiseVersion(tx, 'public');
    });
  return found.length;
}
