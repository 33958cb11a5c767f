import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#domain/constants.ts';
import type { TemplateKind } from '#domain/mailings/rules.ts';
import type { CreateMailTemplateInput } from '#domain/mailings/template-schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { followed, useItem, useRefresh } from '#app/api/use-item.ts';
import { mailTemplates } from './template-calls.ts';
import { templateLabels as labels } from './template-labels.ts';

/** All texts, or those for one purpose. */
export const useMailTemplates = (kind?: TemplateKind) =>
  useQuery({
    queryKey: [queryKeys.mailTemplates, 'all'],
    queryFn: ({ signal }) => mailTemplates.list({ signal, fallback: labels.listFailed }),
    staleTime: MINUTE_MS,
    select: (all) => all.filter((one) => kind === undefined || one.kind === kind),
  });

/** One text with its version. */
export const useMailTemplate = (id: string) =>
  useItem(queryKeys.mailTemplates, id, mailTemplates.get, labels.fetchFailed);

/** Each change refetches the list. */
export function useMailTemplateChanges() {
  const refresh = useRefresh(queryKeys.mailTemplates);
  return {
    create: (input: CreateMailTemplateInput) =>
      followed(mailTemplates.create(input, { fallback: labels.saveFailed }), refresh),
    update: (id: string, input: CreateMailTemplateInput, etag: string | null) =>
      followed(mailTemplates.update(id, input, { etag, fallback: labels.saveFailed }), refresh),
    remove: (id: string) =>
      followed(mailTemplates.remove(id, { fallback: labels.deleteFailed }), refresh),
  };
}
