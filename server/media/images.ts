/** Turns an upload into an image in the file store, and deletes images. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { POST_RULES, refuseImage } from '#domain/posts/messages.ts';
import { Problem } from '#domain/problem.ts';
import type { Services } from '../context.ts';
import { fileKeyOf, keyOf, namesOf } from '../files/media-keys.ts';
import { createPool } from '../pool/pool.ts';
import type { Output, Picture, Result, Task } from './image-worker.ts';
import type { ImageRow } from './store.ts';

/**
 * One process, one picture after the other: libvips retains memory and may crash, and neither may
 * affect the server.
 */
const pictures = createPool<Task, Result>({
  ...{ fork: new URL('./image-worker.ts', import.meta.url), heapMb: 64 },
  ...{ timeLimitMs: 45_000, idleMs: 10_000 },
  ...{ maxWaiting: 100, maxWaitingOfOne: 100 },
  unanswered(ending) {
    if (ending === 'full') throw new Problem('overloaded', POST_RULES.busy, { retryAfter: 30 });
    return { refusal: ending === 'late' ? 'too_slow' : 'damaged' };
  },
});

type Parts = Pick<Services, 'files' | 'stagingDir' | 'log' | 'clock'>;

/** A stored image before it belongs to a post. */
export type NewImage = Omit<ImageRow, 'post_id' | 'place'>;

/** `label` names it in a sentence, as in 'featured image'; `hasCard`: it is shown on a card too. */
type Upload = { path: string; label: string; hasCard?: boolean };

export const webImage = ({ clock }: Pick<Parts, 'clock'>, address: string): NewImage => ({
  id: randomUUID(),
  address,
  width: null,
  height: null,
  color: null,
  widths: null,
  cards: null,
  alt: null,
  created_at: clock(),
});

/**
 * Checks a received file by its content, re-encodes it in all sizes and stores them. Leaves nothing
 * behind on failure; the upload belongs to the caller.
 */
export async function storeImage(parts: Parts, upload: Upload): Promise<NewImage> {
  const picture = await prepare(parts, upload);
  const id = randomUUID();
  const image = {
    id,
    address: null,
    width: picture.width,
    height: picture.height,
    color: picture.color,
    widths: picture.widths,
    cards: picture.cards,
    alt: null,
    created_at: parts.clock(),
  };
  try {
    for (const output of picture.outputs)
      await parts.files.put(fileKeyOf(keyOf(id, output.name)), output.path, output);
    return image;
  } catch (error) {
    await discard(picture.outputs);
    const removal = removeImages(parts, [image]);
    // A store that does not answer would make the admin wait a second time; the sweep removes the
    // rest.
    if ((error as Problem).code !== 'unavailable') await removal;
    throw error;
  }
}

async function prepare({ stagingDir }: Parts, upload: Upload): Promise<Picture> {
  const { path, label, hasCard = false } = upload;
  const result = await pictures.run({ path, dir: stagingDir, hasCard });
  if ('picture' in result) return result.picture;
  throw new Problem('wrong_type', refuseImage(label, result.refusal));
}

async function discard(outputs: Output[]): Promise<void> {
  await Promise.all(outputs.map(({ path }) => rm(path, { force: true })));
}

/**
 * Deletes the files of images that no row refers to. The sweep removes what cannot be deleted now.
 */
export async function removeImages(
  { files, log }: Parts,
  images: Pick<NewImage, 'id' | 'widths' | 'cards'>[],
): Promise<void> {
  for (const { id, widths, cards } of images) {
    if (!widths) continue;
    const removals = namesOf(widths, cards).map((name) => files.delete(fileKeyOf(keyOf(id, name))));
    for (const removal of await Promise.allSettled(removals))
      if (removal.status === 'rejected')
        log.warn({ err: removal.reason, image: id }, 'image file left to the sweep');
  }
}
