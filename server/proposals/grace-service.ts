/** The moment that the deadline of a whole form is compared with (docs/decisions/0023). */
import { Problem } from '#domain/problem.ts';
import { RECEIPT_RULES } from '#domain/receipts/messages.ts';
import type { UserContext } from '../context.ts';

const MINUTE_MS = 60_000;

/**
 * Makes a call once its whole form is here. It counts from its first byte, or from its last one
 * where that came later than the grace allows. `completedAt`: when the last byte was here.
 */
export async function whenComplete<R>(
  context: UserContext,
  call: (context: UserContext, completedAt: Date) => Promise<R>,
): Promise<R> {
  const completedAt = context.clock();
  const minutes = context.config.uploadGraceMinutes;
  const hasLapsed = completedAt.getTime() - context.receivedAt.getTime() > minutes * MINUTE_MS;
  const receivedAt = hasLapsed ? completedAt : context.receivedAt;
  try {
    return await call({ ...context, receivedAt }, completedAt);
  } catch (error) {
    const isTooLate = hasLapsed && error instanceof Problem && error.code === 'deadline_passed';
    throw isTooLate
      ? new Problem('deadline_passed', RECEIPT_RULES.lateForm(minutes), { cause: error })
      : error;
  }
}
