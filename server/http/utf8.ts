/** Bytes that claim to be text: they are UTF-8 or they are refused. */
import { isUtf8 } from 'node:buffer';
import { unreadable } from './problems.ts';

/** The text of bytes that are UTF-8; refuses 400 all else. */
export function readUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw unreadable();
  return bytes.toString('utf8');
}

const PERCENT = '%'.charCodeAt(0);
/** Bytes of an escape: % and two hexadecimal digits. */
const ESCAPE_BYTES = 3;
/** What a byte means as a hexadecimal digit; NaN for all but sixteen of them. */
const HEX = Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(String.fromCharCode(byte), 16),
);

/**
 * Whether what the escapes stand for, with the bytes around them, is UTF-8. A stray % stands for
 * itself.
 */
export function isUtf8Escaped(bytes: Buffer): boolean {
  if (!bytes.includes(PERCENT)) return isUtf8(bytes);
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; length += 1) {
    const escaped =
      bytes[at] === PERCENT && at + 2 < bytes.length
        ? HEX[bytes[at + 1]!]! * 16 + HEX[bytes[at + 2]!]!
        : NaN;
    plain[length] = Number.isNaN(escaped) ? bytes[at]! : escaped;
    at += Number.isNaN(escaped) ? 1 : ESCAPE_BYTES;
  }
  return isUtf8(plain.subarray(0, length));
}
