import type { DownloadLink } from '#domain/paging.ts';
import type {
  BulkResponse,
  UndoResponse,
  CreateTemplateInput,
  CreateViewInput,
  DeclineTemplate,
  UpdateTemplateInput,
  SavedView,
  ProposalSummary,
} from '#domain/reviews/schema.ts';
import type { WaitingSubmission } from '#domain/receipts/schema.ts';
import type { ReviewProposalInput } from '#domain/proposals/schema.ts';
import type { ExportFile } from '#domain/proposals/export-rules.ts';
import { ApiError } from '#app/api/api-error.ts';
import { transport } from '#app/api/browser.ts';
import {
  apiPath,
  readOne,
  readPage,
  send,
  type CallOptions,
  type ListQuery,
} from '#app/api/transport.ts';

/** The same change for every proposal, or dividing them among several admins. */
export type BulkChange = ReviewProposalInput & {
  assign_evenly?: string[];
  not_own_region?: boolean;
  /** The maximum for each of them. */
  each?: number;
  add_labels?: string[];
  remove_labels?: string[];
};
export type BulkTarget = { ids: string[] } | { filter: Record<string, string> };
export type BulkCall = BulkTarget & {
  change: BulkChange;
  preview?: boolean;
  expected_total?: number;
  skip_refused?: boolean;
  /** Instead of the first ten. */
  all_names?: boolean;
};

/** What can be downloaded of all matching proposals. */
export type DeskFile = ExportFile | 'documents.zip';

const ROOT = '/proposals/admin';
const templatePath = (id: string): string =>
  apiPath(`${ROOT}/decline-templates/${encodeURIComponent(id)}`);

async function json<T>(
  method: string,
  path: string,
  body?: unknown,
  options?: CallOptions,
): Promise<T> {
  const sent = body === undefined ? {} : { json: body };
  return (await (await send(transport, method, path, sent, options)).json()) as T;
}

/** Fields of the change are called as they are in forms. */
function refuseByField(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const fields = Object.entries(error.fields).map(
    ([name, sentence]) => [name.replace(/^change\./, ''), sentence] as const,
  );
  throw Object.assign(error, { fields: Object.fromEntries(fields) });
}

/** Actions of admins on many proposals; separate from client.ts, which every screen loads. */
export const desk = {
  summarize: (query: ListQuery = {}, options?: CallOptions) =>
    json<ProposalSummary>('GET', apiPath(`${ROOT}/summary`, query), undefined, options),
  listWaiting: async (query: ListQuery, options?: CallOptions) =>
    readPage<WaitingSubmission>(
      await send(transport, 'GET', apiPath(`${ROOT}/waiting`, query), {}, options),
    ),
  changeMany: (input: BulkCall, options?: CallOptions) =>
    json<BulkResponse>('POST', apiPath(`${ROOT}/bulk`), input, options).catch(refuseByField),
  undoRun: (runId: string, options?: CallOptions) =>
    json<UndoResponse>(
      'POST',
      apiPath(`${ROOT}/bulk/${encodeURIComponent(runId)}/undo`),
      undefined,
      options,
    ),
  linkTo: (file: DeskFile, query: ListQuery, options: CallOptions) =>
    json<DownloadLink>(
      'GET',
      apiPath(`${ROOT}/${file}`, { ...query, as: 'link' }),
      undefined,
      options,
    ),

  listViews: async (options?: CallOptions): Promise<SavedView[]> =>
    (await readPage<SavedView>(await send(transport, 'GET', apiPath(`${ROOT}/views`), {}, options)))
      .items,
  createView: (input: CreateViewInput, options?: CallOptions) =>
    json<SavedView>('POST', apiPath(`${ROOT}/views`), input, options),
  deleteView: async (id: string, options?: CallOptions): Promise<void> => {
    const path = apiPath(`${ROOT}/views/${encodeURIComponent(id)}`);
    await send(transport, 'DELETE', path, {}, options);
  },

  listTemplates: (options?: CallOptions) =>
    json<DeclineTemplate[]>('GET', apiPath(`${ROOT}/decline-templates`), undefined, options),
  createTemplate: (input: CreateTemplateInput, options?: CallOptions) =>
    json<DeclineTemplate>('POST', apiPath(`${ROOT}/decline-templates`), input, options),
  getTemplate: async (id: string, options?: CallOptions) =>
    readOne<DeclineTemplate>(await send(transport, 'GET', templatePath(id), {}, options)),
  updateTemplate: (id: string, input: UpdateTemplateInput, options?: CallOptions) =>
    json<DeclineTemplate>('PATCH', templatePath(id), input, options),
  deleteTemplate: async (id: string, options?: CallOptions): Promise<void> => {
    await send(transport, 'DELETE', templatePath(id), {}, options);
  },
};
