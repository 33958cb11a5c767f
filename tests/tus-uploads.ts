/** Uploads by tus: header by header, and through its own client. */
import { createHash } from 'node:crypto';
import { Upload, type UploadOptions } from 'tus-js-client';
import type { Person } from './app.ts';

export const TUS = { 'tus-resumable': '1.0.0' };
export const OFFSET_TYPE = 'application/offset+octet-stream';

export const base64 = (text: string): string => Buffer.from(text).toString('base64');
export const metadataOf = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');
export const checksumOf = (algorithm: 'sha256' | 'sha1', bytes: Uint8Array): string =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;

type Document = { program_id: string; kind?: string; filename?: string };

export const toMetadata = ({ program_id, kind = 'pitch_deck', filename = 'Deck.pdf' }: Document) =>
  metadataOf({ program_id, kind, filename });

/** Only creates the upload. */
export const createUpload = (
  person: Person,
  document: Document,
  size: number | string,
  headers: Record<string, string> = {},
) =>
  person.post('/uploads/', undefined, {
    headers: {
      ...TUS,
      'upload-length': String(size),
      'upload-metadata': toMetadata(document),
      ...headers,
    },
  });

/** The path of an upload, relative to the product's address. */
export const locationOf = ({ headers }: { headers: Headers }): string => headers.get('location')!;

export const beginUpload = async (person: Person, document: Document, size: number) =>
  locationOf(await createUpload(person, document, size));

export const headOf = (person: Person, location: string, headers: Record<string, string> = {}) =>
  person.ask('HEAD', location, undefined, { headers: { ...TUS, ...headers } });

export const offsetOf = async (person: Person, location: string): Promise<number> =>
  Number((await headOf(person, location)).headers.get('upload-offset') ?? NaN);

export const patch = (
  person: Person,
  location: string,
  offset: number | string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
) =>
  person.ask('PATCH', location, new Blob([new Uint8Array(bytes)]), {
    headers: {
      ...TUS,
      'content-type': OFFSET_TYPE,
      'upload-offset': String(offset),
      ...headers,
    },
  });

type SentByClient = { url: string | null; requests: string[] };

/** Sends with tus-js-client to the product at `url`; rejects as the client does. */
export function sendByClient(
  url: string,
  person: Person,
  document: Document,
  bytes: Buffer,
  options: Partial<UploadOptions> = {},
): { upload: Upload; done: Promise<SentByClient> } {
  const { promise, resolve, reject } = Promise.withResolvers<SentByClient>();
  const requests: string[] = [];
  const upload = new Upload(bytes, {
    endpoint: `${url}/api/v1/uploads/`,
    headers: { authorization: `Bearer ${person.token}` },
    metadata: {
      program_id: document.program_id,
      kind: document.kind ?? 'pitch_deck',
      filename: document.filename ?? 'Deck.pdf',
    },
    retryDelays: [50, 100, 200, 400, 800, 1600, 3200],
    ...options,
    onAfterResponse: (request, response) =>
      void requests.push(`${request.getMethod()} ${response.getStatus()}`),
    onSuccess: () => resolve({ url: upload.url, requests }),
    onError: reject,
  });
  upload.start();
  return { upload, done: promise };
}
