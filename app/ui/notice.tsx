import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './notice.module.css';

type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

type Props = {
  title: string;
  tone?: NoticeTone;
  actions?: ReactNode;
  children?: ReactNode;
  id?: string;
  titleId?: string;
};

/**
 * What concerns the whole screen: information, success, a warning to act on, or a refusal, which is
 * read out at once. The tone only repeats what the text says.
 */
export function Notice({ title, tone = 'info', actions, children, id, titleId }: Props) {
  return (
    <section
      className={classNames(css.notice, 'row', css[tone])}
      id={id}
      role={tone === 'bad' ? 'alert' : undefined}
    >
      <div>
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      {actions && <div className={`${css.actions} row`}>{actions}</div>}
    </section>
  );
}
