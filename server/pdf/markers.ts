/**
 * Active content in a PDF, and what hides it; contract §5.21 accepts it but marks it for admins.
 */
export type { DocumentMarker as PdfMarker } from '#domain/proposals/rules.ts';
import type { DocumentMarker } from '#domain/proposals/rules.ts';

/**
 * The names whose presence marks a file. `/JS`, `/OpenAction` and `/AA` are omitted on purpose:
 * three letters occur by chance in images, most open actions only set the zoom, and an action that
 * runs a script must name `/JavaScript`.
 */
const MARKER_NAMES: readonly (readonly [DocumentMarker, string])[] = [
  ['javascript', '/JavaScript'],
  ['launch', '/Launch'],
  ['embedded_file', '/EmbeddedFile'],
];
/** Each character may be written as `#xx`. */
const ESCAPE_LENGTH = 3;
const TAIL_BYTES = ESCAPE_LENGTH * Math.max(...MARKER_NAMES.map(([, name]) => name.length));
const [SLASH, NUMBER_SIGN] = [0x2f, 0x23];
/** By byte: whether a name may go on with it after its slash, which is never escaped. */
const CAN_FOLLOW = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte === NUMBER_SIGN || MARKER_NAMES.some(([, name]) => name.charCodeAt(1) === byte)),
);

/** Searches bytes as they arrive, across chunk borders, including escaped names. */
export class MarkerScanner {
  readonly found = new Set<DocumentMarker>();
  #tail = Buffer.alloc(0);

  scan(chunk: Buffer): void {
    this.#search(Buffer.concat([this.#tail, chunk.subarray(0, TAIL_BYTES)]));
    this.#search(chunk);
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
  }

  #search(bytes: Buffer): void {
    for (let at = bytes.indexOf(SLASH); at >= 0; at = bytes.indexOf(SLASH, at + 1))
      if (CAN_FOLLOW[bytes[at + 1]!]) this.#note(bytes, at);
  }

  #note(bytes: Buffer, at: number): void {
    for (const [marker, name] of MARKER_NAMES) if (isName(bytes, at, name)) this.found.add(marker);
  }
}

/** Whether the bytes from `start` on are the name, with any of its characters escaped. */
function isName(bytes: Buffer, start: number, name: string): boolean {
  let at = start;
  for (let i = 0; i < name.length; i++) {
    const isEscaped = bytes[at] === NUMBER_SIGN;
    const value = isEscaped ? hexValue(bytes[at + 1]) * 16 + hexValue(bytes[at + 2]) : bytes[at];
    if (value !== name.charCodeAt(i)) return false;
    at += isEscaped ? ESCAPE_LENGTH : 1;
  }
  return true;
}

function hexValue(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
}
