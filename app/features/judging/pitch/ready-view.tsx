import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { getReady, type Check } from './get-ready.ts';
import { pitchLabels as labels } from './labels.ts';
import css from './pitch.module.css';
import { keep, type Hall } from './use-hall.ts';

/** Four checks while there is signal; each that fails says what to do. */
export function ReadyView({ hall: { recordKey, record } }: { hall: Hall }) {
  const [checks, setChecks] = useState<Check[]>([]);
  const [isBusy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    setChecks(await getReady(recordKey));
    setBusy(false);
  };
  const isAllGood = checks.every(({ isGood }) => isGood);
  const isChecked = checks.length > 0;
  const mayGoOn = isChecked && Boolean(record?.pack);
  return (
    <>
      <PageHeading title={labels.readyTitle} lead={labels.readyText} />
      <ul className={css.checks} aria-live="polite">
        {checks.map(({ name, isGood, text }) => (
          <li key={name} data-good={isGood}>
            <b>{name}</b>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      {isChecked && !isAllGood && <p>{labels.sheet}</p>}
      <div className="row">
        {mayGoOn && (
          <Button
            variant={isAllGood ? 'primary' : 'secondary'}
            onClick={() => keep(recordKey, { isReady: true })}
          >
            {isAllGood ? labels.goOn : labels.goOnAnyway}
          </Button>
        )}
        {!(isChecked && isAllGood) && (
          <Button isBusy={isBusy} busyLabel={labels.checking} onClick={() => void look()}>
            {isChecked ? labels.again : labels.ready}
          </Button>
        )}
      </div>
    </>
  );
}
