import { saveFile } from '#app/ui/save-file.ts';

type Picker = (options: { suggestedName: string }) => Promise<{
  createWritable: () => Promise<WritableStream<Uint8Array>>;
}>;
type Target = {
  save: (answer: Response, onBytes: (bytes: number) => void, signal: AbortSignal) => Promise<void>;
};

const picker = (): Picker | undefined =>
  (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;

/** Whether the browser can write a file while receiving it. */
export const canStream = (): boolean => picker() !== undefined;

const count = (onBytes: (bytes: number) => void) => {
  let bytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, out) => {
      bytes += piece.byteLength;
      onBytes(bytes);
      out.enqueue(piece);
    },
  });
};

/**
 * The destination of a download that needs a token: a file that the person chooses now and that is
 * written as data arrives; in browsers that do not support this, memory and then a file. An aborted
 * file is deleted.
 */
export async function openTarget(name: string): Promise<Target> {
  const choose = picker();
  if (!choose)
    return {
      save: async (answer, onBytes) => {
        const counted = new Response(answer.body?.pipeThrough(count(onBytes)));
        saveFile(await counted.blob(), name);
      },
    };
  const handle = await choose.call(window, { suggestedName: name });
  return {
    save: async (answer, onBytes, signal) => {
      const file = await handle.createWritable();
      await answer.body!.pipeThrough(count(onBytes)).pipeTo(file, { signal });
    },
  };
}
