import { useEffect, useRef, useState } from 'react';
import { suggestEmail } from '#domain/accounts/email-rules.ts';
import { normaliseEmail } from '#domain/accounts/rules.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { PERSON_LABELS, accountLabels } from '../labels.ts';
import css from './person-fields.module.css';

type Props = {
  email: string | undefined;
  isRequired: boolean;
  onEmail: ((email: string) => void) | undefined;
};

const meantBy = (typed: string) => suggestEmail(normaliseEmail(typed));

/**
 * Asks about a likely slip in a great provider's name once the field is left, even before the
 * script had loaded; it refuses none.
 */
export function EmailField({ email, isRequired, onEmail }: Props) {
  const [meant, setMeant] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current!;
    const isTyped = input.value !== input.defaultValue;
    if (isTyped && input !== document.activeElement) setMeant(meantBy(input.value));
  }, []);
  const takeMeant = () => {
    const input = field.current!;
    input.value = meant!;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    onEmail?.(meant!);
    setMeant(undefined);
    input.focus();
  };
  return (
    <>
      <TextField
        ref={field}
        label={PERSON_LABELS.email}
        name="email"
        type="email"
        aria-required={isRequired}
        defaultValue={email}
        onChange={({ target }) => {
          setMeant(undefined);
          onEmail?.(target.value);
        }}
        onBlur={({ target }) => setMeant(meantBy(target.value))}
      />
      <div role="status" className={meant && css.meant}>
        {meant && (
          <>
            <span>{accountLabels.askEmail(meant)}</span>
            <Button variant="secondary" onClick={takeMeant}>
              {accountLabels.useEmail}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
