import { z } from 'zod';
import { QUESTIONS } from '#domain/questions/limit-rules.ts';
import {
  draft,
  draftFieldsInput,
  draftQuery,
  listDraftsQuery,
  saveDraftInput,
  submitDraftInput,
} from '#domain/drafts/schema.ts';
import { documentLink, proposal } from '#domain/proposals/schema.ts';
import { receipt } from '#domain/receipts/schema.ts';
import type { UserContext } from '../context.ts';
import { endpoint, listed, nothing, single } from '../http/endpoint.ts';
import { parse } from '../http/problems.ts';
import { readAsked, toAnswer } from '../proposals/document-view.ts';
import * as drafts from './service.ts';
import { startFrom } from './earlier-service.ts';
import { submitDraft } from './submission-service.ts';
import { getDraftDocumentLink, openLinkedDocument, viewDraftDocument } from './document-view.ts';

export const list = endpoint(
  { summary: 'List your drafts', query: listDraftsQuery, answer: z.array(draft) },
  async (context: UserContext, { query }) => {
    const { items, total } = await drafts.listDrafts(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  {
    summary: 'Get your draft for a program; with `optional`, 204 if there is none',
    query: draftQuery,
    answer: draft,
    mayBeEmpty: true,
    tagged: true,
  },
  async (context: UserContext, { params, query }) => {
    const find = query.optional ? drafts.findDraft : drafts.getDraft;
    const found = await find(context, params.program_id!);
    if (!found) return nothing;
    return single(found.draft, found.version);
  },
);

export const save = endpoint(
  {
    summary: 'Create or update your draft for a program',
    // Refusals name the field itself, not its path in the body.
    prepare: async (_context: UserContext, body) => ({
      ...body,
      fields: parse(draftFieldsInput, (body as { fields?: unknown }).fields ?? {}),
    }),
    bodyBytes: QUESTIONS.requestBytes,
    body: saveDraftInput,
    answer: draft,
    versioned: true,
    requestHeaders: { 'If-None-Match': '`*` refuses with 412 when there is a draft already' },
    refuses: [429],
  },
  async (context: UserContext, { params, body }) => {
    const saved = await drafts.saveDraft(context, params.program_id!, body);
    return single(saved.draft, saved.version);
  },
);

export const from = endpoint(
  {
    summary: 'Start a draft from an earlier proposal of yours, including its documents',
    answer: draft,
    status: 201,
    tagged: true,
    refuses: [429],
  },
  async (context: UserContext, { params }) => {
    const started = await startFrom(context, params.program_id!, params.proposal_id!);
    return single(started.draft, started.version, started.isNew ? 201 : 200);
  },
);

export const remove = endpoint(
  { summary: 'Delete your draft for a program and its documents', versioned: true },
  async (context: UserContext, { params }) => {
    await drafts.deleteDraft(context, params.program_id!);
    return nothing;
  },
);

export const view = endpoint(
  {
    summary: 'Show a document of your draft inline, on our own pages',
    produces: 'application/pdf',
    refuses: [409],
  },
  async (context: UserContext, { params, request: { raw } }) =>
    toAnswer(
      await viewDraftDocument(
        context,
        { programId: params.program_id!, kind: params.kind! },
        readAsked(raw),
      ),
    ),
);

export const document = endpoint(
  {
    summary: 'Get a download link for a document of your draft',
    answer: documentLink,
    refuses: [409],
  },
  async (context: UserContext, { params }) => ({
    body: await getDraftDocumentLink(context, {
      programId: params.program_id!,
      kind: params.kind!,
    }),
  }),
);

const linkQuery = z.object({
  name: z.string().optional().catch(undefined),
  expires: z.string().optional().catch(undefined),
  signature: z.string().optional().catch(undefined),
});

export const download = endpoint(
  {
    summary: 'Download a document by its signed link',
    query: linkQuery,
    produces: 'application/pdf',
    refuses: [403],
  },
  async (context, { params, query }) => {
    const { headers, stream } = await openLinkedDocument(context, {
      key: params['*']!,
      ...query,
    });
    return { headers, body: stream };
  },
);

export const submit = endpoint(
  {
    summary: 'Submit a draft; 202 with a receipt while its documents are still uploading',
    body: submitDraftInput,
    answer: proposal,
    status: 201,
    accepted: receipt,
    bodyBytes: QUESTIONS.requestBytes,
    versioned: true,
    idempotent: true,
    refuses: [429],
  },
  async (context: UserContext, { params, body }) => submitDraft(context, params.program_id!, body),
);
