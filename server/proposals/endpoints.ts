/** The applicants' endpoints; those of admins are in review-endpoints.ts. */
import { z } from 'zod';
import type { FastifyRequest } from 'fastify';
import { QUESTIONS } from '#domain/questions/limit-rules.ts';
import { DOCUMENT_KINDS, DOCUMENT_LABELS, type DocumentKind } from '#domain/proposals/rules.ts';
import {
  documentLink,
  listedProposal,
  listProposalsQuery,
  proposal,
  submitProposalForm,
  updateProposalForm,
} from '#domain/proposals/schema.ts';
import { ownDocumentQuery } from '#domain/proposals/request-schema.ts';
import { timelineEvent } from '#domain/proposals/timeline-schema.ts';
import type { Context, UserContext } from '../context.ts';
import { countReceived } from '../http/arrivals.ts';
import { endpoint, listed, messageResponse, nothing, single } from '../http/endpoint.ts';
import { receiveMultipart, type ExpectedFiles } from '../http/multipart.ts';
import { inspectPdf } from '../pdf/inspect.ts';
import type { StagedFile } from '../files/staging.ts';
import { parse } from '../http/problems.ts';
import * as documents from './documents.ts';
import * as edits from './edit-service.ts';
import { listOwnProposals } from './list-service.ts';
import * as proposals from './service.ts';
import { readForm, submitProposal } from './submission-service.ts';
import { getTimeline } from './timeline.ts';
import { sendConfirmationAgain } from './confirmation-service.ts';

/** Both documents; each is inspected as soon as it has arrived, scheduled fairly by sender. */
function filesOf({ actor }: UserContext): Record<DocumentKind, ExpectedFiles[string]> {
  const inspect = (path: string) => inspectPdf(path, actor.id);
  return Object.fromEntries(
    DOCUMENT_KINDS.map((kind) => [kind, { label: `${DOCUMENT_LABELS[kind]} file`, inspect }]),
  ) as Record<DocumentKind, ExpectedFiles[string]>;
}

/** Receives fields and files, and afterwards deletes the files that `use` has not consumed. */
export async function withForm<F extends ExpectedFiles, R>(
  context: Context,
  request: FastifyRequest,
  files: F,
  use: (fields: unknown, files: Partial<Record<keyof F, StagedFile>>) => Promise<R>,
): Promise<R> {
  const received = await receiveMultipart(request, {
    files,
    limitBytes: context.config.maxUploadBytes,
    stagingDir: context.stagingDir,
    large: { name: 'answers', bytes: QUESTIONS.requestBytes },
  });
  try {
    return await use(received.fields, received.files);
  } finally {
    await received.discard();
  }
}

export const submit = endpoint(
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
    withForm(context, request, filesOf(context), async (fields, files) => {
      const form = await readForm(context, fields, files);
      const received = countReceived(context, request.raw);
      return submitProposal(received, form, context.clock());
    }),
);

export const list = endpoint(
  { summary: 'List your proposals', query: listProposalsQuery, answer: z.array(listedProposal) },
  async (context: UserContext, { query }) => {
    const { items, total } = await listOwnProposals(context, query);
    return listed(items, total);
  },
);

export const get = endpoint(
  { summary: 'Get one of your proposals', answer: proposal, tagged: true },
  async (context: UserContext, { params }) => {
    const found = await proposals.getProposal(context, params.id!);
    return single(found.proposal, found.version);
  },
);

const readUpdate = (fields: unknown) => parse(updateProposalForm, fields ?? {});

export const update = endpoint(
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
      ? await withForm(context, request, filesOf(context), (fields, files) =>
          edits.updateProposal(countReceived(context, request.raw), id, readUpdate(fields), files),
        )
      : await edits.updateProposal(context, id, readUpdate(request.body), {});
    return single(updated.proposal, updated.version);
  },
);

export const remove = endpoint(
  { summary: 'Delete your proposal and its files', versioned: true },
  async (context: UserContext, { params }) => {
    await edits.deleteProposal(context, params.id!);
    return nothing;
  },
);

export const ownDocument = endpoint(
  {
    summary: 'Get a link to a document of your proposal, current or of a version',
    query: ownDocumentQuery,
    answer: documentLink,
  },
  async (context: UserContext, { params, query }) => ({
    body: await documents.getOwnDocumentLink(context, params.id!, params.kind!, query.version),
  }),
);

export const timeline = endpoint(
  { summary: "Get a proposal's timeline", answer: z.array(timelineEvent) },
  async (context: UserContext, { params }) => {
    const events = await getTimeline(context, params.id!);
    return listed(events, events.length);
  },
);

export const confirmation = endpoint(
  {
    summary: 'Resend the confirmation email for your proposal',
    answer: messageResponse,
    status: 202,
    refuses: [429],
  },
  async (context: UserContext, { params }) => ({
    status: 202,
    body: await sendConfirmationAgain(context, params.id!),
  }),
);
