import { type PdfObject, PdfDamage, PdfLimit, isDict, isRef } from './lexer.ts';
import type { PdfDocument } from './document.ts';

const MAX_PAGES = 50_000;
/** Levels of the page tree; honest files have a handful. */
const MAX_LEVELS = 1_000;
/** The cost of a child, in parsed bytes, in addition to reading it. */
const KID_COST = 8;

/**
 * How many pages a reader shows. A page may be listed twice, and a child may be null, as the
 * standard says of undefined objects. If the file had to be searched for its objects (`isRebuilt`),
 * a missing one is lost.
 */
export function countPages(
  document: PdfDocument,
  top: PdfObject | undefined,
  isRebuilt: boolean,
): number {
  const known = new Map<number, number>();
  const path = new Set<number>();

  function countOf(node: PdfObject): number {
    document.source.budget.parse(KID_COST);
    if (!isRef(node)) return countNode(node);
    if (path.has(node.num) || path.size > MAX_LEVELS)
      throw new PdfLimit('the page tree forms a loop');
    let count = known.get(node.num);
    if (count === undefined) {
      path.add(node.num);
      known.set(node.num, (count = countNode(node)));
      path.delete(node.num);
    }
    return count;
  }

  function countNode(node: PdfObject): number {
    const value = document.resolve(node);
    if (value === null && !(isRebuilt && isRef(node))) return 0;
    if (!isDict(value)) throw new PdfDamage('a page is missing');
    const kids = document.resolve(value.get('Kids'));
    if (!Array.isArray(kids)) return value.get('Type') === '/Pages' ? 0 : 1;
    return kids.reduce<number>((sum, kid) => atMost(sum + countOf(kid)), 0);
  }

  const pages = countOf(top ?? null);
  if (pages === 0) throw new PdfDamage('no pages');
  return pages;
}

function atMost(pages: number): number {
  if (pages > MAX_PAGES) throw new PdfLimit('too many pages');
  return pages;
}
