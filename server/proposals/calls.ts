/** What applicants call, what admins call, and documents and requests for changes. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ARCHIVES } from '#domain/constants.ts';
import { asLink } from '#domain/paging.ts';
import type { ExportFile } from '#domain/proposals/export-rules.ts';
import { DOCUMENT_KINDS, DOCUMENT_LABELS, labelOfDocument } from '#domain/proposals/rules.ts';
import {
  documentLink,
  listedProposal,
  listProposalsQuery,
  proposal,
  submitProposalForm,
  updateProposalForm,
  ownDocumentQuery,
  timelineEvent,
  wholeExportQuery,
  anyProposalQuery,
  listAllProposalsQuery,
  proposalFilters,
  reviewProposalInput,
  similarProposal,
  changeRequest,
  proposalVersion,
  requestInput,
} from '#domain/proposals/schema.ts';
import { questionIdOf, QUESTIONS } from '#domain/questions/rules.ts';
import { correctOnBehalfForm, onBehalfForm } from '#domain/on-behalf/rules.ts';
import type { Context, UserContext } from '../context.ts';
import { streamHeaders } from '../files/links.ts';
import type { StagedFile } from '../files/staging.ts';
import { XLSX_TYPE } from '../files/xlsx.ts';
import { countReceived } from '../http/arrivals.ts';
import { calls, call, list, none, one, tagged, reply } from '../http/calls.ts';
import { messageResponse, single } from '../http/endpoint.ts';
import { receiveMultipart, type ExpectedFiles } from '../http/multipart.ts';
import { parse } from '../http/problems.ts';
import { inspectPdf } from '../pdf/inspect.ts';
import { findWords } from '../questions/store.ts';
import { sendConfirmationAgain } from './confirmations.ts';
import * as documents from './documents.ts';
import { readAsked, toAnswer, viewDocument, type Uploads } from './documents.ts';
import * as edits from './editing.ts';
import { correctOnBehalf, EVIDENCE_KINDS, submitOnBehalf } from './on-behalf.ts';
import { getTimeline, listVersions, scopeOf } from './history.ts';
import { listOwnProposals, openExport, listAllProposals, openArchive } from './lists.ts';
import * as proposals from './presentation.ts';
import { requireProposal } from './presentation.ts';
import { answerRequest, cancelRequest, listRequests, requestChanges } from './requests.ts';
import { getAnyProposal, renewReading, reviewProposal, listSimilar } from './review.ts';
import { readForm, submitProposal } from './submission.ts';

const inspectFor =
  ({ actor }: UserContext) =>
  (path: string) =>
    inspectPdf(path, actor.id);

/** Both documents; each is inspected as soon as it has arrived, scheduled fairly by sender. */
function filesOf<K extends keyof typeof DOCUMENT_LABELS>(
  context: UserContext,
  kinds: readonly K[],
): Record<K, ExpectedFiles[string]> {
  const inspect = inspectFor(context);
  return Object.fromEntries(
    kinds.map((kind) => [kind, { label: `${DOCUMENT_LABELS[kind]} file`, inspect }]),
  ) as Record<K, ExpectedFiles[string]>;
}

/** Receives fields and files, and afterwards deletes the files that `use` has not consumed. */
async function withForm<F extends ExpectedFiles, R>(
  context: Context,
  request: FastifyRequest,
  files: F,
  use: (fields: unknown, files: Partial<Record<keyof F, StagedFile>>) => Promise<R>,
  fileOf?: (name: string) => Promise<ExpectedFiles[string] | undefined>,
  asked = Object.keys(submitProposalForm.shape),
): Promise<R> {
  const received = await receiveMultipart(request, {
    files,
    ...(fileOf && { fileOf }),
    limitBytes: context.config.maxUploadBytes,
    stagingDir: context.stagingDir,
    large: { name: 'answers', bytes: QUESTIONS.requestBytes },
    asked,
  });
  try {
    return await use(received.fields, received.files);
  } finally {
    await received.discard();
  }
}

