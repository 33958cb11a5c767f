import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import css from './state.module.css';

type Props = {
  message: string;
  onRetry?: () => void;
  retryLabel?: string;
  /** Between the sentence and the way to try again. */ children?: ReactNode;
};

/** It did not load, and a way to try again. */
export function ErrorState({ message, onRetry, retryLabel = 'Try again', children }: Props) {
  return (
    <div className={css.state} role="alert">
      <p>{message}</p>
      {children}
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
