/**
 * Active content in a PDF, and what hides it; contract §5.21 accepts it but marks it for admins.
 */
export type { DocumentMarker as PdfMarker } from '#domain/proposals/rules.ts';
import type { DocumentMarker } from '#domain/proposals/rules.ts';
import { hexValue } from './hex.ts';

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
/**
 * Up to seven bytes use the CPU's own byte search, four times as fast as the search for longer
 * names.
 */
const FAST_LENGTH = 7;
/** Each character may be written as `#xx`. */
const ESCAPE_LENGTH = 3;
const TAIL_BYTES = ESCAPE_LENGTH * Math.max(...MARKER_NAMES.map(([, name]) => name.length));
const SLICE_BYTES = 64 * 1024;
const NUMBER_SIGN = 0x23;

/** Shared by the thread, and used by one `scan` at a time. */
const WINDOW = Buffer.allocUnsafeSlow(TAIL_BYTES + SLICE_BYTES);
const PLAIN = Buffer.allocUnsafeSlow(TAIL_BYTES + SLICE_BYTES);

/**
 * Searches bytes as they arrive, across chunk borders, including escaped names. A name is not
 * searched for again once it was found.
 */
export class MarkerScanner {
  readonly found = new Set<DocumentMarker>();
  readonly #tail = Buffer.alloc(TAIL_BYTES);
  #tailLength = 0;

  scan(chunk: Buffer): void {
    for (let start = 0; start < chunk.length; start += SLICE_BYTES)
      this.#scanSlice(chunk.subarray(start, start + SLICE_BYTES));
  }

  #scanSlice(slice: Buffer): void {
    this.#tail.copy(WINDOW, 0, 0, this.#tailLength);
    slice.copy(WINDOW, this.#tailLength);
    const window = WINDOW.subarray(0, this.#tailLength + slice.length);
    const plain = unescapeNames(window);
    for (const [marker, name] of MARKER_NAMES) {
      if (this.found.has(marker)) continue;
      if (holds(window, name) || (plain && holds(plain, name))) this.found.add(marker);
    }
    this.#tailLength = window.copy(this.#tail, 0, Math.max(0, window.length - TAIL_BYTES));
  }
}

function holds(bytes: Buffer, name: string): boolean {
  return (
    bytes.includes(name.slice(0, FAST_LENGTH), 0, 'latin1') && bytes.includes(name, 0, 'latin1')
  );
}

/** The bytes with every `#xx` decoded; undefined if there is none. */
function unescapeNames(bytes: Buffer): Buffer | undefined {
  let [from, length] = [0, 0];
  for (let at = bytes.indexOf(NUMBER_SIGN); at >= 0; at = bytes.indexOf(NUMBER_SIGN, at + 1)) {
    const value = hexValue(bytes[at + 1]) * 16 + hexValue(bytes[at + 2]);
    if (!(value >= 0) || at < from) continue;
    length += bytes.copy(PLAIN, length, from, at);
    PLAIN[length++] = value;
    from = at + ESCAPE_LENGTH;
  }
  if (from === 0) return undefined;
  length += bytes.copy(PLAIN, length, from);
  return PLAIN.subarray(0, length);
}
