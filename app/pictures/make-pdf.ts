/** One PDF of several pictures, made on the device: contract §13.1. */
import { pdfOf, type Page } from './jpeg-pdf.ts';
import workerUrl from './picture-worker.ts?worker&url';
import { shrinkPicture } from './shrink-picture.ts';

export const MOST_PICTURES = 10;

type Shrink = (picture: Blob) => Promise<Page | null>;

const onThisThread: Shrink = (picture) => shrinkPicture(picture).catch(() => null);

/** In a worker, where the browser has one that can draw: typing goes on meanwhile. */
function startShrinking(): { shrink: Shrink; stop: () => void } {
  if (typeof OffscreenCanvas === 'undefined') return { shrink: onThisThread, stop: () => {} };
  const worker = new Worker(workerUrl, { type: 'module', name: 'pictures' });
  const shrink: Shrink = (picture) =>
    new Promise<Page | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Page | null>) => resolve(data);
      worker.onerror = () => reject(new Error('no worker'));
      worker.postMessage(picture);
    }).catch(() => onThisThread(picture));
  return { shrink, stop: () => worker.terminate() };
}

/** Rejects with the name of the first picture that the browser cannot show. */
export class UnreadablePicture extends Error {}

export async function makePdf(
  pictures: readonly File[],
  name: string,
  onProgress: (done: number) => void,
): Promise<File> {
  const { shrink, stop } = startShrinking();
  try {
    const pages: Page[] = [];
    for (const picture of pictures) {
      onProgress(pages.length);
      const page = await shrink(picture);
      if (!page) throw new UnreadablePicture(picture.name);
      pages.push(page);
    }
    // The same pictures make the same file, whose upload goes on where it stopped.
    const lastModified = Math.max(...pictures.map((picture) => picture.lastModified));
    return new File([pdfOf(pages)], name, { type: 'application/pdf', lastModified });
  } finally {
    stop();
  }
}
