/** Reads and writes the headers of tus 1.0.0; what they mean is decided elsewhere. */
import type { IncomingHttpHeaders } from 'node:http';
import { createHash } from 'node:crypto';
import { invalid, Problem } from '#domain/problem.ts';
import { UPLOAD } from '#domain/uploads/messages.ts';
import { uploadMetadata, type UploadMetadata } from '#domain/uploads/schema.ts';
import { parse } from '../http/problems.ts';

export const TUS_VERSION = '1.0.0';
export const CHECKSUM_ALGORITHMS = ['sha256', 'sha1'] as const;
export const TUS_EXTENSIONS =
  'creation,creation-with-upload,expiration,termination,checksum' as const;

/** A digest that the bytes of a request must have. */
export type Checksum = { algorithm: (typeof CHECKSUM_ALGORITHMS)[number]; digest: Buffer };

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

export function requireTus(headers: IncomingHttpHeaders): void {
  if (one(headers['tus-resumable']) !== TUS_VERSION)
    throw new Problem('unsupported_version', UPLOAD.version);
}

/** Headers of extensions that are not offered; ignoring them would store something else. */
const NOT_OFFERED = ['upload-concat', 'upload-defer-length'];

export function requireWhole(headers: IncomingHttpHeaders): void {
  if (NOT_OFFERED.some((name) => headers[name] !== undefined))
    throw new Problem('unreadable_body', UPLOAD.whole);
}

const DIGITS = /^\d{1,15}$/;

function readBytes(headers: IncomingHttpHeaders, name: string, refusal: string): number {
  const text = one(headers[name])?.trim() ?? '';
  if (!DIGITS.test(text)) throw new Problem('unreadable_body', refusal);
  return Number(text);
}

export const readLength = (headers: IncomingHttpHeaders): number =>
  readBytes(headers, 'upload-length', UPLOAD.length);
export const readOffset = (headers: IncomingHttpHeaders): number =>
  readBytes(headers, 'upload-offset', UPLOAD.offset);

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeText(base64: string): string {
  if (!BASE64.test(base64)) throw unreadableMetadata();
  try {
    return utf8.decode(Buffer.from(base64, 'base64'));
  } catch {
    throw unreadableMetadata();
  }
}

const unreadableMetadata = () => invalid({ upload_metadata: UPLOAD.unreadable });

/** Reads `Upload-Metadata`: comma-separated pairs of a key and a Base64 text. */
export function readMetadata(header: string): UploadMetadata {
  const fields: Record<string, string> = {};
  for (const pair of header.split(',').map((text) => text.trim())) {
    const [key = '', value = '', ...rest] = pair.split(' ');
    if (rest.length > 0 || Object.hasOwn(fields, key)) throw unreadableMetadata();
    fields[key] = decodeText(value);
  }
  return parse(uploadMetadata, fields);
}

export const metadataHeader = (headers: IncomingHttpHeaders): string =>
  one(headers['upload-metadata']) ?? '';

export function readChecksum(headers: IncomingHttpHeaders): Checksum | undefined {
  const header = one(headers['upload-checksum']);
  if (header === undefined) return undefined;
  const [name = '', base64 = '', ...rest] = header.trim().split(' ');
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name.toLowerCase());
  const digest = Buffer.from(base64, 'base64');
  const isFitting =
    algorithm !== undefined &&
    rest.length === 0 &&
    BASE64.test(base64) &&
    digest.length === createHash(algorithm).digest().length;
  if (!isFitting) throw new Problem('unknown_checksum', UPLOAD.checksum);
  return { algorithm, digest };
}

export function readContentLength(headers: IncomingHttpHeaders): number | undefined {
  const text = headers['content-length'];
  return text === undefined ? undefined : Number(text);
}
