import type { ReactNode } from 'react';
import css from './state.module.css';

type Props = {
  message: string;
  /** The next step, as a button or link. */ action?: ReactNode;
  /** A band, for instance. */ ornament?: ReactNode;
};

/** Says that there is nothing here, and what to do about it. */
export function EmptyState({ message, action, ornament }: Props) {
  return (
    <div className={css.state}>
      {ornament}
      <p>{message}</p>
      {action}
    </div>
  );
}
