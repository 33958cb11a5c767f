import { createContext } from 'react';
import { UPLOADS } from '#domain/constants.ts';

/** Set while the server renders a document, which stores it on the root element. */
export const UploadLimit = createContext<number | undefined>(undefined);

/** The server's limit per file, from the document. */
export function readUploadLimit(): { megabytes: number; bytes: number; text: string } {
  const written =
    typeof document === 'undefined'
      ? undefined
      : document.documentElement.dataset['uploadMegabytes'];
  const megabytes = Number(written) || UPLOADS.megabytes;
  return { megabytes, bytes: megabytes * 1_048_576, text: `${megabytes} MB` };
}
