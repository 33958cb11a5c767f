/** Compresses answers as they are sent. */
import zlib from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Below this size, compression gains nothing. */
const LEAST_BYTES = 1024;
/** Larger answers would block everybody else: they are compressed in chunks, in another thread. */
const MOST_AT_ONCE_BYTES = 32 * 1024;
/** For texts that may never be requested again: a tenth of the time of the best quality. */
const [BROTLI_QUALITY, GZIP_LEVEL] = [4, 3];

export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: LEAST_BYTES,
    syncThreshold: MOST_AT_ONCE_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: {
        [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_GENERIC,
        [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      },
    },
    zlibOptions: { level: GZIP_LEVEL },
  });
}
