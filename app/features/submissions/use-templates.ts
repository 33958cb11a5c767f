import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateTemplateInput, UpdateTemplateInput } from '#domain/reviews/schema.ts';
import { desk } from './desk-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';
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

/** Each change refetches the list. */
export function useTemplateChanges() {
  const cache = useQueryClient();
  const options = { fallback: submissionLabels.templateFailed };
  const followed = async (change: Promise<unknown>): Promise<void> => {
    await change;
    await cache.invalidateQueries({ queryKey: KEY });
  };
  return {
    create: (input: CreateTemplateInput) => followed(desk.createTemplate(input, options)),
    update: (id: string, input: UpdateTemplateInput) =>
      followed(desk.updateTemplate(id, input, options)),
    remove: (id: string) => followed(desk.deleteTemplate(id, options)),
  };
}
