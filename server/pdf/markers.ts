/** Active content in a PDF: accepted, and marked for the admin (contract.md section 5). */
export type PdfMarker = 'javascript' | 'launch' | 'embedded_file';

/**
 * The names whose presence marks a file. `/JS`, `/OpenAction` and `/AA` are left out on purpose: three letters occur by chance
 * in images, most open actions only set the zoom, and an action that runs a script must name `/JavaScript`.
 */
const MARKER_NAMES: readonly (readonly [PdfMarker, string])[] = [
  ['javascript', '/JavaScript'],
  ['launch', '/Launch'],
  ['embedded_file', '/EmbeddedFile'],
];
const LONGEST_NAME = Math.max(...MARKER_NAMES.map(([, name]) => name.length));
/** Up to seven bytes are looked for by the processor's own byte search, four times as fast as what longer names get. */
const FAST_LENGTH = 7;

function holds(bytes: Buffer, name: string): boolean {
  return bytes.includes(name.slice(0, FAST_LENGTH), 0, 'latin1') && bytes.includes(name, 0, 'latin1');
}

/** Searches bytes as they pass, over the borders of chunks. A name that was found is not searched again. */
export class MarkerScanner {
  readonly found = new Set<PdfMarker>();
  #tail: Buffer = Buffer.alloc(0);

  scan(chunk: Buffer): void {
    const border = Buffer.concat([this.#tail, chunk.subarray(0, LONGEST_NAME - 1)]);
    for (const [marker, name] of MARKER_NAMES) {
      if (this.found.has(marker)) continue;
      if (holds(border, name) || holds(chunk, name)) this.found.add(marker);
    }
    const kept = chunk.length >= LONGEST_NAME ? chunk : Buffer.concat([this.#tail, chunk]);
    // A copy: a view would hold the whole chunk in memory.
    this.#tail = Buffer.from(kept.subarray(-(LONGEST_NAME - 1)));
  }
}
