type Size = { width: number; height: number };
/**
 * Undefined: not a known picture format. `size` is missing if the first bytes do not contain it.
 */
type ImageKind = { size?: Size } | undefined;

/** Reads the first bytes of a JPEG, PNG, WebP, GIF or AVIF. */
export function readImageHead(bytes: Uint8Array): ImageKind {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, length: number) =>
    String.fromCharCode(...bytes.subarray(from, from + length));
  if (bytes.length < 30) return undefined;
  if (text(1, 3) === 'PNG')
    return { size: { width: view.getUint32(16), height: view.getUint32(20) } };
  if (text(0, 3) === 'GIF')
    return { size: { width: view.getUint16(6, true), height: view.getUint16(8, true) } };
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return sizeOfWebp(view, text(12, 4));
  if (text(4, 4) === 'ftyp' && /avi[fs]/.test(text(8, 24))) return {};
  return view.getUint16(0) === 0xffd8 ? sizeOfJpeg(view) : undefined;
}

function sizeOfWebp(view: DataView, chunk: string): ImageKind {
  if (chunk === 'VP8X')
    return {
      size: {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint16(27, true) | (view.getUint8(29) << 16)) + 1,
      },
    };
  if (chunk === 'VP8 ')
    return {
      size: { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff },
    };
  const bits = view.getUint32(21, true);
  return { size: { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } };
}

/** Scans the markers up to the one that starts the frame. */
function sizeOfJpeg(view: DataView): ImageKind {
  let at = 2;
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { size: { width: view.getUint16(at + 7), height: view.getUint16(at + 5) } };
    at += 2 + view.getUint16(at + 2);
  }
  return {};
}
