import { draftForms, writeDrafts } from './local-storage.ts';

/** The storage key of one person's answers to one program on this device. */
export const answersKey = (programId: string, userId: string): string =>
  `submit:${programId}:${userId}`;

/** The key under which an upload of a document is stored, so that it can be resumed. */
export const uploadKey = (programId: string, kind: string, userId: string): string =>
  `upload:${programId}:${kind}:${userId}`;

/** After deletion nothing of it stays on this device, of files that questions ask for either. */
export function forgetSubmission(programId: string, userId: string): void {
  writeDrafts(answersKey(programId, userId), []);
  for (const form of draftForms())
    if (form.startsWith(`upload:${programId}:`) && form.endsWith(`:${userId}`))
      writeDrafts(form, []);
}
