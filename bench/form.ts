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

/** Bytes of a chunk on a quick line. */
const CHUNK_BYTES = 4_194_304;

/**
 * Answers a sender of both documents into a draft, as the form does it: by tus, chunk by chunk.
 * Nobody sends twice for the same program.
 */
export async function documentsByTus(
  megabytes: number,
  programIds: readonly string[],
  tokens: readonly string[],
): Promise<(port: number, turn: number) => Promise<void>> {
  const pdf = await makePdf({ megabytes, pages: 12 });
  return async (port, turn) => {
    const programId = programIds[Math.floor(turn / tokens.length) % programIds.length]!;
    const call = async (method: string, path: string, headers: object, body?: Buffer) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        body: body ? new Uint8Array(body) : null,
        headers: {
          ...signedIn(tokens[turn % tokens.length]!),
          'tus-resumable': '1.0.0',
          ...headers,
        },
      });
      if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}`);
      return answer;
    };
    for (const kind of ['pitch_deck', 'financials']) {
      const metadata = Object.entries({ program_id: programId, kind, filename: 'Deck.pdf' })
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(',');
      const created = await call('POST', '/api/v1/uploads/', {
        'upload-length': String(pdf.length),
        'upload-metadata': metadata,
      });
      const place = created.headers.get('location')!;
      for (let start = 0; start < pdf.length; start += CHUNK_BYTES) {
        const headers = {
          'upload-offset': String(start),
          'content-type': 'application/offset+octet-stream',
        };
        await call('PATCH', place, headers, pdf.subarray(start, start + CHUNK_BYTES));
      }
    }
  };
}
