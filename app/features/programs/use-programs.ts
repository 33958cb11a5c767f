import { useQueryClient } from '@tanstack/react-query';
import { PROGRAM } from '#domain/programs/rules.ts';
import type { CreateProgramInput, UpdateProgramInput } from '#domain/programs/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';
import { followed, useItem } from '#app/api/use-item.ts';

export const useProgram = (id: string) => useItem(queryKeys.programs, id, api.getProgram);

/** Each change refetches every list, choice and count, and the program. */
export function useProgramChanges() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: [queryKeys.programs] });
  return {
    create: (input: CreateProgramInput) =>
      followed(api.createProgram(input, { fallback: PROGRAM.createFailed }), refresh),
    update: (id: string, input: UpdateProgramInput, etag: string | null) =>
      followed(api.updateProgram(id, input, { etag, fallback: PROGRAM.updateFailed }), refresh),
    remove: (id: string) =>
      followed(api.deleteProgram(id, { fallback: PROGRAM.deleteFailed }), refresh),
  };
}
