/** Whether the row that a public page shows exists; asked before the page is rendered. */
import { LENGTHS } from '#domain/constants.ts';
import type { Subject } from '../http/addresses.ts';
import type { Executor } from '../db/open.ts';
import { isId } from '../db/ids.ts';
import { hasPublishedPost } from '../posts/store.ts';
import { hasProgram } from '../programs/store.ts';
import { isStorable } from '../text/unstorable.ts';

/** The longest slug that app/pages/public/post.tsx looks up. */
const MAX_SLUG = LENGTHS.title + 40;

export async function hasSubject(db: Executor, { kind, name }: Subject): Promise<boolean> {
  if (!isStorable(name)) return false;
  if (kind === 'program') return isId(name) && hasProgram(db, name);
  return hasPublishedPost(db, name.slice(0, MAX_SLUG).toLowerCase());
}
