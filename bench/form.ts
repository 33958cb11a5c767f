/** A submission as a browser sends it, and a document as a tus client does. */
import { randomUUID } from 'node:crypto';
import { makePdf } from '#tests/pdf-samples.ts';
import { OFFSET_TYPE, toMetadata, TUS } from '#tests/tus-uploads.ts';
import { post, type WireRequest } from './load.ts';
import { signedIn } from './world.ts';

const BOUNDARY = '----bench7MA4YWxkTrZu0gW';

const fieldPart = (name: string, value: string): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );

const filePart = (name: string, pdf: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${name}.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    pdf,
    Buffer.from('\r\n'),
  ]);

const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

function formWith(pitchDeck: Buffer, financials: Buffer, programId: string): Buffer<ArrayBuffer> {
  const fields = {
    program_id: programId,
    business_name: 'Savannah Cold Rooms',
    business_location: 'Tamale',
    business_description: '<p>Cold rooms for small farms.</p>',
    business_website: 'https://example.com',
  };
  const parts = Object.entries(fields).map(([name, value]) => fieldPart(name, value));
  const files = [filePart('pitch_deck', pitchDeck), filePart('financials', financials)];
  return Buffer.concat([...parts, ...files, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const requestOf = (body: Buffer, token: string): WireRequest =>
  post('/api/v1/proposals/', body, {
    ...signedIn(token),
    'content-type': CONTENT_TYPE,
    'idempotency-key': randomUUID(),
  });

/**
 * Returns a function that creates requests with such a form, for one person after the other; each
 * has its own idempotency key, as the form sends it.
 */
export async function submissionOf(
  megabytes: number,
  programId: string,
  tokens: readonly string[],
): Promise<() => WireRequest> {
  const pitchDeck = await makePdf({ megabytes, pages: 12 });
  const body = formWith(pitchDeck, await makePdf({ megabytes, pages: 3 }), programId);
  let count = 0;
  return () => requestOf(body, tokens[count++ % tokens.length]!);
}

/** Uploads a document of a draft in one piece. */
export async function uploadByTus(
  port: number,
  { token, programId, kind }: { token: string; programId: string; kind: string },
  pdf: Buffer,
): Promise<void> {
  const headers = { ...TUS, ...signedIn(token) };
  const address = `http://127.0.0.1:${port}`;
  const created = await fetch(`${address}/api/v1/uploads/`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(pdf.length),
      'upload-metadata': toMetadata({ program_id: programId, kind }),
    },
  });
  const sent = await fetch(address + created.headers.get('location')!, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': OFFSET_TYPE, 'upload-offset': '0' },
    body: new Uint8Array(pdf),
  });
  if (sent.status !== 204) throw new Error(`an upload answers ${sent.status}`);
}
