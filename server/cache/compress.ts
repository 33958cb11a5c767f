/** Compresses bodies once that are sent many times; off the event loop. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip';

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;

export const compress = (body: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'gzip'
    ? compressGzip(body, { level: GZIP_LEVEL })
    : compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
