import { useRef, useState } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { ROUNDS } from '#domain/rounds/rules.ts';
import { Button } from '#app/ui/button.tsx';
import { FieldError, FieldHint, useField } from '#app/ui/field.tsx';
import fieldCss from '#app/ui/field.module.css';
import { TextField } from '#app/ui/text-field.tsx';
import { FIELD } from '#app/ui/use-remaining-errors.ts';
import { roundLabels as labels } from '../desk/labels.ts';
import { MINUTES, sessionsIn, type RoundValues } from './read-round.ts';
import css from './round-form.module.css';

type Props = { start: RoundValues };

/** Where and when, and how long each has; only of pitch rounds. */
export const PitchFields = ({ start }: Props) => (
  <>
    <VenueFields start={start} />
    <MinuteFields start={start} />
    <SessionFields start={start} />
  </>
);

export const VenueFields = ({ start }: Props) => (
  <div className={css.pair}>
    <TextField
      label={labels.venue}
      name="venue"
      hint={labels.venueHint}
      isOptional
      maxLength={LENGTHS.place}
      defaultValue={start['venue']}
    />
    <TextField
      label={labels.date}
      name="date"
      type="date"
      hint={labels.dateHint}
      isOptional
      defaultValue={start['date']}
    />
  </div>
);

function MinuteFields({ start }: Props) {
  const { id, problem } = useField({ name: 'minutes' });
  return (
    <fieldset className={css.rubric} id={id} tabIndex={-1} {...{ [FIELD]: 'minutes' }}>
      <legend className={fieldCss.label}>{labels.minutes}</legend>
      <div className={css.minutes}>
        {MINUTES.map((name) => (
          <TextField
            key={name}
            label={labels.minutesOf[name]}
            name={`minutes.${name}`}
            inputMode="numeric"
            defaultValue={start[`minutes.${name}`]}
          />
        ))}
      </div>
      <FieldError id={id}>{problem}</FieldError>
    </fieldset>
  );
}

/** A day of several sessions, or several days. */
export function SessionFields({ start }: Props) {
  const [keys, setKeys] = useState(() => sessionsIn(start));
  const next = useRef(Math.max(-1, ...keys) + 1);
  const { id, problem } = useField({ name: 'sessions', hint: labels.sessionsHint });
  const add = () => {
    const key = next.current;
    next.current += 1;
    setKeys([...keys, key]);
    requestAnimationFrame(() => document.getElementById(`field-sessions.${key}.from`)?.focus());
  };
  return (
    <fieldset className={css.rubric} id={id} tabIndex={-1} {...{ [FIELD]: 'sessions' }}>
      <legend className={fieldCss.label}>{labels.sessions}</legend>
      <FieldHint id={id}>{labels.sessionsHint}</FieldHint>
      {keys.map((key, place) => (
        <fieldset key={key} className={css.session}>
          <legend>{`${labels.session} ${place + 1}`}</legend>
          <TextField
            label={labels.sessionFrom}
            name={`sessions.${key}.from`}
            inputMode="numeric"
            defaultValue={start[`sessions.${key}.from`] ?? (place === 0 ? '1' : '')}
          />
          <TextField
            label={labels.sessionStarts}
            name={`sessions.${key}.starts_at`}
            type="datetime-local"
            defaultValue={start[`sessions.${key}.starts_at`]}
          />
          <Button
            variant="quiet"
            isSmall
            onClick={() => setKeys(keys.filter((other) => other !== key))}
          >
            {`${labels.removeSession} ${place + 1}`}
          </Button>
        </fieldset>
      ))}
      <FieldError id={id}>{problem}</FieldError>
      {keys.length < ROUNDS.sessions && (
        <Button variant="secondary" onClick={add}>
          {labels.addSession}
        </Button>
      )}
    </fieldset>
  );
}
