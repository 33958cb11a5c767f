import { useEffect, useRef } from 'react';
import css from './file-preview.module.css';

/** The longer side in pixels: sharp at 160 on a dense screen. */
const TILE = 320;

type Props = {
  file: File;
  /** The longer side in pixels. */
  side?: number;
};

/** One at a time: twenty decoded pictures would take a gigabyte. */
let queue: Promise<void> = Promise.resolve();

/**
 * A chosen picture that has not been uploaded. Drawn on a canvas, because our CSP forbids blob
 * images.
 */
export function FilePreview({ file, side = TILE }: Props) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isShown = true;
    queue = queue
      .then(() => (isShown && ref.current ? draw(ref.current, file, side) : undefined))
      .catch(() => undefined);
    return () => void (isShown = false);
  }, [file, side]);
  return (
    <canvas
      ref={ref}
      className={css.preview}
      width={side}
      height={(side * 3) / 4}
      aria-hidden="true"
    />
  );
}

async function draw(canvas: HTMLCanvasElement, file: File, side: number): Promise<void> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
}
