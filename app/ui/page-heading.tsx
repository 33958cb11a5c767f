import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import css from './page-heading.module.css';

type Props = {
  title: string;
  /** The list that the screen belongs to: a link above the title. */ back?: {
    to: string;
    label: string;
  };
  /** One or two sentences. */ lead?: ReactNode;
  /** Buttons of the page, on the right. */ actions?: ReactNode;
  /** What follows is no wider than a sheet: the buttons end at its edge. */ isSheet?: boolean;
};

/** The one h1 of a screen, which gets the focus on route changes (shell/route-focus.tsx). */
export function PageHeading({ title, back, lead, actions, isSheet }: Props) {
  return (
    <div className={classNames(css.heading, 'row', isSheet && css.sheet)}>
      <div>
        {back && (
          <Link to={back.to} className={`${css.back} no-print`}>
            {back.label}
          </Link>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </div>
  );
}
