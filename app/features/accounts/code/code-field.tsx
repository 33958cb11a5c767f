import {
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react';
import { findCode } from '#domain/accounts/code-rules.ts';
import { classNames } from '#app/ui/class-names.ts';
import css from './code-field.module.css';
import { enterDigits } from './enter-digits.ts';
import { FieldError, FieldHint, fieldId, useField, type FieldText } from '#app/ui/field.tsx';
import field from '#app/ui/field.module.css';
import { FormContext } from '#app/ui/form-context.ts';
import { FIELD } from '#app/ui/use-remaining-errors.ts';

type Props = FieldText & {
  length: number;
  /**
   * Called when the last digit of a newly entered code is typed, but never when a digit is
   * corrected.
   */
  onComplete?: (code: string) => void;
  autoFocus?: boolean;
};

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * A one-time code in single-digit boxes: advances automatically, Backspace goes back, a pasted or
 * autofilled code fills all boxes. A refused code is cleared, and the first box gets the focus.
 */
export function CodeField({ label, name, hint, error, length, onComplete, autoFocus }: Props) {
  const [digits, setDigits] = useState<readonly string[]>(() => emptyBoxes(length));
  const [refusal, setRefusal] = useState<string>();
  // Otherwise correcting a full code digit by digit would submit it at each key press, and each
  // time use up an attempt.
  const wasFull = useRef(false);
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const { id, problem, control } = useField({ name, hint, error });
  const focus = (place: number) => boxes.current[Math.min(Math.max(place, 0), length - 1)]?.focus();

  const enter = (place: number, text: string) => {
    const next = enterDigits(digits, place, text);
    setDigits(next.digits);
    setRefusal(next.refusal);
    focus(next.place);
    const code = next.digits.join('');
    const isWhole = code.length === length && code !== digits.join('');
    if (isWhole && (!wasFull.current || isPasted(text, length))) onComplete?.(code);
    wasFull.current = code !== '' && (wasFull.current || code.length === length);
  };
  const empty = () => {
    if (digits.includes('')) return;
    setDigits(emptyBoxes(length));
    wasFull.current = false;
    focus(0);
  };
  useEmptyWhenRefused(name, empty);
  const paste = (place: number, event: ClipboardEvent) => {
    event.preventDefault();
    enter(place, event.clipboardData.getData('text'));
  };
  const press = (place: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace' && digits[place] === '' && place > 0) {
      event.preventDefault();
      enter(place - 1, '');
      focus(place - 1);
    } else if (event.key in STEPS) {
      event.preventDefault();
      focus(place + STEPS[event.key]!);
    }
  };

  return (
    <fieldset
      className={field.field}
      {...{ [FIELD]: name }}
      aria-describedby={control['aria-describedby']}
    >
      <legend className={field.label}>{label}</legend>
      {hint && <FieldHint id={id}>{hint}</FieldHint>}
      <div className={css.boxes}>
        {digits.map((digit, place) => (
          <input
            key={place}
            ref={(box) => void (boxes.current[place] = box)}
            id={place === 0 ? fieldId(name) : undefined}
            className={classNames(field.control, css.box)}
            value={digit}
            onChange={({ target }) => enter(place, target.value)}
            onPaste={(event) => paste(place, event)}
            onKeyDown={(event) => press(place, event)}
            onFocus={({ target }) => target.select()}
            inputMode="numeric"
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${place + 1} of ${length}`}
            aria-invalid={control['aria-invalid']}
            autoFocus={autoFocus && place === 0}
          />
        ))}
      </div>
      <input type="hidden" name={name} value={digits.join('')} />
      <FieldError id={id}>{problem}</FieldError>
      {refusal && (
        <p className={field.error} role="status">
          {refusal}
        </p>
      )}
    </fieldset>
  );
}

const emptyBoxes = (length: number): string[] => Array<string>(length).fill('');
const isPasted = (text: string, length: number): boolean => findCode(text, length) !== undefined;

/** Not for codes that this device refuses: one of five digits only needs the sixth. */
function useEmptyWhenRefused(name: string, empty: () => void): void {
  const { refusal } = use(FormContext);
  const emptyNow = useEffectEvent(empty);
  useEffect(() => {
    if (refusal?.fields?.[name]) emptyNow();
  }, [refusal, name]);
}
