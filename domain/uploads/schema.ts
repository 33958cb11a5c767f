import * as z from 'zod/mini';
import { LENGTHS } from '../constants.ts';
import { DOCUMENT_KINDS } from '../proposals/rules.ts';
import { requiredText } from '../text.ts';
import { UPLOAD } from './messages.ts';

/** What an upload says about its document: the decoded pairs of `Upload-Metadata`. */
export const uploadMetadata = z.object({
  program_id: z.string({ error: UPLOAD.program }).check(z.trim(), z.minLength(1, UPLOAD.program)),
  kind: z.enum(DOCUMENT_KINDS, { error: UPLOAD.kind }),
  filename: requiredText("the file's name", LENGTHS.fileName),
});

export type UploadMetadata = z.output<typeof uploadMetadata>;
