/**
 * The process that decodes strangers' pictures: if a decoder crashes or hangs, the pool ends it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { IMAGES } from '#domain/constants.ts';
import type { ImageRefusal } from '#domain/posts/messages.ts';
import { cardName, FORMATS, variantName } from '../files/media-keys.ts';
import { STAGED_SUFFIX } from '../files/staging.ts';
import { answerTasks } from '../pool/answering.ts';

export type Task = { path: string; dir: string; hasCard: boolean };
export type Output = {
  name: string;
  path: string;
  size: number;
  sha256: string;
  contentType: string;
};
export type Picture = {
  width: number;
  height: number;
  color: string;
  widths: number[];
  cards: number[];
  outputs: Output[];
};
export type Result = { picture: Picture } | { refusal: ImageRefusal };

// Pictures can wait; requests cannot.
setPriority(10);
sharp.concurrency(1);
sharp.cache(false);
// Of all formats that libvips can open (SVG, PDF and more), only these are enabled.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
});

const READABLE = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);
const QUALITY = {
  avif: { quality: 50, effort: 1 },
  webp: { quality: 76, effort: 3 },
  jpeg: { quality: 80, progressive: true },
};

class Refusal extends Error {
  readonly reason: ImageRefusal;
  constructor(reason: ImageRefusal) {
    super(reason);
    this.reason = reason;
  }
}

answerTasks<Task, Result>((task) =>
  toPicture(task).then(
    (picture) => ({ picture }),
    (error) => {
      if (error instanceof Refusal) return { refusal: error.reason };
      throw error;
    },
  ),
);

async function toPicture({ path, dir, hasCard }: Task): Promise<Picture> {
  await requirePicture(path);
  const pixels = await readPixels(path);
  const { width, height } = pixels;
  const widths = [
    ...IMAGES.widths.filter((one) => one < width),
    Math.min(width, IMAGES.widths.at(-1)!),
  ].filter((one, place, all) => all.indexOf(one) === place);
  const cards = hasCard
    ? IMAGES.cardWidths.filter((one) => one <= width && heightOfCard(one) <= height)
    : [];
  const writing = [
    write(
      dir,
      'full.jpg',
      'image/jpeg',
      pixels.open().flatten({ background: '#ffffff' }).jpeg(QUALITY.jpeg),
    ),
    ...widths.flatMap((across) =>
      writeFormats(dir, variantName, across, () => pixels.open().resize({ width: across })),
    ),
    ...cards.flatMap((across) =>
      writeFormats(dir, cardName, across, () =>
        pixels.open().resize({ width: across, height: heightOfCard(across), fit: 'cover' }),
      ),
    ),
  ];
  try {
    return {
      width,
      height,
      color: await averageOf(pixels.open()),
      widths,
      cards,
      outputs: await Promise.all(writing),
    };
  } catch (error) {
    const done = await Promise.allSettled(writing);
    await Promise.all(
      done.map((output) => output.status === 'fulfilled' && rm(output.value.path, { force: true })),
    );
    throw error;
  }
}

/** Detects the format by content, not by name, and checks the number of pixels before decoding. */
async function requirePicture(path: string): Promise<void> {
  const facts = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(async () => {
      throw new Refusal((await looksLikePicture(path)) ? 'damaged' : 'not_an_image');
    });
  if (!READABLE.has(facts.format)) throw new Refusal('not_an_image');
  if (facts.width * facts.height > IMAGES.maxPixels) throw new Refusal('too_many_pixels');
}

/**
 * A file that begins like a picture but cannot be read is damaged; an unknown format, such as a
 * phone's HEIC, is not supported.
 */
async function looksLikePicture(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const head = Buffer.alloc(12);
    await handle.read(head, 0, 12, 0);
    return /^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|....ftypavi)/s.test(head.toString('latin1'));
  } finally {
    await handle.close();
  }
}

/** Upright, in sRGB, without metadata, and reduced to the maximum size. */
async function readPixels(
  path: string,
): Promise<{ width: number; height: number; open: () => Sharp }> {
  const side = IMAGES.longestSide;
  const { data, info } = await sharp(path, { limitInputPixels: IMAGES.maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new Refusal('damaged');
    });
  const { width, height, channels } = info;
  return { width, height, open: () => sharp(data, { raw: { width, height, channels } }) };
}

async function averageOf(picture: Sharp): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await picture
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer();
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const heightOfCard = (across: number): number => Math.round(across / IMAGES.cardRatio);

const writeFormats = (
  dir: string,
  nameOf: typeof variantName,
  across: number,
  open: () => Sharp,
): Promise<Output>[] =>
  FORMATS.map((format) =>
    write(dir, nameOf(across, format), `image/${format}`, open().toFormat(format, QUALITY[format])),
  );

async function write(
  dir: string,
  name: string,
  contentType: string,
  picture: Sharp,
): Promise<Output> {
  const bytes = await picture.toBuffer();
  const path = join(dir, randomUUID() + STAGED_SUFFIX);
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  return {
    name,
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType,
  };
}
