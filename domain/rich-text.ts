/** What rich text may contain: used by the server to clean it, and by previews to render it. */

export const RICH_TEXT_TAGS: readonly string[] = [
  ...['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'h2', 'h3', 'h4', 'ul', 'ol', 'li'],
  ...['blockquote', 'a', 'code', 'pre', 'hr'],
];
/** Additional tags in the body of a post. */
export const PICTURE_TAGS: readonly string[] = ['img', 'figure', 'figcaption'];
export const LINK_SCHEMES: readonly string[] = ['http', 'https', 'mailto', 'tel'];
