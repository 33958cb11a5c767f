/** Bytes that claim to be text are UTF-8, or refused. */
import { isUtf8 } from 'node:buffer';
import { unreadable } from './problems.ts';

/** The text of UTF-8 bytes; refuses all else with 400. */
export function readUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw unreadable();
  return bytes.toString('utf8');
}

const PERCENT = '%'.charCodeAt(0);
/** Length of an escape: % and two hexadecimal digits. */
const ESCAPE_BYTES = 3;
/** The value of a byte as a hexadecimal digit; NaN for any other byte. */
const HEX = Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(String.fromCharCode(byte), 16),
);

/**
 * Whether the decoded escapes, together with the bytes around them, are UTF-8. A stray % stands for
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
