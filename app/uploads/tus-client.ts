/** The calls of tus 1.0.0 that an upload needs, over fetch. */
import { apiPath } from '#app/api/transport.ts';
import { ApiError, readProblem } from '#app/api/api-error.ts';
import type { Sender } from './form-upload.ts';

const FAILED = 'This file could not be uploaded. Try again.';
const VERSION = { 'Tus-Resumable': '1.0.0' };

/** The state of an upload: `offset` bytes of it are stored. */
export type Place = { id: string; offset: number };
export type NewUpload = { programId: string; kind: string; file: File };
type Request = { headers?: Record<string, string>; body?: Blob; signal: AbortSignal };

/** Base64 of the text in UTF-8, as `Upload-Metadata` requires. */
function encode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes));
}

/** `base` is empty in a browser. Every failure is an ApiError. */
export function createTusClient({ readToken, isOutdated, onUnauthorized }: Sender, base = '') {
  const call = async (method: string, path: string, request: Request): Promise<Response> => {
    const { headers, body, signal } = request;
    const token = readToken();
    const response = await fetch(base + apiPath(`/uploads/${path}`), {
      method,
      headers: { ...VERSION, Authorization: `Bearer ${token ?? ''}`, ...headers },
      body: body ?? null,
      signal,
    }).catch(() => {
      throw new ApiError(0, 'network', FAILED);
    });
    if (response.ok) return response;
    if (response.status === 401 && isOutdated?.(token)) return call(method, path, request);
    if (response.status === 401) onUnauthorized();
    const text = await response.text().catch(() => '');
    const error = readProblem(response.status, text, FAILED);
    error.retryAfter = response.headers.get('Retry-After');
    throw error;
  };
  const offsetOf = (response: Response) => Number(response.headers.get('Upload-Offset') ?? 0);

  return {
    /** Creates the draft if there is none, and replaces an older document of the same kind. */
    create: async ({ programId, kind, file }: NewUpload, signal: AbortSignal): Promise<Place> => {
      const pairs = { program_id: programId, kind, filename: file.name };
      const metadata = Object.entries(pairs).map(([name, value]) => `${name} ${encode(value)}`);
      const headers = {
        'Upload-Length': String(file.size),
        'Upload-Metadata': metadata.join(','),
      };
      const response = await call('POST', '', { headers, signal });
      return { id: response.headers.get('Location')!.split('/').at(-1)!, offset: 0 };
    },
    find: async (id: string, signal: AbortSignal): Promise<Place> => ({
      id,
      offset: offsetOf(await call('HEAD', id, { signal })),
    }),
    /**
     * Sends bytes from the offset; the answer to the last ones is the verdict on the whole
     * document.
     */
    send: async ({ id, offset }: Place, body: Blob, signal: AbortSignal): Promise<Place> => {
      const headers = {
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Offset': String(offset),
      };
      return { id, offset: offsetOf(await call('PATCH', id, { headers, body, signal })) };
    },
    remove: async (id: string, signal: AbortSignal): Promise<void> =>
      void (await call('DELETE', id, { signal })),
  };
}

export type TusClient = ReturnType<typeof createTusClient>;
