import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './notice.module.css';

type Props = {
  title: string;
  tone?: 'plain' | 'bad';
  actions?: ReactNode;
  children?: ReactNode;
  id?: string;
  titleId?: string;
};

export function Notice({ title, tone = 'plain', actions, children, id, titleId }: Props) {
  return (
    <section
      className={classNames(css.notice, tone === 'bad' && css.bad)}
      id={id}
      role={tone === 'bad' ? 'alert' : undefined}
    >
      <div>
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </section>
  );
}
