import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateTemplateInput, UpdateTemplateInput } from '#domain/reviews/schema.ts';
import { desk } from './desk-calls.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { submissionLabels } from './labels.ts';

const KEY = [queryKeys.reviews, 'templates'];

/** The firm's reasons for declining. */
export const useTemplates = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      desk.listTemplates({ signal, fallback: submissionLabels.templatesFailed }),
    staleTime: 60_000,
  });

/** One reason with its version. */
export const useTemplate = (id: string) =>
  useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) =>
      desk.getTemplate(id, { signal, fallback: submissionLabels.templatesFailed }),
    ...EDITED,
  });

/** Each change refetches the list. */
export function useTemplateChanges() {
  const cache = useQueryClient();
  const options = { fallback: submissionLabels.templateFailed };
  const followed = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await cache.invalidateQueries({ queryKey: KEY, exact: true });
    return result;
  };
  return {
    create: (input: CreateTemplateInput) => followed(desk.createTemplate(input, options)),
    update: (id: string, input: UpdateTemplateInput, etag: string | null) =>
      followed(desk.updateTemplate(id, input, { ...options, etag })),
    remove: (id: string) => followed(desk.deleteTemplate(id, options)),
  };
}
