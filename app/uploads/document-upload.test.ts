import { expect, test } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { sendDocument, type DocumentState } from './document-upload.ts';

test.each([
  { status: 401, code: 'not_signed_in', remembered: 'upload-1' },
  { status: 415, code: 'wrong_type', remembered: null },
])(
  'stopped by a $status, the place of the file is remembered: $remembered',
  async ({ status, code, remembered }) => {
    let id: string | null = 'upload-1';
    const states: DocumentState[] = [];
    const refuse = () => Promise.reject(new ApiError(status, code, 'No.'));
    await sendDocument({
      programId: 'program',
      kind: 'pitch_deck',
      file: new File(['%PDF'], 'deck.pdf'),
      client: { create: refuse, find: refuse, send: refuse, remove: refuse } as never,
      memory: { read: () => id, write: (_file, next) => void (id = next) },
      signal: new AbortController().signal,
      onState: (state) => void states.push(state),
    });
    expect(id).toBe(remembered);
    expect(states.at(-1)).toEqual({ phase: 'refused', message: 'No.' });
  },
);
