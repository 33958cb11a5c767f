/** Real pictures of any size, and files that only pretend to be pictures. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';
type Look = {
  width?: number;
  height?: number;
  format?: Format;
  color?: string;
  /** The EXIF orientation; 6: rotated by 90 degrees. */ orientation?: number;
};

/** A plain picture with GPS metadata, as phones add it. */
export async function picture({
  width = 64,
  height = 48,
  format = 'jpeg',
  color = '#c8641e',
  orientation,
}: Look = {}): Promise<File> {
  const drawn = sharp({
    create: { width, height, channels: 3, background: color },
    limitInputPixels: false,
  }).withExif({ IFD0: { Copyright: 'SECRET-PLACE' }, IFD3: { GPSLatitude: '5/1 33/1 0/1' } });
  const bytes = await (orientation ? drawn.withMetadata({ orientation }) : drawn)
    .toFormat(format)
    .toBuffer();
  return new File([new Uint8Array(bytes)], `market.${format}`);
}

export const svg = (): File =>
  new File(
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    ],
    'kente.svg',
    { type: 'image/svg+xml' },
  );

/** The first bytes of a picture, and nothing else. */
export async function truncated(): Promise<File> {
  const noise = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(noise.subarray(0, noise.length / 2))], 'half.jpg');
}

/** A real PNG of 20,000 × 20,000 black pixels, one bit each: 50 kB that would unpack to 1.2 GB. */
export function bomb(): File {
  const header = Buffer.from([0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20, 1, 0, 0, 0, 0]);
  const pixels = deflateSync(Buffer.alloc((1 + 20_000 / 8) * 20_000), { level: 1 });
  return new File(
    [
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', pixels),
      chunk('IEND', Buffer.alloc(0)),
    ],
    'walls.png',
  );
}

function chunk(type: string, data: Buffer): Buffer<ArrayBuffer> {
  const [length, sum, body] = [
    Buffer.alloc(4),
    Buffer.alloc(4),
    Buffer.concat([Buffer.from(type), data]),
  ];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
