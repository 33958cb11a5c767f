import { UPLOADS } from '../constants.ts';

/** Sentences about documents being uploaded into a draft. */
export const UPLOAD = {
  kind: 'Please say which document this is: the pitch deck or the financials.',
  program: 'Please choose the program that this document is for.',
  unreadable: 'The description of this file could not be read. Please choose the file again.',
  length: 'Please say how large the file is, in bytes.',
  whole: 'Please send each file as one upload, and say at its beginning how large it is.',
  offset: 'Please say at which byte this part of the file begins.',
  version: 'This version of the upload protocol is not supported. Please use tus 1.0.0.',
  checksum: 'This checksum could not be read. Please use sha256 or sha1.',
  damaged: 'A part of the file was damaged on the way. Please send that part again.',
  gap: 'This part does not continue what has already arrived. Please go on from the byte that the server names.',
  surplus:
    'More was sent than the size that was given for this file. Please choose the file again.',
  busy: 'This file is being sent from somewhere else right now. Please try again in a moment.',
  lost: 'A part of this file is no longer here. Please send it again.',
  gone: 'This upload is no longer here. Please choose the file again.',
  expired: `This upload was not finished within ${UPLOADS.days} days. Please choose the file again.`,
  submitting: 'This proposal has been sent, so its documents can no longer be replaced.',
  tooMany:
    'The documents in your drafts take up too much space. Delete a draft you no longer need.',
} as const;
