import { Button } from './button.tsx';
import css from './state.module.css';

type Props = { message: string; onRetry?: () => void; retryLabel?: string };

/** It did not load, and a way to try again. */
export function ErrorState({ message, onRetry, retryLabel = 'Try again' }: Props) {
  return (
    <div className={css.state} role="alert">
      <p>{message}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
