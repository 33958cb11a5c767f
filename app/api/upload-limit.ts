import { createContext } from 'react';
import { UPLOADS } from '#domain/constants.ts';

/**
 * Set while a document is rendered on the server, which writes it on the document's root element.
 */
export const UploadLimit = createContext<number | undefined>(undefined);

/** The server's limit for each file, as it wrote it into the document. */
export function readUploadLimit(): { megabytes: number; bytes: number; text: string } {
  const written =
    typeof document === 'undefined'
      ? undefined
      : document.documentElement.dataset['uploadMegabytes'];
  const megabytes = Number(written) || UPLOADS.megabytes;
  return { megabytes, bytes: megabytes * 1_048_576, text: `${megabytes} MB` };
}
