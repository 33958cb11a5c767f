import { MARKUP } from '#domain/constants.ts';
import { invalid } from '#domain/problem.ts';
import { sentence } from '#domain/plain-text.ts';

const TAG = /<(\/?)([a-z][^\s/>]*|[!?])/gi;
const EMPTY = new Set(['br', 'hr', 'img', 'input', 'wbr', '!', '?']);
/** The next element of this kind ends the one before. */
const ENDED_BY_NEXT = new Set(['p', 'li']);

type MarkupExcess = 'elements' | 'depth';

/** The limit of `MARKUP` that the HTML exceeds, if any. Reads it once, and only up to the limit. */
export function findMarkupExcess(html: string): MarkupExcess | undefined {
  const open: string[] = [];
  let elements = 0;
  for (const [, slash, tag] of html.matchAll(TAG)) {
    const name = tag!.toLowerCase();
    if (slash) elements += endElement(open, name);
    else elements += startElement(open, name);
    if (elements > MARKUP.elements) return 'elements';
    if (open.length > MARKUP.depth) return 'depth';
  }
  return undefined;
}

function startElement(open: string[], name: string): number {
  if (ENDED_BY_NEXT.has(name) && open.at(-1) === name) open.pop();
  if (!EMPTY.has(name)) open.push(name);
  return 1;
}

/**
 * Returns how many elements the end tag creates: the end of a paragraph that was never opened is an
 * empty one.
 */
function endElement(open: string[], name: string): number {
  const place = open.lastIndexOf(name);
  if (place >= 0) open.length = place;
  return place < 0 && (name === 'p' || name === 'br') ? 1 : 0;
}

const EXCESSES: Record<MarkupExcess, (label: string) => string> = {
  elements: (label) =>
    `${sentence(label)} can have at most ${MARKUP.elements.toLocaleString('en-GB')} pieces of formatting, such as paragraphs, links and bold words. Use less of it.`,
  depth: (label) =>
    `${sentence(label)} has lists or formatting inside each other more than ${MARKUP.depth} levels deep. Use fewer levels.`,
};

/** `label` as in "the description". */
export function refuseExcess(html: string, field: string, label: string): void {
  const excess = findMarkupExcess(html);
  if (excess) throw invalid({ [field]: EXCESSES[excess](label) });
}
