/** When drafts are published by themselves. */
import { POST_RULES } from '#domain/posts/messages.ts';
import { invalid } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Services } from '../context.ts';
import { raiseVersion } from '../db/versions.ts';
import * as store from './store.ts';

/** For a job: each post in a transaction of its own, once. */
export async function publishDue(services: Services): Promise<void> {
  const { db, clock } = services;
  const acting = { actor: { role: 'visitor' } as const, clock };
  for (const id of await store.listDue(db.read, clock()))
    await db.write(async (tx) => {
      const row = await store.lockPost(db, tx, id);
      const due = row?.publish_at;
      if (!row || !due || due > clock()) return;
      await store.changePost(tx, id, {
        is_published: true,
        first_published_at: row.first_published_at ?? due,
        publish_at: null,
        updated_at: clock(),
        version: row.version + 1,
      });
      await raiseVersion(tx, 'public');
      await audit(tx, acting, 'posts.publish', 'post', id, { is_published: [false, true] });
    });
}

/** Refuses with 422 to plan what is published, or for a moment that has passed. */
export function requirePlannable(
  { is_published, publish_at }: { is_published: boolean; publish_at?: Date | null | undefined },
  now: Date,
): void {
  if (!publish_at) return;
  if (is_published) throw invalid({ publish_at: POST_RULES.publishDraft });
  if (publish_at <= now) throw invalid({ publish_at: POST_RULES.publishPast });
}
