import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PROGRAM } from '#domain/programs/messages.ts';
import type { CreateProgramInput, UpdateProgramInput } from '#domain/programs/schema.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { api } from '#app/api/browser.ts';

/** Refetches every list, choice and count of programs. */
function useRefresh() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: [queryKeys.programs] });
}

export function useCreateProgram() {
  return useMutation({
    mutationFn: (input: CreateProgramInput) =>
      api.createProgram(input, { fallback: PROGRAM.createFailed }),
    onSuccess: useRefresh(),
  });
}

/** One program with its version. */
export const useProgram = (id: string) =>
  useQuery({
    queryKey: [queryKeys.programs, 'one', id],
    queryFn: ({ signal }) => api.getProgram(id, { signal }),
    ...EDITED,
  });

/** Saves the form, guarded by the version that it was filled with. */
export function useUpdateProgram(id: string) {
  return useMutation({
    mutationFn: ({ input, etag }: { input: UpdateProgramInput; etag: string | null }) =>
      api.updateProgram(id, input, { etag, fallback: PROGRAM.updateFailed }),
    onSuccess: useRefresh(),
  });
}

export function useDeleteProgram() {
  return useMutation({
    mutationFn: (id: string) => api.deleteProgram(id, { fallback: PROGRAM.deleteFailed }),
    onSuccess: useRefresh(),
  });
}
