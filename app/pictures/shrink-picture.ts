import type { Page } from './jpeg-pdf.ts';

/** Bytes of a page: four of them and what is around them are less than 2 MB. */
const MOST_BYTES = 480_000;
/** The long side in pixels and the quality, until the page is small enough. */
const TRIES = [
  [2000, 0.78],
  [2000, 0.6],
  [2000, 0.45],
  [1600, 0.45],
  [1280, 0.4],
] as const;

type Surface = {
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  toJpeg: (quality: number) => Promise<Blob | null>;
};

function surfaceOf(width: number, height: number): Surface {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height);
    const toJpeg = (quality: number) => canvas.convertToBlob({ type: 'image/jpeg', quality });
    return { context: canvas.getContext('2d', { alpha: false })!, toJpeg };
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const toJpeg = (quality: number) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  return { context: canvas.getContext('2d', { alpha: false })!, toJpeg };
}

/**
 * A picture as a page: upright, smaller, drawn anew, so that nothing of the file but its pixels is
 * left. Rejects if the browser cannot show it.
 */
export async function shrinkPicture(picture: Blob): Promise<Page> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    let page: Page | undefined;
    let drawn: (Surface & { width: number; height: number }) | undefined;
    for (const [longest, quality] of TRIES) {
      const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
      const width = Math.max(1, Math.round(bitmap.width * scale));
      const height = Math.max(1, Math.round(bitmap.height * scale));
      if (drawn?.width !== width || drawn.height !== height) {
        drawn = { ...surfaceOf(width, height), width, height };
        drawn.context.imageSmoothingQuality = 'high';
        // What is transparent is paper.
        drawn.context.fillStyle = '#fff';
        drawn.context.fillRect(0, 0, width, height);
        drawn.context.drawImage(bitmap, 0, 0, width, height);
      }
      const jpeg = await drawn.toJpeg(quality);
      if (!jpeg || jpeg.type !== 'image/jpeg') throw new Error('no JPEG');
      page = { jpeg, width, height };
      if (jpeg.size <= MOST_BYTES) return page;
    }
    return page!;
  } finally {
    bitmap.close();
  }
}
