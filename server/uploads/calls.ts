/** Uploads documents of a draft by tus 1.0.0; any tus client works. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_BASE } from '#domain/api.ts';
import { draft } from '#domain/drafts/schema.ts';
import type { UserContext } from '../context.ts';
import { calls, call } from '../http/calls.ts';
import { nothing, single } from '../http/endpoint.ts';
import { resumeCheck } from './checking.ts';
import { startFrom } from './earlier.ts';
import type { Upload } from './store.ts';
import * as tus from './tus-headers.ts';
import * as uploads from './uploads.ts';
import { createUpload } from './uploads.ts';
import { writeUpload } from './writing.ts';

const always = { 'tus-resumable': tus.TUS_VERSION };
const bytes = { type: 'application/offset+octet-stream' } as const;
const resumable = { 'Tus-Resumable': 'The version of the protocol: 1.0.0' };
const checksum = {
  'Upload-Checksum': 'sha256 or sha1, a space, and the digest of the body in Base64',
};
const offset = { 'Upload-Offset': 'Bytes received so far' };
const expires = { 'Upload-Expires': 'When the upload expires' };

function requireTus(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-version', tus.TUS_VERSION);
  tus.requireTus(request.headers);
  reply.removeHeader('tus-version');
}

const progressOf = ({ received, state, expires_at }: Upload): Record<string, string> => ({
  'upload-offset': String(received),
  ...(state === 'uploading' && { 'upload-expires': expires_at.toUTCString() }),
});

const sentOf = ({ headers, body }: FastifyRequest, at: number) => ({
  offset: at,
  contentLength: tus.readContentLength(headers),
  checksum: tus.readChecksum(headers),
  bytes: body as Readable,
});

const describe = call(
  'uploads.describe',
  {
    summary: 'Describe supported tus version and extensions',
    always,
    status: 204,
    answerHeaders: {
      'Tus-Version': 'Supported versions of the protocol',
      'Tus-Extension': 'Supported extensions',
      'Tus-Max-Size': 'Largest size of a document, in bytes',
      'Tus-Checksum-Algorithm': 'Algorithms that Upload-Checksum accepts',
    },
  },
  async ({ config }) => ({
    headers: {
      'tus-version': tus.TUS_VERSION,
      'tus-extension': tus.TUS_EXTENSIONS,
      'tus-max-size': String(config.maxUploadBytes),
      'tus-checksum-algorithm': tus.CHECKSUM_ALGORITHMS.join(','),
      allow: 'OPTIONS, POST, HEAD, PATCH, DELETE',
    },
  }),
);

export const uploadsCalls = calls({
  'POST /drafts/{program_id}/from/{proposal_id}': call(
    'drafts.save',
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
  ),
  'OPTIONS /uploads/': describe,
  'POST /uploads/': call(
    'uploads.create',
    {
      summary: 'Create a tus upload, optionally with its first bytes',
      always,
      bytes: { ...bytes, isOptional: true },
      requestHeaders: {
        ...resumable,
        ...checksum,
        'Upload-Length': 'Size of the document, in bytes',
        'Upload-Metadata':
          'program_id, kind (pitch_deck, financials or the id of a question) and filename, in Base64',
      },
      answerHeaders: { Location: 'Where to send the bytes', ...offset, ...expires },
      refuses: [400, 404, 412, 413, 415, 422, 429, 460],
      status: 201,
    },
    async (context: UserContext, { request, reply }) => {
      requireTus(request, reply);
      tus.requireWhole(request.headers);
      const metadata = tus.metadataHeader(request.headers);
      const fields = tus.readMetadata(metadata);
      const size = tus.readLength(request.headers);
      const first = request.body instanceof Readable ? sentOf(request, 0) : undefined;
      const created = await createUpload(context, { fields, size, metadata });
      reply.header('location', `${API_BASE}/uploads/${created.id}`);
      const upload = first ? await writeUpload(context, created.id, first) : created;
      return { headers: progressOf(upload) };
    },
  ),
  'OPTIONS /uploads/{id}': describe,
  'HEAD /uploads/{id}': call(
    'uploads.get',
    {
      summary: 'Get the current upload offset',
      always,
      requestHeaders: resumable,
      answerHeaders: {
        ...offset,
        ...expires,
        'Upload-Length': 'Size of the document, in bytes',
        'Upload-Metadata': 'As sent when the upload was created',
      },
      refuses: [410, 412],
      status: 200,
    },
    async (context: UserContext, { params, request, reply }) => {
      requireTus(request, reply);
      const upload = await uploads.getSettledUpload(context, params.id!);
      resumeCheck(context, upload);
      return {
        headers: {
          ...progressOf(upload),
          'upload-length': String(upload.size),
          'upload-metadata': upload.metadata,
        },
      };
    },
  ),
  'PATCH /uploads/{id}': call(
    'uploads.update',
    {
      summary: 'Append bytes at an offset',
      always,
      bytes,
      requestHeaders: {
        ...resumable,
        ...checksum,
        'Upload-Offset': 'Offset of the first byte sent',
      },
      answerHeaders: { ...offset, ...expires },
      refuses: [400, 410, 412, 413, 415, 422, 423, 460],
    },
    async (context: UserContext, { params, request, reply }) => {
      requireTus(request, reply);
      const sent = sentOf(request, tus.readOffset(request.headers));
      return { status: 204, headers: progressOf(await writeUpload(context, params.id!, sent)) };
    },
  ),
  'DELETE /uploads/{id}': call(
    'uploads.delete',
    {
      summary: 'Terminate an upload and delete its bytes',
      always,
      requestHeaders: resumable,
      refuses: [412],
    },
    async (context: UserContext, { params, request, reply }) => {
      requireTus(request, reply);
      await uploads.deleteUpload(context, params.id!);
      return nothing;
    },
  ),
});
