import type { ReactElement } from 'react';
import { LinkButton } from '#app/ui/link-button.tsx';
import css from './row-table.module.css';
import { listLabels } from './labels.ts';

type Props = {
  name: string;
  viewPath?: string;
  editPath?: string;
  /** Its delete button. */
  children?: ReactElement | false | readonly (ReactElement | false)[];
};

/** Actions for one row; each label names the row for screen readers. */
export function RowActions({ name, viewPath, editPath, children }: Props) {
  const link = (to: string | undefined, label: string) =>
    to && (
      <LinkButton to={to} variant="quiet" isSmall aria-label={`${label}: ${name}`}>
        {label}
      </LinkButton>
    );
  return (
    <span className={css.actions}>
      {link(viewPath, listLabels.view)}
      {link(editPath, listLabels.edit)}
      {children}
    </span>
  );
}
