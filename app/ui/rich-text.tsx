import css from './rich-text.module.css';

/**
 * Text from the editor. The server sanitises it on write and on render; never pass anything else.
 */
export function RichText({ html }: { html: string }) {
  return <div className={css.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
