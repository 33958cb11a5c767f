import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import css from './decline-form.module.css';
import { roomLabels } from './labels.ts';

const TITLE = 'The applicant already knows the decision, and will get an email reversing it.';

type Props = {
  isApproving: boolean;
  onTakeBack: () => void;
  onCancel: () => void;
  children: ReactNode;
};

/** What the applicant reads with it: a decision that they were told is corrected. */
export default function TakeBackForm({ isApproving, onTakeBack, onCancel, children }: Props) {
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
      aria-label={isApproving ? roomLabels.approve : TITLE}
      onSubmit={(event) => {
        event.preventDefault();
        onTakeBack();
      }}
    >
      <p>{isApproving ? roomLabels.approve : TITLE}</p>
      {children}
      <div className={`${css.row} row`}>
        <Button type="submit" variant="danger" isSmall>
          {isApproving ? roomLabels.approve : roomLabels.takeBack}
        </Button>
        <Button variant="quiet" isSmall onClick={onCancel}>
          {roomLabels.cancel}
        </Button>
      </div>
    </form>
  );
}
