import { SESSION } from '#domain/accounts/profile-messages.ts';
import { ApiError, readProblem } from '#app/api/api-error.ts';
import type { Transport, Versioned } from '#app/api/transport.ts';

export type UploadProgress = { loaded: number; total: number };
export type Sender = Pick<Transport, 'readToken' | 'isOutdated'> & { onUnauthorized: () => void };
export type FormUpload = {
  method: 'POST' | 'PATCH' | 'PUT';
  path: string;
  /** A blob has its own content type. */
  data: FormData | Blob | null;
  /** The sentence of spec §8 if the server sends none. */
  fallback: string;
  etag?: string | null | undefined;
  idempotencyKey?: string | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Sends text and files in one request and reports progress. Uses XMLHttpRequest, because fetch does
 * not report upload progress.
 */
export function sendForm<T>(upload: FormUpload, sender: Sender): Promise<Versioned<T>> {
  const { method, path, data, fallback, signal, onProgress, ...guards } = upload;
  const token = sender.readToken();
  if (!token) return Promise.reject(new ApiError(401, 'not_signed_in', SESSION.missingToken));
  if (signal?.aborted) return Promise.reject(new ApiError(0, 'aborted', 'The upload was stopped.'));
  const request = new XMLHttpRequest();
  request.open(method, path);
  setHeaders(request, guards, token);
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress?.({ loaded, total });
    request.onload = () => {
      if (request.status >= 200 && request.status < 300)
        return resolve({
          ...(JSON.parse(request.responseText) as T),
          etag: request.getResponseHeader('ETag'),
        });
      if (request.status === 401 && sender.isOutdated?.(token))
        return resolve(sendForm(upload, sender));
      if (request.status === 401) sender.onUnauthorized();
      reject(readProblem(request.status, request.responseText, fallback));
    };
    request.onerror = () => reject(new ApiError(0, 'network', fallback));
    request.onabort = () => reject(new ApiError(0, 'aborted', 'The upload was stopped.'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(data);
  });
}

function setHeaders(
  request: XMLHttpRequest,
  { etag, idempotencyKey }: Pick<FormUpload, 'etag' | 'idempotencyKey'>,
  token: string,
): void {
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Authorization', `Bearer ${token}`);
  if (etag) request.setRequestHeader('If-Match', etag);
  if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey);
}
