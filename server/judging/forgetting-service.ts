/** What was written about entries is deleted two years after the release; the record stays. */
import type { Services } from '../context.ts';
import { audit } from '../audit.ts';
import { lockRound } from '../rounds/store.ts';
import { raiseVersion } from '../db/versions.ts';
import * as store from './forgetting-store.ts';

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
  const ids = await store.listForgettable(db.read, monthsBefore(clock(), KEPT_MONTHS));
  for (const id of ids)
    await db.write(async (tx) => {
      const round = await lockRound(db, tx, id);
      if (!round || round.reviews_deleted_at !== null) return;
      await store.deleteContents(tx, id, clock());
      await audit(tx, acting, 'round.forget', 'round', id);
      await raiseVersion(tx, 'public');
    });
  return ids.length;
}
