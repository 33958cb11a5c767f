import { useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { getReady, type Check } from './get-ready.ts';
import { readyLabels as labels } from './labels.ts';
import css from './run.module.css';

type Props = { roundId: string; person: string; onClose: () => void };

/** While there is signal: each check that fails says what to do. */
export default function ReadyDialog({ roundId, person, onClose }: Props) {
  const [checks, setChecks] = useState<Check[] | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    void getReady(roundId, person).then(setChecks);
  }, [roundId, person, tries]);
  const again = () => {
    setChecks(null);
    setTries(tries + 1);
  };
  return (
    <Dialog
      title={labels.title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" isBusy={checks === null} onClick={again}>
            {labels.again}
          </Button>
          <Button onClick={onClose}>{labels.done}</Button>
        </>
      }
    >
      <p>{labels.lead}</p>
      <ul className={css.checks} aria-live="polite">
        {(checks ?? []).map(({ name, isGood, text }) => (
          <li key={name} data-good={isGood}>
            <b>{`${isGood ? '✓' : '✗'} ${name}`}</b> <span>{text}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
