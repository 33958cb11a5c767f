/** The admins' endpoints. */
import { z } from 'zod';
import { asLink } from '#domain/download-links.ts';
import type { ExportFile } from '#domain/proposals/export-rules.ts';
import { wholeExportQuery } from '#domain/proposals/export-schema.ts';
import {
  anyProposalQuery,
  documentLink,
  listedProposal,
  listAllProposalsQuery,
  proposal,
  proposalFilters,
  reviewProposalInput,
} from '#domain/proposals/schema.ts';
import type { UserContext } from '../context.ts';
import { XLSX_TYPE } from '../files/xlsx.ts';
import { endpoint, listed, single } from '../http/endpoint.ts';
import { parse } from '../http/problems.ts';
import { getDocumentLink } from './documents.ts';
import { withForm } from './endpoints.ts';
import { openExport } from './export.ts';
import { listAllProposals } from './list-service.ts';
import { getAnyProposal, renewReading, reviewProposal } from './review-service.ts';

export const listAll = endpoint(
  { summary: 'List all proposals', query: listAllProposalsQuery, answer: z.array(listedProposal) },
  async (context: UserContext, { query }) => {
    const { items, total } = await listAllProposals(context, query);
    return listed(items, total);
  },
);

const { sort: _, ...filters } = proposalFilters.shape;
const exportFilters = z.object({ ...filters, ...asLink });

const exportOf = (file: ExportFile, query: typeof exportFilters | typeof wholeExportQuery) => {
  const isWorkbook = file.endsWith('.xlsx');
  const what = file.startsWith('export-full') ? 'every field of all' : 'all';
  return endpoint(
    {
      summary: `Export ${what} matching proposals as ${isWorkbook ? 'an Excel workbook' : 'CSV'}`,
      query,
      produces: isWorkbook ? XLSX_TYPE : 'text/csv',
      isLinkable: true,
    },
    (context: UserContext, call) => openExport(context, file, call.query),
  );
};

export const exportAll = exportOf('export.csv', exportFilters);
export const exportAllAsWorkbook = exportOf('export.xlsx', exportFilters);
export const exportWhole = exportOf('export-full.csv', wholeExportQuery);
export const exportWholeAsWorkbook = exportOf('export-full.xlsx', wholeExportQuery);

export const getAny = endpoint(
  { summary: 'Get any proposal', query: anyProposalQuery, answer: proposal, tagged: true },
  async (context: UserContext, { params, query, request }) => {
    // Who asks for the head alone has read nothing.
    const isPeek = query.peek || request.method === 'HEAD';
    const found = await getAnyProposal(context, params.id!, isPeek);
    return single(found.proposal, found.version);
  },
);

export const review = endpoint(
  {
    summary: 'Review a proposal: decide, set its funding stage, assign it or flag it',
    body: reviewProposalInput,
    files: [],
    isForm: true,
    answer: proposal,
    versioned: true,
  },
  async (context: UserContext, { params, request }) => {
    const apply = async (fields: unknown) =>
      reviewProposal(context, params.id!, parse(reviewProposalInput, fields ?? {}));
    const reviewed = request.isMultipart()
      ? await withForm(context, request, {}, apply)
      : await apply(request.body);
    return single(reviewed.proposal, reviewed.version);
  },
);

export const reading = endpoint(
  {
    summary: 'Renew my presence on a proposal and list its other readers',
    answer: z.object({ readers: proposal.shape.readers, etag: z.string() }),
  },
  async (context: UserContext, { params }) => ({ body: await renewReading(context, params.id!) }),
);

export const anyDocument = endpoint(
  { summary: 'Get a link to a document of any proposal', answer: documentLink },
  async (context: UserContext, { params }) => ({
    body: await getDocumentLink(context, `${params.user_id}/${params.name}`),
  }),
);
