import type { ReactNode } from 'react';
import css from './accordion.module.css';

type Item = { title: string; content: ReactNode };
type Props = {
  /** Groups the items: opening one closes the others. */ name: string;
  items: readonly Item[];
  isNumbered?: boolean;
  isWide?: boolean;
};

/** Answers that open under their questions: plain <details>, so it works without script. */
export function Accordion({ name, items, isNumbered, isWide }: Props) {
  const half = isWide ? Math.ceil(items.length / 2) : items.length;
  const stacks = [items.slice(0, half), items.slice(half)].filter(({ length }) => length > 0);
  return (
    <div className={css.stacks} data-wide={isWide ? '' : undefined}>
      {stacks.map((stack, place) => (
        <Stack key={place} {...{ name, isNumbered }} items={stack} first={place * half + 1} />
      ))}
    </div>
  );
}

/** Two stacks, each as long as its open item, so that no item changes sides. */
function Stack({ name, items, isNumbered, first }: Props & { first: number }) {
  const List = isNumbered ? 'ol' : 'ul';
  return (
    <List className={css.list} data-numbered={isNumbered ? '' : undefined}>
      {items.map(({ title, content }, place) => (
        <li key={title} data-even={(first + place) % 2 === 0 ? '' : undefined}>
          <details name={name}>
            <summary>
              {isNumbered && <span className={css.number}>{first + place}</span>}
              <h3>{title}</h3>
            </summary>
            <div className={css.content}>{content}</div>
          </details>
        </li>
      ))}
    </List>
  );
}
