/** When to retry after the first, second, … failure; the last delay applies to all later ones. */
export const retryAt = (now: Date, delaysMs: readonly number[], failures: number): Date =>
  new Date(now.getTime() + delaysMs[Math.min(failures, delaysMs.length) - 1]!);

const REASON_CHARS = 300;

/** An error on one line, for a row or the log. */
export function reasonOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: string; code?: string };
  return String(message || code || error)
    .replace(/\s+/g, ' ')
    .slice(0, REASON_CHARS);
}
