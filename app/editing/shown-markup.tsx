import { createElement, type ReactNode } from 'react';
import { MARKUP } from '#domain/constants.ts';
import { LINK_SCHEMES, PICTURE_TAGS, RICH_TEXT_TAGS } from '#domain/rich-text.ts';
import css from '#app/ui/rich-text.module.css';

type Props = {
  /** The form's value: not sanitised yet. */
  html: string;
  /** Which addresses may be shown as pictures; without it, none. */
  isPicture?: (src: string) => boolean;
};

/**
 * Rich text as it will look once the server has cleaned it. It is parsed in an inert document and
 * drawn tag by tag: only what the server keeps.
 */
export function ShownMarkup({ html, isPicture }: Props) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return <div className={css.text}>{drawAll(body, isPicture, 0)}</div>;
}

/** Dropped with their content, as the server does; for other tags the content stays. */
const WORDLESS = ['script', 'style', 'textarea', 'option'];

const drawAll = (parent: Node, isPicture: Props['isPicture'], depth: number): ReactNode[] =>
  [...parent.childNodes].map((node, place) => draw(node, isPicture, depth, place));

function draw(
  node: Node,
  isPicture: Props['isPicture'],
  depth: number,
  place: number,
): ReactNode | ReactNode[] {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const element = node as Element;
  const tag = element.localName;
  if (WORDLESS.includes(tag) || depth > MARKUP.depth) return null;
  if (tag === 'img') return drawPicture(element, isPicture, place);
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key: place });
  const children = drawAll(element, isPicture, depth + 1);
  const isAllowed = RICH_TEXT_TAGS.includes(tag) || (isPicture && PICTURE_TAGS.includes(tag));
  if (!isAllowed) return children;
  return createElement(tag, { key: place, ...(tag === 'a' && linkOf(element)) }, ...children);
}

function drawPicture(element: Element, isPicture: Props['isPicture'], place: number): ReactNode {
  const src = element.getAttribute('src') ?? '';
  if (!isPicture?.(src)) return null;
  const [width, height] = ['width', 'height'].map((name) => sizeOf(element, name));
  const alt = element.getAttribute('alt') ?? '';
  return <img key={place} src={src} alt={alt} width={width} height={height} loading="lazy" />;
}

const sizeOf = (element: Element, name: string): number | undefined =>
  Number(element.getAttribute(name)) || undefined;

/** Opens in a new tab, so that no typed text is lost. */
function linkOf(element: Element): Record<string, string> {
  const href = element.getAttribute('href') ?? '';
  const scheme = /^([a-z]+):/i.exec(href)?.[1]?.toLowerCase();
  return scheme && LINK_SCHEMES.includes(scheme)
    ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' }
    : {};
}
