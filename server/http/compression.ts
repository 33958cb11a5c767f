/**
 * Compresses answers as they are sent. An answer that many clients request, such as the first page
 * of a list, is compressed once: it is found by its bytes, so nobody learns of answers that they
 * may not see.
 */
import { hash } from 'node:crypto';
import zlib from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import type { Coding } from '../cache/response-cache.ts';

/** Below this size, compression gains nothing. */
const LEAST_BYTES = 1024;
/** Larger answers would block everybody else: they are compressed in chunks, in another thread. */
const MOST_AT_ONCE_BYTES = 32 * 1024;
/** For texts that may never be requested again: a tenth of the time of the best quality. */
const [BROTLI_QUALITY, GZIP_LEVEL] = [4, 3];

const compressed = createBoundedCache<Buffer>((body) => body.length);

function once<O>(coding: Coding, work: (body: Buffer, options: O) => Buffer) {
  return (body: Buffer, options: O): Buffer => {
    const key = `${coding} ${hash('sha256', body, 'base64')}`;
    const known = compressed.get(key);
    if (known) return known;
    const made = work(body, options);
    compressed.set(key, made);
    return made;
  };
}

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
    zlib: {
      ...zlib,
      brotliCompressSync: once('br', zlib.brotliCompressSync),
      gzipSync: once('gzip', zlib.gzipSync),
    },
  });
}
