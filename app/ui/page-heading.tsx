import type { ReactNode } from 'react';
import css from './page-heading.module.css';

type Props = {
  title: string;
  /** One or two sentences. */ lead?: ReactNode;
  /** Buttons of the page, on the right. */ actions?: ReactNode;
};

/** The one h1 of a screen, which gets the focus on route changes (shell/route-focus.tsx). */
export function PageHeading({ title, lead, actions }: Props) {
  return (
    <div className={css.heading}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
