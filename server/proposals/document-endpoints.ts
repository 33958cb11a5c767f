/**
 * Endpoints for comparing and exporting: similar proposals, and documents shown or downloaded
 * together.
 */
import { z } from 'zod';
import { ARCHIVES } from '#domain/constants.ts';
import { wholeExportQuery } from '#domain/proposals/export-schema.ts';
import { similarProposal } from '#domain/proposals/similar-schema.ts';
import type { UserContext } from '../context.ts';
import { streamHeaders } from '../files/links.ts';
import { endpoint, listed } from '../http/endpoint.ts';
import { openArchive } from './archive.ts';
import { listSimilar } from './similar-proposals.ts';
import { readAsked, toAnswer, viewDocument } from './document-view.ts';

export const view = endpoint(
  {
    summary: 'Show a document inline, on our own pages',
    produces: 'application/pdf',
    refuses: [409],
  },
  async (context: UserContext, { params, request: { raw } }) =>
    toAnswer(await viewDocument(context, { id: params.id!, kind: params.kind! }, readAsked(raw))),
);

export const similar = endpoint(
  { summary: 'List possible duplicates of a proposal', answer: z.array(similarProposal) },
  async (context: UserContext, { params }) => {
    const items = await listSimilar(context, params.id!);
    return listed(items, items.length);
  },
);

export const archive = endpoint(
  {
    summary: 'Download the documents of all matching proposals as a ZIP',
    query: wholeExportQuery,
    produces: 'application/zip',
    isLinkable: true,
    refuses: [429],
  },
  async (context: UserContext, { query }) => ({
    headers: streamHeaders(ARCHIVES.file, 'application/zip'),
    body: await openArchive(context, query),
  }),
);
