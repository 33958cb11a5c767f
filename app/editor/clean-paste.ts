import { makeInert } from './pasted-text.ts';
import { keepEmphasis, keepLineBreaks, rowsToLines } from './paste-meaning.ts';

/**
 * Turns pasted HTML into what the editor supports: Word's list paragraphs become lists, headings
 * get a supported level, and what only styles said (weight, slant, line breaks) or tables becomes
 * elements. Styles are removed before parsing, because the page's CSP would report each of them as
 * an error.
 */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(makeInert(html), 'text/html');
  for (const heading of page.querySelectorAll('h1, h4, h5, h6')) setLevel(heading);
  for (const first of page.querySelectorAll('p')) if (isItem(first)) gather(first);
  keepEmphasis(page);
  keepLineBreaks(page);
  rowsToLines(page);
  for (const element of page.querySelectorAll('[data-style]'))
    element.removeAttribute('data-style');
  return page.body.innerHTML;
}

function setLevel(heading: Element): void {
  const level = heading.tagName === 'H1' ? 'h2' : 'h3';
  const fitting = heading.ownerDocument.createElement(level);
  fitting.append(...heading.childNodes);
  heading.replaceWith(fitting);
}

const styleOf = (element: Element): string => element.getAttribute('data-style') ?? '';
const isItem = (element: Element | null): element is Element =>
  element?.tagName === 'P' && /mso-list:(?!\s*(none|ignore))/i.test(styleOf(element));
const levelOf = (item: Element): number => Number(/level(\d)/.exec(styleOf(item))?.[1] ?? 1);

/** Word's own bullet or number, which is text in front of the words: "1." or "·". */
function takeMarker(item: Element): string {
  const marker = [...item.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(styleOf(span)),
  );
  const text = marker?.textContent ?? /^\s*(?:[·•§o-]|\w{1,3}[.)])\s/.exec(item.textContent)?.[0];
  marker?.remove();
  return (text ?? '').trim();
}

/** The items from this one on, as one nested list. */
function gather(first: Element): void {
  const page = first.ownerDocument;
  const open: Element[] = [];
  let item: Element | null = first;
  const place = page.createElement('div');
  first.before(place);
  while (isItem(item)) {
    const next: Element | null = item.nextElementSibling;
    const level = levelOf(item);
    const kind = /^\w{1,3}[.)]/.test(takeMarker(item)) ? 'ol' : 'ul';
    open.length = Math.min(open.length, level);
    if (open[level - 1] && open[level - 1]!.localName !== kind) open.length = level - 1;
    if (open.length === 0 || open.length < level) {
      const list = page.createElement(kind);
      (open.at(-1)?.lastElementChild ?? place).append(list);
      open.push(list);
    }
    const entry = page.createElement('li');
    const text = page.createElement('p');
    text.append(...item.childNodes);
    entry.append(text);
    open.at(-1)!.append(entry);
    item.remove();
    item = next;
  }
  place.replaceWith(...place.childNodes);
}
