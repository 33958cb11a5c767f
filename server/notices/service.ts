/** The notice on top of every page: one at a time, until an instant. */
import { NOTICE } from '#domain/notices/schema.ts';
import type { Notice, NoticeInput } from '#domain/notices/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import { installationId } from '../db/installation.ts';
import { raiseVersion } from '../db/versions.ts';
import * as store from './store.ts';

type Row = NonNullable<Awaited<ReturnType<typeof store.findNotice>>>;

const present = ({ text, until }: Row): Notice => ({ text, until: until.toISOString() });

/** Null where there is none, or its time is over. */
export async function getNotice({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const row = await store.findNotice(db.read);
  return row && row.until > clock() ? present(row) : null;
}

/** Takes the place of the one before. Refuses with 422 an end that has passed. */
export async function putNotice(context: UserContext, input: NoticeInput): Promise<Notice> {
  const now = context.clock();
  if (input.until <= now) throw invalid({ until: NOTICE.past });
  await context.db.write(async (tx) => {
    const before = await store.findNotice(tx);
    await store.putNotice(tx, input, now);
    await raiseVersion(tx, 'public');
    const id = await installationId(tx, now);
    await audit(tx, context, 'notices.put', 'notice', id, { before: before ?? {}, after: input });
  });
  return present(input);
}

/** Refuses with 404 where there is none. */
export async function deleteNotice(context: UserContext): Promise<void> {
  await context.db.write(async (tx) => {
    const before = await store.findNotice(tx);
    if (!before) throw new Problem('not_found', NOTICE.notFound);
    await store.deleteNotice(tx);
    await raiseVersion(tx, 'public');
    const id = await installationId(tx, context.clock());
    await audit(tx, context, 'notices.delete', 'notice', id, { before });
  });
}
