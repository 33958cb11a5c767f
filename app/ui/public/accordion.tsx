import type { ReactNode } from 'react';
import css from './accordion.module.css';

type Item = { title: string; content: ReactNode };
type Props = {
  /** Ties the items together: opening one closes the others. */ name: string;
  items: readonly Item[];
  isNumbered?: boolean;
  isWide?: boolean;
};

/** Answers that open under their questions: plain <details>, so it works without script. */
export function Accordion({ name, items, isNumbered, isWide }: Props) {
  const List = isNumbered ? 'ol' : 'ul';
  return (
    <List
      className={css.list}
      data-numbered={isNumbered ? '' : undefined}
      data-wide={isWide ? '' : undefined}
    >
      {items.map(({ title, content }) => (
        <li key={title}>
          <details name={name}>
            <summary>
              <h3>{title}</h3>
            </summary>
            <div className={css.content}>{content}</div>
          </details>
        </li>
      ))}
    </List>
  );
}
