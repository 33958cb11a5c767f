/** Forms that are sent in pieces, as a browser does it. */
import { createHash } from 'node:crypto';
import type { Person, TestApp } from './app.ts';

export type WholeForm = { contentType: string; bytes: Buffer<ArrayBuffer> };

export const digest = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** A form as a browser would send it in one go: its bytes and how they are called. */
export async function wholeForm(data: FormData): Promise<WholeForm> {
  const response = new Response(data);
  const contentType = response.headers.get('content-type')!;
  return { contentType, bytes: Buffer.from(await response.arrayBuffer()) };
}

export const openUpload = (
  person: Person,
  { bytes, contentType }: WholeForm,
  key: string,
  call = 'POST /proposals/',
) =>
  person.post('/chunked-forms/', {
    call,
    key,
    fingerprint: digest(bytes),
    content_type: contentType,
    size: bytes.length,
  });

export async function putChunk(
  app: TestApp,
  person: Person,
  id: string,
  start: number,
  bytes: Uint8Array<ArrayBuffer>,
) {
  const response = await fetch(`${app.url}/api/v1/chunked-forms/${id}/${start}`, {
    method: 'PUT',
    body: bytes,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/octet-stream',
    },
  });
  return { status: response.status, body: (await response.json()) as any };
}
