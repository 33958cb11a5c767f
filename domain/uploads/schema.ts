import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { isDocumentKind } from '../proposals/rules.ts';
import { requiredText, UUID } from '../text.ts';
import { UPLOAD } from './messages.ts';

/** What an upload says about its document: the decoded pairs of `Upload-Metadata`. */
export const uploadMetadata = z.object({
  program_id: z.string({ error: UPLOAD.program }).check(z.trim(), z.minLength(1, UPLOAD.program)),
  /** Of a document that everybody sends, or the id of a question that takes a file. */
  kind: z
    .string({ error: UPLOAD.kind })
    .check(z.refine((key) => isDocumentKind(key) || UUID.test(key), { error: UPLOAD.kind })),
  filename: requiredText("the file's name", LENGTHS.fileName),
});

export type UploadMetadata = z.output<typeof uploadMetadata>;
