/** The notice on top of every page: one at a time, until an instant. */
import { z } from 'zod';
import { NOTICE, notice, noticeInput, type NoticeInput } from '#domain/notices/schema.ts';
import { invalid, Problem } from '#domain/problem.ts';
import { audit } from '../audit.ts';
import type { Services, UserContext } from '../context.ts';
import { changesIn, isEmptyChange } from '../db/changes.ts';
import { installationId } from '../db/installation.ts';
import { table } from '../db/table.ts';
import { raiseVersion } from '../db/versions.ts';
import { calls, none, one } from '../http/calls.ts';
import { shownBy } from '../http/resource.ts';

const notices = table('notices');
/** There is one at most. */
const PLACE = { place: 1 };
const present = shownBy(notice);

/** Null where there is none, or its time is over. */
async function getNotice({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  const row = await notices.find(db.read, PLACE);
  return row && row.until > clock() ? present(row) : null;
}

/** Takes the place of the one before. */
async function putNotice(context: UserContext, input: NoticeInput) {
  const now = context.clock();
  if (input.until <= now) throw invalid({ until: NOTICE.past });
  await context.db.write(async (tx) => {
    const before = await notices.find(tx, PLACE);
    if (before && isEmptyChange(changesIn(before, input))) return;
    await notices.put(tx, { ...PLACE, ...input, updated_at: now }, ['place']);
    await raiseVersion(tx, 'public');
    const id = await installationId(tx, now);
    await audit(tx, context, 'notices.put', 'notice', id, { before: before ?? {}, after: input });
  });
  return present(input);
}

async function deleteNotice(context: UserContext) {
  await context.db.write(async (tx) => {
    const before = await notices.find(tx, PLACE);
    if (!before) throw new Problem('not_found', NOTICE.notFound);
    await notices.remove(tx, PLACE);
    await raiseVersion(tx, 'public');
    const id = await installationId(tx, context.clock());
    await audit(tx, context, 'notices.delete', 'notice', id, { before: present(before) });
  });
}

export const noticesCalls = calls({
  'GET /notice': one('notices.get', 'Get the notice shown at the top of every page, or null', {
    answer: z.nullable(notice),
    run: getNotice,
  }),
  'PUT /notice': one('notices.put', 'Show a notice at the top of every page until a given time', {
    body: noticeInput,
    answer: notice,
    run: putNotice,
  }),
  'DELETE /notice': none('notices.delete', 'Remove the notice', { run: deleteNotice }),
});