/** With documents by key: of kinds, and files by their questions, which are named `answers.{id}`. */
const withDocuments = <R>(
  context: UserContext,
  request: FastifyRequest,
  use: (fields: unknown, uploads: Uploads) => Promise<R>,
  { kinds, asked }: { kinds: readonly (keyof typeof DOCUMENT_LABELS)[]; asked?: string[] } = {
    kinds: DOCUMENT_KINDS,
  },
): Promise<R> => {
  const inspect = inspectFor(context);
  return withForm(
    context,
    request,
    filesOf(context, kinds),
    (fields, files) =>
      use(
        fields,
        Object.fromEntries(
          Object.entries(files).map(([name, file]) => [questionIdOf(name) ?? name, file]),
        ),
      ),
    async (name) => {
      const id = questionIdOf(name);
      const words = id && (await findWords(context.db.read, id));
      return words ? { label: `${labelOfDocument(id, words)} file`, inspect } : undefined;
    },
    asked,
  );
};

const TYPED_IN = { kinds: EVIDENCE_KINDS, asked: Object.keys(onBehalfForm.shape) };

const readUpdate = (fields: unknown) => parse(updateProposalForm, fields ?? {});

export const proposalsCalls = calls({
  'POST /proposals/': call(
    'proposals.submit',
    {
      summary: 'Submit a proposal with its two PDFs',
      body: submitProposalForm,
      files: DOCUMENT_KINDS,
      answer: proposal,
      status: 201,
      idempotent: true,
      refuses: [429],
    },
    async (context: UserContext, { request }) =>
      withDocuments(context, request, async (fields, files) => {
        const form = await readForm(context, fields, files);
        const received = countReceived(context, request.raw);
        return submitProposal(received, form, context.clock());
      }),
  ),
  'GET /proposals/': list('proposals.list', 'List your proposals', listedProposal, {
    query: listProposalsQuery,
    run: listOwnProposals,
  }),
  'GET /proposals/{id}': tagged('proposals.get', 'Get one of your proposals', {
    answer: proposal,
    tagged: true,
    of: 'proposal',
    run: proposals.getProposal,
  }),
  'DELETE /proposals/{id}': none('proposals.delete', 'Delete your proposal and its files', {
    versioned: true,
    run: edits.deleteProposal,
  }),
  'PATCH /proposals/{id}': call(
    'proposals.update',
    {
      summary: 'Update your proposal, optionally with new files',
      body: updateProposalForm,
      bodyBytes: QUESTIONS.requestBytes,
      files: DOCUMENT_KINDS,
      answer: proposal,
      versioned: true,
    },
    async (context: UserContext, { params, request }) => {
      const id = params.id!;
      await edits.requireOwnEditable(context, id);
      const updated = request.isMultipart()
        ? await withDocuments(context, request, (fields, files) =>
            edits.updateProposal(
              countReceived(context, request.raw),
              id,
              readUpdate(fields),
              files,
            ),
          )
        : await edits.updateProposal(
            countReceived(context, request.raw, readUpdate(request.body)),
            id,
            readUpdate(request.body),
            {},
          );
      return single(updated.proposal, updated.version);
    },
  ),
  'GET /proposals/{id}/documents/{kind}': one(
    'proposals.ownDocument',
    'Get a link to a document of your proposal, current or of a version',
    { query: ownDocumentQuery, answer: documentLink, run: documents.getOwnDocumentLink },
  ),
  'POST /proposals/{id}/confirmation': one(
    'proposals.confirm',
    'Resend the confirmation email for your proposal',
    { answer: messageResponse, status: 202, refuses: [429], run: sendConfirmationAgain },
  ),
  'GET /proposals/{id}/timeline': list(
    'proposals.timeline',
    "Get a proposal's timeline",
    timelineEvent,
    { run: getTimeline },
  ),
});

const { sort: _, ...filters } = proposalFilters.shape;
const exportFilters = z.object({ ...filters, ...asLink });

const exportOf = (file: ExportFile, query: typeof exportFilters | typeof wholeExportQuery) => {
  const isWorkbook = file.endsWith('.xlsx');
  const what = file.startsWith('export-full') ? 'every field of all' : 'all';
  return call(
    'proposals.export',
    {
      summary: `Export ${what} matching proposals as ${isWorkbook ? 'an Excel workbook' : 'CSV'}`,
      query,
      produces: isWorkbook ? XLSX_TYPE : 'text/csv',
      isLinkable: true,
    },
    (context: UserContext, asked) => openExport(context, file, asked.query),
  );
};

