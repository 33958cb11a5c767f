import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS, SECOND_MS } from '#domain/constants.ts';
import { PROGRAM, asExtended, comingOpening } from '#domain/programs/rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { api } from '#app/api/browser.ts';
import { serverNow } from '#app/api/server-clock.ts';

/**
 * One program while its form is being filled in; refetched every minute, because its deadline may
 * move, and at the deadline, because the server's clock decides, not the phone's.
 */
export const useProgramToApply = (id: string) =>
  useQuery({
    queryKey: ['programs', 'apply', id],
    queryFn: ({ signal }) => api.getProgram(id, { signal, fallback: PROGRAM.notFound }),
    enabled: id !== '',
    refetchInterval: ({ state }) => nextLook(state.data),
  });

/** Milliseconds until the opening or the deadline; false if the server said that it has passed. */
export function nextLook(
  program: Pick<Program, 'is_open' | 'deadline_date' | 'extended_until' | 'opens_at'> | undefined,
): number | false {
  const opening = program && comingOpening(program, serverNow());
  if (!program?.is_open && !opening) return false;
  const left =
    (opening ?? new Date(asExtended(program!).deadline_date)).getTime() - serverNow().getTime();
  return left > 0 ? Math.min(left + SECOND_MS, MINUTE_MS) : MINUTE_MS;
}
