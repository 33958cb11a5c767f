import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '#domain/durations.ts';
import type { TemplateKind } from '#domain/mailings/rules.ts';
import type { CreateMailTemplateInput } from '#domain/mailings/template-schema.ts';
import { EDITED, queryKeys } from '#app/api/query-keys.ts';
import { mailTemplates } from './template-calls.ts';
import { templateLabels as labels } from './template-labels.ts';

const KEY = [queryKeys.mailTemplates];

/** All texts, or those for one purpose. */
export const useMailTemplates = (kind?: TemplateKind) =>
  useQuery({
    queryKey: [...KEY, 'all'],
    queryFn: ({ signal }) => mailTemplates.list({ signal, fallback: labels.listFailed }),
    staleTime: MINUTE_MS,
    select: (all) => all.filter((one) => kind === undefined || one.kind === kind),
  });

/** One text with its version. */
export const useMailTemplate = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => mailTemplates.get(id, { signal, fallback: labels.fetchFailed }),
    ...EDITED,
  });

/** Each change refetches the list. */
export function useMailTemplateChanges() {
  const cache = useQueryClient();
  const followed = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await cache.invalidateQueries({ queryKey: [...KEY, 'all'] });
    return result;
  };
  return {
    create: (input: CreateMailTemplateInput) =>
      followed(mailTemplates.create(input, { fallback: labels.saveFailed })),
    update: (id: string, input: CreateMailTemplateInput, etag: string | null) =>
      followed(mailTemplates.update(id, input, { etag, fallback: labels.saveFailed })),
    remove: (id: string) => followed(mailTemplates.remove(id, { fallback: labels.deleteFailed })),
  };
}
