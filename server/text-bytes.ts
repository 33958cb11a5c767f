/** Bytes that claim to be text: they are UTF-8 or they are refused. */
import { isUtf8 } from 'node:buffer';
import { unreadable } from './problems.ts';

/** The text of bytes that are UTF-8; refuses 400 all else. */
export function readUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw unreadable();
  return bytes.toString('utf8');
}

const PERCENT = '%'.charCodeAt(0);
const HEX_PAIR = /^[0-9a-f]{2}$/i;

/** Whether what the escapes stand for, with the bytes around them, is UTF-8. A stray % stands for itself. */
export function isUtf8Escaped(bytes: Buffer): boolean {
  if (!bytes.includes(PERCENT)) return isUtf8(bytes);
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const pair = bytes[at] === PERCENT ? bytes.toString('latin1', at + 1, at + 3) : '';
    const isEscape = HEX_PAIR.test(pair);
    plain[length] = isEscape ? Number.parseInt(pair, 16) : bytes[at]!;
    length += 1;
    if (isEscape) at += pair.length;
  }
  return isUtf8(plain.subarray(0, length));
}
