import css from './rich-text.module.css';

/**
 * Text as the editor made it. The server sanitises it on write and on render; nothing else may be
 * given here.
 */
export function RichText({ html }: { html: string }) {
  return <div className={css.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
