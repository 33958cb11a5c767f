import type { ComponentProps } from 'react';
import { numberOrText } from '#domain/numbers.ts';
import { QUESTIONS } from '#domain/questions/rules.ts';
import { charactersOf } from '#domain/questions/answers.ts';
import { Field, type ControlProps } from '#app/ui/field.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { describeLeft } from './labels.ts';
import { fieldTextOf, keyboardOf, type QuestionFieldProps } from './read-question.ts';
import css from './question-fields.module.css';

const shownText = (value: QuestionFieldProps['value']): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const ShortTextField = (props: QuestionFieldProps) => (
  <Field {...fieldTextOf(props)}>
    {(control) => (
      <>
        <Line {...props} control={control} />
        <Left {...props} />
      </>
    )}
  </Field>
);

export const LongTextField = (props: QuestionFieldProps) => (
  <Field {...fieldTextOf(props)}>
    {(control) => (
      <>
        <textarea
          rows={6}
          defaultValue={shownText(props.value)}
          onChange={({ target }) => props.onChange(target.value)}
          aria-required={props.question.is_required || undefined}
          {...control}
        />
        <Left {...props} />
      </>
    )}
  </Field>
);

/** As text: a number field drops what it cannot read. */
export const NumberField = (props: QuestionFieldProps) => (
  <Field {...fieldTextOf(props)}>
    {(control) => (
      <Line
        {...props}
        onChange={(text) => props.onChange(numberOrText(String(text)))}
        control={shorten(control)}
        inputMode={keyboardOf(props.question)}
        autoComplete="off"
      />
    )}
  </Field>
);

export const DateField = (props: QuestionFieldProps) => (
  <Field {...fieldTextOf(props)}>
    {(control) => (
      <Line
        {...props}
        control={shorten(control)}
        type="date"
        min={props.question.min ?? undefined}
        max={props.question.max ?? undefined}
      />
    )}
  </Field>
);

const shorten = (control: ControlProps): ControlProps => ({
  ...control,
  className: classNames(control.className, css.short),
});

type LineProps = QuestionFieldProps & { control: ControlProps } & Pick<
    ComponentProps<'input'>,
    'type' | 'min' | 'max' | 'inputMode' | 'autoComplete'
  >;

function Line({ question, value, onChange, control, error: _, ...rest }: LineProps) {
  return (
    <input
      type="text"
      {...rest}
      defaultValue={shownText(value)}
      onChange={({ target }) => onChange(target.value)}
      aria-required={question.is_required || undefined}
      {...control}
    />
  );
}

/** The share of the longest answer from which on it is told what is left. */
const NEARLY = 0.75;

/** How much can still be written; a limit of the program's own is always told. */
function Left({ question: { kind, max_length }, value }: QuestionFieldProps) {
  const usual = kind === 'short_text' ? QUESTIONS.shortText : QUESTIONS.longText;
  const most = max_length ?? usual;
  const left = most - charactersOf(shownText(value));
  if (most === usual && left > most * (1 - NEARLY)) return null;
  return (
    <span
      className={`${css.left} note`}
      data-over={left < 0 ? '' : undefined}
      role={left < 0 ? 'status' : undefined}
    >
      {describeLeft(left)}
    </span>
  );
}
