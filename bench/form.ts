/** A submission as a browser sends it. */
import { randomUUID } from 'node:crypto';
import { makePdf } from '#tests/pdf-samples.ts';
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

/** A form with two real PDFs of `megabytes` each. */
async function wholeForm(megabytes: number, programId: string): Promise<Buffer<ArrayBuffer>> {
  const fields = {
    program_id: programId,
    business_name: 'Savannah Cold Rooms',
    business_location: 'Tamale',
    business_description: '<p>Cold rooms for small farms.</p>',
    business_website: 'https://example.com',
  };
  const parts = Object.entries(fields).map(([name, value]) => fieldPart(name, value));
  const files = [
    filePart('pitch_deck', await makePdf({ megabytes, pages: 12 })),
    filePart('financials', await makePdf({ megabytes, pages: 3 })),
  ];
  return Buffer.concat([...parts, ...files, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/**
 * Answers a maker of requests with such a form, of one person after the other; every one has a key
 * of its own, as the form sends it.
 */
export async function submissionOf(
  megabytes: number,
  programId: string,
  tokens: readonly string[],
): Promise<() => WireRequest> {
  const body = await wholeForm(megabytes, programId);
  let count = 0;
  return () =>
    post('/api/v1/proposals/', body, {
      ...signedIn(tokens[count++ % tokens.length]!),
      'content-type': CONTENT_TYPE,
      'idempotency-key': randomUUID(),
    });
}

/** Bytes of a piece on a quick line. */
const CHUNK_BYTES = 4_194_304;

/**
 * Answers a sender of such a form in pieces, as the form sends it that is worth it; each time a
 * submission of its own.
 */
export async function submissionInChunks(
  megabytes: number,
  programId: string,
  token: string,
): Promise<(port: number) => Promise<void>> {
  const body = await wholeForm(megabytes, programId);
  return async (port) => {
    const key = randomUUID();
    const call = async (
      method: string,
      path: string,
      type: string,
      bytes: string | Buffer<ArrayBuffer> | null,
    ): Promise<{ id: string }> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/chunked-forms/${path}`, {
        method,
        body: bytes,
        headers: {
          ...signedIn(token),
          'idempotency-key': key,
          ...(type && { 'content-type': type }),
        },
      });
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
      return (await answer.json()) as { id: string };
    };
    const asked = {
      call: 'POST /proposals/',
      key,
      fingerprint: key,
      content_type: CONTENT_TYPE,
      size: body.length,
    };
    const { id } = await call('POST', '', 'application/json', JSON.stringify(asked));
    for (let start = 0; start < body.length; start += CHUNK_BYTES)
      await call(
        'PUT',
        `${id}/${start}`,
        'application/octet-stream',
        body.subarray(start, start + CHUNK_BYTES),
      );
    await call('POST', `${id}/finish`, '', null);
  };
}
