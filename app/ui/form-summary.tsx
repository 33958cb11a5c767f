import { useEffect, useMemo, useRef } from 'react';
import { SEVERAL_FIELDS } from '#domain/problem.ts';
import { fieldId } from './field.tsx';
import css from './form.module.css';
import type { FormProblem } from './form-values.ts';
import { FIELD } from './use-remaining-errors.ts';

type Props = {
  /** What is still wrong. */
  problem: FormProblem;
  /** The original refusal: a new one takes the focus. */
  refusal?: FormProblem;
  /** Shows the field of this name where it may be hidden. */
  onFix?: (name: string) => void;
};

/** What is missing, in the order of the form, with links to the fields. */
export function FormSummary({ problem, refusal = problem, onFix }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [refusal]);
  const fields = useFormOrder(problem);
  const [sole] = fields.length === 1 && fields[0]![1] === problem.message ? fields : [];
  return (
    <div ref={ref} className={css.summary} tabIndex={-1} role="alert">
      <h2>
        {sole ? (
          <FieldLink name={sole[0]} message={sole[1]} onFix={onFix} />
        ) : (
          describe(problem.message, fields.length)
        )}
      </h2>
      {fields.length > 0 && !sole && <FieldLinks fields={fields} onFix={onFix} />}
    </div>
  );
}

const describe = (message: string, count: number): string =>
  message === SEVERAL_FIELDS && count > 1 ? `There is a problem with ${count} answers.` : message;

type MissingProps = {
  title: string;
  fields: readonly (readonly [name: string, message: string])[];
  onFix: (name: string) => void;
};

/** What is missing before anything was refused: it looks like a refusal, but interrupts nobody. */
export const MissingSummary = ({ title, fields, onFix }: MissingProps) => (
  <div className={css.summary}>
    <p className={css.title}>{title}</p>
    <FieldLinks fields={fields} onFix={onFix} />
  </div>
);

const FieldLinks = ({ fields, onFix }: Pick<MissingProps, 'fields'> & Pick<Props, 'onFix'>) => (
  <ul className="bare">
    {fields.map(([name, message]) => (
      <li key={name}>
        <FieldLink name={name} message={message} onFix={onFix} />
      </li>
    ))}
  </ul>
);

/** The refusals in the order of their fields on the screen; others last. */
function useFormOrder(problem: FormProblem): [name: string, message: string][] {
  return useMemo(() => {
    const fields = Object.entries(problem.fields ?? {});
    // On the server, only the schema's order is known.
    if (typeof document === 'undefined') return fields;
    const fieldIds = [...document.querySelectorAll('form [id]')].map(({ id }) => id);
    const placeOf = (name: string): number => {
      const index = fieldIds.indexOf(fieldId(name));
      return index < 0 ? fieldIds.length : index;
    };
    return fields.toSorted(([a], [b]) => placeOf(a) - placeOf(b)).map(toNamed);
  }, [problem]);
}

/** Where several fields have the same sentence, the field comes first. */
function toNamed(
  [name, sentence]: [name: string, message: string],
  _: number,
  all: readonly (readonly [name: string, message: string])[],
): [name: string, message: string] {
  if (all.filter(([, other]) => other === sentence).length === 1) return [name, sentence];
  const field = document.getElementById(fieldId(name))?.closest(`[${FIELD}]`);
  const label = field?.querySelector(':is(label, legend, span) > span')?.textContent;
  return [name, withField(label, sentence)];
}

/** "Market: Choose a score.", "Is it registered? Answer this question." */
export const withField = (label: string | null | undefined, sentence: string): string =>
  label ? `${label.replace(/[^?!.]$/, '$&:')} ${sentence}` : sentence;

type LinkProps = { name: string; message: string; onFix: Props['onFix'] };

const FieldLink = ({ name, message, onFix }: LinkProps) => (
  <a href={`#${fieldId(name)}`} onClick={(event) => focusField(event, name, onFix)}>
    {message}
  </a>
);

function focusField(
  event: { preventDefault: () => void },
  name: string,
  onFix: Props['onFix'],
): void {
  const field = document.getElementById(fieldId(name));
  if (!field) return;
  event.preventDefault();
  if (onFix) return onFix(name);
  field.focus();
  field.scrollIntoView({ block: 'center' });
}
