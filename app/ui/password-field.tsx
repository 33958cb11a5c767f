import { useState, type ComponentProps, type ReactNode } from 'react';
import css from './field.module.css';
import { Field, type FieldText } from './field.tsx';

type Props = FieldText &
  Omit<ComponentProps<'input'>, 'name' | 'id' | 'className' | 'type'> & {
    autoComplete: 'current-password' | 'new-password';
    /** Shown below the input, such as a strength label. */ after?: ReactNode;
  };

/** A password with a Show/Hide toggle. */
export function PasswordField({ label, name, hint, error, after, ...rest }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <Field {...{ label, name, hint, error }}>
      {(control) => (
        <>
          <div className={css.withToggle}>
            <input
              autoCapitalize="none"
              spellCheck={false}
              {...rest}
              aria-required
              {...control}
              type={isShown ? 'text' : 'password'}
            />
            <button
              type="button"
              className={css.toggle}
              onClick={() => setShown(!isShown)}
              aria-label={isShown ? `Hide: ${label}` : `Show: ${label}`}
              aria-controls={control.id}
            >
              {isShown ? 'Hide' : 'Show'}
            </button>
          </div>
          {after}
        </>
      )}
    </Field>
  );
}
