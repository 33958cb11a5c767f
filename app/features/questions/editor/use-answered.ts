import { useQuery } from '@tanstack/react-query';
import type { ProgramPreview } from '#domain/programs/schema.ts';
import { transport } from '#app/api/browser.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { apiPath, send } from '#app/api/transport.ts';

/** The ids of those questions of a program that somebody has answered. */
async function listAnswered(programId: string, signal: AbortSignal): Promise<string[]> {
  const path = apiPath(`/programs/${encodeURIComponent(programId)}`);
  const answer = await send(transport, 'PATCH', path, { json: { preview: true } }, { signal });
  const { answered_questions = [] } = (await answer.json()) as ProgramPreview;
  return answered_questions;
}

export const useAnswered = (programId: string) =>
  useQuery({
    queryKey: [queryKeys.programs, 'answered', programId],
    queryFn: ({ signal }) => listAnswered(programId, signal),
    ...EDITED,
  });
