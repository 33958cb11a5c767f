import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import css from './decline-form.module.css';
import { roomLabels } from './labels.ts';

type Props = { onTakeBack: () => void; onCancel: () => void; children: ReactNode };

/** What the applicant reads with it: a decision that they were told is corrected. */
export function TakeBackForm({ onTakeBack, onCancel, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      ref={form}
      className={css.decline}
      noValidate
      tabIndex={-1}
      aria-label={roomLabels.takeBackTitle}
      onSubmit={(event) => {
        event.preventDefault();
        onTakeBack();
      }}
    >
      <p>{roomLabels.takeBackTitle}</p>
      {children}
      <div className={`${css.row} row`}>
        <Button type="submit" variant="danger" isSmall>
          {roomLabels.takeBack}
        </Button>
        <Button variant="quiet" isSmall onClick={onCancel}>
          {roomLabels.cancel}
        </Button>
      </div>
    </form>
  );
}
