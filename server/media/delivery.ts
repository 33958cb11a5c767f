import type { FastifyInstance } from 'fastify';
import { Problem } from '#domain/problem.ts';
import type { Services } from '../context.ts';
import { NOT_FOUND } from '../http/problems.ts';
import { CONTENT_TYPES, fileKeyOf, isMediaKey } from '../files/media-keys.ts';

/**
 * A key never refers to another picture later, so it can be cached forever. A CDN host may display
 * it anywhere.
 */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/** `GET /media/{key}`: public, streamed from the file store. */
export function addMedia(app: FastifyInstance, { files }: Pick<Services, 'files'>): void {
  app.get('/media/*', async (request, reply) => {
    const key = (request.params as { '*': string })['*'];
    if (!isMediaKey(key)) throw new Problem('not_found', NOT_FOUND);
    const etag = `"${key}"`;
    if (request.headers['if-none-match'] === etag)
      return reply
        .code(304)
        .headers({ ...HEADERS, etag })
        .send();
    const file = await files.get(fileKeyOf(key));
    if (!file) throw new Problem('not_found', NOT_FOUND);
    return reply
      .headers({ ...HEADERS, etag, 'content-length': String(file.size) })
      .type(CONTENT_TYPES[key.split('.').at(-1)!]!)
      .send(file.stream);
  });
}
