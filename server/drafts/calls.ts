import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import {
  draft,
  draftFieldsInput,
  draftQuery,
  listDraftsQuery,
  saveDraftInput,
  submitDraftInput,
} from '#domain/drafts/schema.ts';
import { Problem } from '#domain/problem.ts';
import { documentLink, proposal } from '#domain/proposals/schema.ts';
import { QUESTIONS } from '#domain/questions/rules.ts';
import { receipt } from '#domain/receipts/schema.ts';
import { SCREENS } from '#domain/screens.ts';
import type { UserContext } from '../context.ts';
import { calls, call, list, none, one, reply, tagged } from '../http/calls.ts';
import { nothing, single, type ApiResponse } from '../http/endpoint.ts';
import { formHeaders, renderDocument } from '../http/html.ts';
import { parse } from '../http/problems.ts';
import { readAsked, toAnswer } from '../proposals/documents.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { requireStopLink, stopReminders } from './deadlines.ts';
import * as drafts from './drafts.ts';
import { submitDraft } from './submission.ts';

const linkQuery = z.object({
  name: z.string().optional().catch(undefined),
  expires: z.string().optional().catch(undefined),
  signature: z.string().optional().catch(undefined),
});

export const draftsCalls = calls({
  'GET /files/*': call(
    'documents.download',
    {
      summary: 'Download a document by its signed link',
      query: linkQuery,
      produces: 'application/pdf',
      refuses: [403],
    },
    async (context, { params, query }) => {
      const link = { key: params['*']!, ...query };
      const { headers, stream } = await drafts.openLinkedDocument(context, link);
      return { headers, body: stream };
    },
  ),
  'GET /drafts/': list('drafts.list', 'List your drafts', draft, {
    query: listDraftsQuery,
    run: drafts.listDrafts,
  }),
  'GET /drafts/{program_id}': call(
    'drafts.get',
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
  ),
  'PUT /drafts/{program_id}': tagged('drafts.save', 'Create or update your draft for a program', {
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
    of: 'draft',
    run: drafts.saveDraft,
  }),
  'DELETE /drafts/{program_id}': none(
    'drafts.delete',
    'Delete your draft for a program and its documents',
    { versioned: true, run: drafts.deleteDraft },
  ),
  'POST /drafts/{program_id}/submit': reply(
    'drafts.submit',
    'Submit a draft; 202 with a receipt while its documents are still uploading',
    {
      body: submitDraftInput,
      answer: proposal,
      status: 201,
      accepted: receipt,
      bodyBytes: QUESTIONS.requestBytes,
      versioned: true,
      idempotent: true,
      refuses: [429],
      run: submitDraft,
    },
  ),
  'GET /drafts/{program_id}/documents/{kind}': one(
    'drafts.viewDocument',
    'Get a download link for a document of your draft',
    { answer: documentLink, refuses: [409], run: drafts.getDraftDocumentLink },
  ),
  'GET /drafts/{program_id}/documents/{kind}/view': call(
    'drafts.viewDocument',
    {
      summary: 'Show a document of your draft inline, on our own pages',
      produces: 'application/pdf',
      refuses: [409],
    },
    async (context: UserContext, { params: { program_id, kind }, request: { raw } }) =>
      toAnswer(await drafts.viewDraftDocument(context, program_id!, kind!, readAsked(raw))),
  ),
});

const stopQuery = z.object({
  user: z.string().optional().catch(undefined),
  signature: z.string().optional().catch(undefined),
});

const page = (sentence: string, more: string, status = 200): ApiResponse => ({
  status,
  headers: formHeaders,
  body: renderDocument('Reminders', `<h1>Reminders</h1><p>${escapeHtml(sentence)}</p>${more}`),
});

const TO_PROFILE = `<p class="way"><a href="${SCREENS.applicantProfile}">Open your profile</a></p>`;
const STOP =
  '<form method="post"><button name="List-Unsubscribe" value="One-Click">Stop reminders</button></form>';

/** A mail program gets a refusal as every client does; a person, who opened the link, a page. */
async function showing({ headers }: FastifyRequest, work: () => Promise<ApiResponse>) {
  try {
    return await work();
  } catch (error) {
    const isShown = error instanceof Problem && (headers.accept ?? '').includes('text/html');
    if (!isShown) throw error;
    return page(error.message, TO_PROFILE, error.status);
  }
}

export const remindersCalls = calls({
  /** GET changes nothing: mail servers follow links to inspect them. */
  'GET /reminders/stop': call(
    'reminders.stop',
    {
      summary: 'Show the page that confirms an unsubscribe from reminders',
      query: stopQuery,
      produces: 'text/html',
      refuses: [403],
    },
    async (context, { query, request }) =>
      showing(request, async () => {
        requireStopLink(context, query);
        return page(DRAFT_RULES.askStop, STOP);
      }),
  ),
  'POST /reminders/stop': call(
    'reminders.stop',
    {
      summary: 'Unsubscribe from reminders by a signed link (one-click, RFC 8058)',
      query: stopQuery,
      produces: 'text/html',
      refuses: [403],
    },
    async (context, { query, request }) =>
      showing(request, async () => {
        await stopReminders(context, query);
        return page(DRAFT_RULES.stopped, TO_PROFILE);
      }),
  ),
});
