/** What pasted text means by its styles, and by its tables, in elements that the editor knows. */

/** Styles were renamed to this before parsing. */
const STYLE = 'data-style';

/** The value of a property in an element's own style. */
const valueOf = (element: Element, property: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([\\w-]+)`, 'i')
    .exec(element.getAttribute(STYLE) ?? '')?.[1]
    ?.toLowerCase();

/** The nearest element around it that says something, and what. */
function sayingOf<Said>(node: Node, read: (element: Element) => Said | undefined) {
  for (let one = node.parentElement; one; one = one.parentElement) {
    const said = read(one);
    if (said !== undefined) return said;
  }
  return undefined;
}

const textsOf = (page: Document, root: Node = page.body): Text[] => {
  const walker = page.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
};

/** Headings are bold by themselves. */
function isBold(element: Element): boolean | undefined {
  const weight = valueOf(element, 'font-weight');
  if (/^H\d$/.test(element.tagName)) return false;
  if (weight && !/^(inherit|unset)$/.test(weight))
    return /^bold/.test(weight) || Number(weight) >= 600;
  return /^(B|STRONG|TH)$/.test(element.tagName) || undefined;
}

function isSlanted(element: Element): boolean | undefined {
  const slant = valueOf(element, 'font-style');
  if (slant && !/^(inherit|unset)$/.test(slant)) return /^(italic|oblique)$/.test(slant);
  return /^(I|EM|CITE)$/.test(element.tagName) || undefined;
}

/**
 * Bold and italics as the person saw them: Google Docs wraps everything in a `<b>` of normal
 * weight, and says what is really bold, as web mail does, by styles.
 */
export function keepEmphasis(page: Document): void {
  const said = textsOf(page).map((text) => ({
    text,
    tags: [sayingOf(text, isBold) && 'strong', sayingOf(text, isSlanted) && 'em'],
  }));
  for (const element of page.querySelectorAll('b, strong, i, em')) unwrap(element);
  for (const { text, tags } of said) for (const tag of tags) if (tag) wrap(text, tag);
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

function wrap(text: Text, tag: string): void {
  if (text.data.trim() === '') return;
  const element = text.ownerDocument.createElement(tag);
  text.replaceWith(element);
  element.append(text);
}

const isPreserving = (element: Element): boolean | undefined => {
  const space = valueOf(element, 'white-space');
  if (space) return /^(pre|pre-wrap|pre-line|break-spaces)$/.test(space);
  return element.tagName === 'PRE' || undefined;
};

/** Line breaks that only count where white space is preserved, as in a chat. */
export function keepLineBreaks(page: Document): void {
  for (const text of textsOf(page)) {
    if (!text.data.includes('\n') || !sayingOf(text, isPreserving)) continue;
    // The last one ends the element, and shows nothing.
    const lines = text.data.replace(/\r/g, '').replace(/\n$/, '').split('\n');
    text.replaceWith(
      ...lines.flatMap((line, place) => (place === 0 ? [line] : [page.createElement('br'), line])),
    );
  }
}

const BLOCKS = 'p, div, li, ul, ol, h2, h3, blockquote, pre, table';
const PARTED = ' | ';
const EMPTY = '–';

/** The editor has no tables: a row becomes a line, in which its cells are parted. */
export function rowsToLines(page: Document): void {
  // The innermost first.
  for (const table of [...page.querySelectorAll('table')].reverse()) {
    const rows = [...table.rows].flatMap((row) => linesOf(page, [...row.cells]));
    const title = table.caption ? linesOf(page, [table.caption]) : [];
    table.replaceWith(...title, ...rows);
  }
}

/** Whoever lays out a page by a table has one cell in a row: its content stays as it is. */
function linesOf(page: Document, cells: Element[]): Node[] {
  const full = cells.filter(({ textContent }) => textContent.trim() !== '');
  if (full.length === 0) return [];
  const line = page.createElement(cells.length === 1 && hasBlocks(cells[0]!) ? 'div' : 'p');
  if (line.localName === 'div') line.append(...cells[0]!.childNodes);
  else
    for (const [place, cell] of cells.entries())
      line.append(place === 0 ? '' : PARTED, ...inlineOf(page, cell));
  return [line];
}

const hasBlocks = (cell: Element): boolean => cell.querySelector(BLOCKS) !== null;

/** The content of a cell without its blocks, which are parted by spaces. */
function inlineOf(page: Document, cell: Element): (Node | string)[] {
  if (cell.textContent.trim() === '') return [EMPTY];
  for (const block of [...cell.querySelectorAll(BLOCKS)].reverse())
    block.replaceWith(' ', ...block.childNodes, ' ');
  for (const end of cell.querySelectorAll('br')) end.replaceWith(' ');
  cell.normalize();
  for (const text of textsOf(page, cell)) text.data = text.data.replace(/\s+/g, ' ');
  const [first, last] = [cell.firstChild, cell.lastChild];
  if (first?.nodeType === Node.TEXT_NODE) (first as Text).data = (first as Text).data.trimStart();
  if (last?.nodeType === Node.TEXT_NODE) (last as Text).data = (last as Text).data.trimEnd();
  return [...cell.childNodes];
}
