/**
 * Answers are compressed as they leave. What many ask for one after the other, such as the first
 * page of a list, is compressed once: by its bytes, so that whoever may not see them gains nothing.
 */
import { hash } from 'node:crypto';
import zlib from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { createBoundedCache } from '../cache/bounded-cache.ts';
import type { Coding } from '../cache/compress.ts';

/** Smaller ones gain nothing. */
const LEAST_BYTES = 1024;
/** Larger ones would hold up everybody else: they are compressed in pieces, by another thread. */
const MOST_AT_ONCE_BYTES = 32 * 1024;
/** For texts that nobody may ask for again: a tenth of the time of the best. */
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
