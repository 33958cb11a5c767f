import { IMAGES } from '#domain/constants.ts';
import { refuseImage } from '#domain/posts/messages.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { readImageHead } from './image-size.ts';
import { emptyFile, tooLarge, unreadable } from '../labels.ts';

/** A camera's metadata and thumbnail come before the size of the picture. */
const HEAD = 256 * 1024;

export type ImageFile = {
  file: File;
  /** Why it cannot be sent. */ refusal: string | undefined;
};

/**
 * Why a file cannot be shown as a picture, checked before it is uploaded; the server checks the
 * whole file. `label` as in 'gallery image'.
 */
export async function checkImage(file: File, label: string): Promise<ImageFile> {
  return { file, refusal: await refuse(file, `${label} "${file.name}"`) };
}

async function refuse(file: File, name: string): Promise<string | undefined> {
  if (file.size === 0) return emptyFile(name);
  const limit = readUploadLimit();
  if (file.size > limit.bytes) return tooLarge(name, formatBytes(file.size), limit.text);
  try {
    const kind = readImageHead(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
    if (!kind) return refuseImage(name, 'not_an_image');
    const isHuge = kind.size !== undefined && kind.size.width * kind.size.height > IMAGES.maxPixels;
    return isHuge ? refuseImage(name, 'too_many_pixels') : undefined;
  } catch {
    return unreadable(name);
  }
}
