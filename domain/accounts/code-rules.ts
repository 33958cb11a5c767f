/** What people type and paste where a mailed code is asked for. */

/** Digits of any script's width, without the spaces and hyphens between them. */
export const tidyCode = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '');

/** The code in a text: all of it, or the one run of digits, in one piece or in two halves. */
export function findCode(text: string, length: number): string | undefined {
  const tidy = tidyCode(text);
  if (tidy.length === length && /^\d+$/.test(tidy)) return tidy;
  const half = length / 2;
  const runs = text
    .normalize('NFKC')
    .matchAll(new RegExp(`(?<!\\d[\\s-]?)(\\d{${half}})[\\s-]?(\\d{${half}})(?![\\s-]?\\d)`, 'g'));
  const codes = new Set([...runs].map(([, first, second]) => `${first}${second}`));
  return codes.size === 1 ? [...codes][0] : undefined;
}
