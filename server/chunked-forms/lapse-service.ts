/**
 * When an upload has become pointless: said before the rest of its bytes is sent
 * (docs/decisions/0022).
 */
import { Problem } from '#domain/problem.ts';
import { isEditingLocked, isOpen } from '#domain/programs/rules.ts';
import { UPLOAD_RULES } from '#domain/chunked-forms/messages.ts';
import type { UserContext } from '../context.ts';
import { MINUTE_MS } from '../proposals/announcement-service.ts';
import * as store from './store.ts';

/**
 * Refuses 409 what was received, if its documents did not follow within the grace and the deadline
 * has passed meanwhile.
 */
export async function refuseLapsed(
  { db, clock, config }: UserContext,
  upload: store.Upload,
): Promise<void> {
  if (!upload.received_at || upload.completed_at) return;
  const [now, minutes] = [clock(), config.uploadGraceMinutes];
  if (now.getTime() - upload.received_at.getTime() <= minutes * MINUTE_MS) return;
  const deadline = await store.findDeadline(db.read, upload);
  const isSubmission = upload.call.startsWith('POST ');
  // What is gone is refused by the call itself.
  const isTooLate =
    deadline && (isSubmission ? !isOpen(deadline, now) : isEditingLocked(deadline, now));
  if (isTooLate) throw new Problem('deadline_passed', UPLOAD_RULES.lapsed(minutes));
}
