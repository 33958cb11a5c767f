const GROUPED = /^-?\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?$/;
const PLAIN = /^-?\d+(?:\.\d+)?$/;

/** A number as people type it: `1,200.50`. Other text stays as it is, so that it can be refused. */
export function readNumber(text: string): number | string {
  const trimmed = text.trim();
  const plain = GROUPED.test(trimmed) ? trimmed.replace(/[ ,]/g, '') : trimmed;
  return PLAIN.test(plain) ? Number(plain) : trimmed;
}
