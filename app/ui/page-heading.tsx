import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './page-heading.module.css';

type Props = {
  title: string;
  /** One or two sentences. */ lead?: ReactNode;
  /** Buttons of the page, on the right. */ actions?: ReactNode;
  /** What follows is no wider than a sheet: the buttons end at its edge. */ isSheet?: boolean;
};

/** The one h1 of a screen, which gets the focus on route changes (shell/route-focus.tsx). */
export function PageHeading({ title, lead, actions, isSheet }: Props) {
  return (
    <div className={classNames(css.heading, isSheet && css.sheet)}>
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
