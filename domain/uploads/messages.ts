import { UPLOADS } from '../constants.ts';

/** Sentences about documents being uploaded into a draft. */
export const UPLOAD = {
  kind: 'Say which document this is: the pitch deck, the financials, or a question of this program that asks for a file.',
  program: 'Choose the program that this document is for.',
  unreadable: 'The description of this file could not be read. Choose the file again.',
  length: 'Say how large the file is, in bytes.',
  whole: 'Send each file as one upload, and say at its beginning how large it is.',
  offset: 'Say at which byte this part of the file begins.',
  version: 'This version of the upload protocol is not supported. Use tus 1.0.0.',
  checksum: 'This checksum could not be read. Use sha256 or sha1.',
  damaged: 'Part of the file was damaged on the way. Send that part again.',
  gap: 'This part does not continue what has already arrived. Continue from the byte that the server names.',
  surplus: 'More arrived than the size given for this file. Choose the file again.',
  busy: 'This file is being sent from somewhere else right now. Try again in a moment.',
  lost: 'Part of this file has been lost. Send it again.',
  gone: 'This upload no longer exists. Choose the file again.',
  expired: `This upload was not finished within ${UPLOADS.days} days. Choose the file again.`,
  submitting: 'This proposal has been sent, so its documents can no longer be replaced.',
  tooMany:
    'The documents in your drafts take up too much space. Delete a draft you no longer need.',
} as const;
