import * as z from 'zod/mini';
import type { DocumentKind } from '../proposals/rules.ts';
import { UPLOAD_RULES } from './messages.ts';

const unfit = { error: UPLOAD_RULES.unfit };
const text = (most: number) =>
  z.string(unfit).check(z.minLength(1, UPLOAD_RULES.unfit), z.maxLength(most, UPLOAD_RULES.unfit));

/**
 * A multipart form that is going to come in chunks: for which call, how long, and what tells it
 * from another one under the same key.
 */
export const openUploadInput = z.object({
  call: z
    .string(unfit)
    .check(z.regex(/^(POST \/proposals\/|PATCH \/proposals\/[0-9a-f-]{36})$/, UPLOAD_RULES.unfit)),
  /** The sender's name for this upload, the same for every try of it. */
  key: text(200),
  fingerprint: text(200),
  content_type: z
    .string(unfit)
    .check(z.regex(/^multipart\/form-data; ?boundary=[\w'()+,./:=?-]{1,70}$/, UPLOAD_RULES.unfit)),
  /** Bytes. */
  size: z.number(unfit).check(z.int(UPLOAD_RULES.unfit), z.positive(UPLOAD_RULES.unfit)),
});

const announcedDocument = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(500)),
  /** Bytes. */
  size: z.number().check(z.int(), z.nonnegative()),
  sha256: z.string().check(z.regex(/^[0-9a-fA-F]{64}$/), z.toLowerCase()),
});

/**
 * What a form says of its documents before they come, so that it counts as received although they
 * are still on their way.
 */
export const announcedDocuments = z.object({
  pitch_deck: z.optional(announcedDocument),
  financials: z.optional(announcedDocument),
} satisfies Record<DocumentKind, unknown>);

/** How many bytes of it are here; what is sent next begins there. */
export const uploadState = z.object({ id: z.string(), offset: z.number(), size: z.number() });

export type OpenUploadInput = z.output<typeof openUploadInput>;
export type AnnouncedDocuments = z.output<typeof announcedDocuments>;
export type UploadState = z.output<typeof uploadState>;