export const reviewsCalls = calls({
  'GET /proposals/admin/export.csv': exportOf('export.csv', exportFilters),
  'GET /proposals/admin/export.xlsx': exportOf('export.xlsx', exportFilters),
  'GET /proposals/admin/export-full.csv': exportOf('export-full.csv', wholeExportQuery),
  'GET /proposals/admin/export-full.xlsx': exportOf('export-full.xlsx', wholeExportQuery),
  'GET /proposals/admin/all': list('proposals.listAll', 'List all proposals', listedProposal, {
    query: listAllProposalsQuery,
    run: listAllProposals,
  }),
  'GET /proposals/{id}/admin': call(
    'proposals.getAny',
    { summary: 'Get any proposal', query: anyProposalQuery, answer: proposal, tagged: true },
    async (context: UserContext, { params, query, request }) => {
      // Who asks for the head alone has read nothing.
      const isPeek = query.peek || request.method === 'HEAD';
      const found = await getAnyProposal(context, params.id!, isPeek);
      return single(found.proposal, found.version);
    },
  ),
  'POST /proposals/admin/on-behalf': call(
    'proposals.onBehalf',
    {
      summary: 'Enter a proposal that did not come through the portal',
      body: onBehalfForm,
      files: EVIDENCE_KINDS,
      answer: proposal,
      status: 201,
      idempotent: true,
      refuses: [409],
    },
    async (context: UserContext, { request }) =>
      withDocuments(
        context,
        request,
        (fields, files) => submitOnBehalf(context, fields, files),
        TYPED_IN,
      ),
  ),
  'PATCH /proposals/{id}/on-behalf': call(
    'proposals.onBehalf',
    {
      summary: 'Correct a proposal that was entered for somebody',
      body: correctOnBehalfForm,
      bodyBytes: QUESTIONS.requestBytes,
      files: EVIDENCE_KINDS,
      answer: proposal,
      versioned: true,
      refuses: [409],
    },
    async (context: UserContext, { params, request }) => {
      const corrected = request.isMultipart()
        ? await withDocuments(
            context,
            request,
            (fields, files) => correctOnBehalf(context, params.id!, fields, files),
            TYPED_IN,
          )
        : await correctOnBehalf(context, params.id!, request.body, {});
      return single(corrected.proposal, corrected.version);
    },
  ),
  'PATCH /proposals/{id}/admin': call(
    'proposals.review',
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
  ),
  'GET /proposals/admin/presigned-url/{user_id}/{name}': one(
    'proposals.anyDocument',
    'Get a link to a document of any proposal',
    { answer: documentLink, run: documents.getDocumentLink },
  ),
  'POST /proposals/{id}/admin/reading': one(
    'proposals.noteReading',
    'Renew my presence on a proposal and list its other readers',
    { answer: z.object({ readers: proposal.shape.readers, etag: z.string() }), run: renewReading },
  ),
});

export const proposalDocumentsCalls = calls({
  'GET /proposals/admin/documents.zip': call(
    'proposals.exportDocuments',
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
  ),
  'GET /proposals/{id}/similar': list(
    'proposals.listSimilar',
    'List possible duplicates of a proposal',
    similarProposal,
    { run: listSimilar },
  ),
  'GET /proposals/{id}/documents/{kind}/view': call(
    'proposals.viewDocument',
    {
      summary: 'Show a document inline, on our own pages',
      produces: 'application/pdf',
      refuses: [409],
    },
    async (context: UserContext, { params, request: { raw } }) =>
      toAnswer(await viewDocument(context, { id: params.id!, kind: params.kind! }, readAsked(raw))),
  ),
});

export const requestsCalls = calls({
  'GET /proposals/{id}/requests': list(
    'requests.list',
    'List the requests for changes to a proposal',
    changeRequest,
    { run: listRequests },
  ),
  'POST /proposals/{id}/requests': reply(
    'requests.create',
    'Request changes from an applicant after editing has locked',
    {
      body: requestInput,
      answer: changeRequest,
      status: 201,
      idempotent: true,
      refuses: [409],
      run: requestChanges,
    },
  ),
  'POST /proposals/{id}/requests/{request_id}/answer': reply(
    'requests.answer',
    'Mark a request for changes as answered',
    { answer: changeRequest, idempotent: true, refuses: [409], run: answerRequest },
  ),
  'DELETE /proposals/{id}/requests/{request_id}': none(
    'requests.cancel',
    'Withdraw a request for changes',
    { refuses: [409], run: cancelRequest },
  ),
  'GET /proposals/{id}/versions': list(
    'versions.list',
    'List the versions of a proposal, oldest first',
    proposalVersion,
    {
      run: async (context: UserContext, id: string) =>
        listVersions(context, await requireProposal(context.db.read, scopeOf(context), id)),
    },
  ),
});
