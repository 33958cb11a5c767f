/**
 * The moment that is compared with the deadline for a form sent in one go (docs/decisions/0023).
 */
import { MINUTE_MS } from '#domain/durations.ts';
import { Problem } from '#domain/problem.ts';
import { RECEIPT_RULES } from '#domain/receipts/messages.ts';
import type { UserContext } from '../context.ts';

/**
 * Runs a call once its whole form has arrived. Its first byte counts, or its last one if that
 * arrived later than the grace allows. `completedAt`: when the last byte arrived.
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
