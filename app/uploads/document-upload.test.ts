import { expect, test, vi } from 'vitest';
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
    expect(states.at(-1)).toMatchObject({ phase: 'refused', message: 'No.' });
  },
);

test('a file that is no longer on the phone is said to be so, instead of a broken connection', async () => {
  const file = new File(['%PDF'], 'deck.pdf');
  const gone = () =>
    Promise.reject(new DOMException('A file could not be found.', 'NotFoundError'));
  file.slice = () => Object.assign(new Blob(['%']), { arrayBuffer: gone });
  const stop = new AbortController();
  const states: DocumentState[] = [];
  let attempts = 0;
  await sendDocument({
    programId: 'program',
    kind: 'pitch_deck',
    file,
    client: {
      find: () => Promise.resolve({ id: 'upload-1', offset: 0 }),
      send: () => {
        attempts += 1;
        if (attempts > 2) stop.abort();
        return Promise.reject(new ApiError(0, 'network', 'No connection.'));
      },
    } as never,
    memory: { read: () => 'upload-1', write: () => undefined },
    signal: stop.signal,
    onState: (state) => void states.push(state),
  });
  expect(states.at(-1)).toEqual({
    phase: 'refused',
    message: 'deck.pdf can no longer be read. Choose it again.',
    isFinal: false,
  });
});

test('on a line that breaks after each piece, the pauses stay short', async () => {
  vi.useFakeTimers();
  const deaf = () => undefined;
  vi.stubGlobal('window', { addEventListener: deaf, removeEventListener: deaf });
  vi.stubGlobal('navigator', { onLine: true });
  const states: DocumentState[] = [];
  const size = 100;
  const file = new File(['x'.repeat(size)], 'deck.pdf');
  file.slice = () =>
    Object.assign(new Blob(['x']), { arrayBuffer: async () => new ArrayBuffer(1) });
  let [offset, sent] = [0, 0];
  void sendDocument({
    programId: 'program',
    kind: 'pitch_deck',
    file,
    client: {
      find: () => Promise.resolve({ id: 'upload-1', offset }),
      send: () => {
        sent += 1;
        offset = Math.min(size, offset + 10);
        return offset === size
          ? Promise.resolve({ id: 'upload-1', offset })
          : Promise.reject(new ApiError(0, 'network', 'No connection.'));
      },
    } as never,
    memory: { read: () => 'upload-1', write: () => undefined },
    signal: new AbortController().signal,
    onState: (state) => void states.push(state),
  });
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  expect([states.at(-1), sent]).toEqual([{ phase: 'ready' }, 10]);
});
