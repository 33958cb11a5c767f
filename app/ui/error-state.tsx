import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import css from './state.module.css';

type Props = {
  message: string;
  onRetry?: () => void;
  retryLabel?: string;
  /** Shown between the sentence and the retry button. */ children?: ReactNode;
};

/** Says that something could not be loaded, with a retry button. */
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
