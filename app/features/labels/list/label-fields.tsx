import type { Label } from '#domain/labels/schema.ts';
import css from '#app/ui/choice-group.module.css';
import field from '#app/ui/field.module.css';
import { FieldError, fieldId, useField } from '#app/ui/field.tsx';
import { FIELD } from '#app/ui/use-remaining-errors.ts';
import { LabelBadge } from '../label-badge.tsx';
import fieldsCss from './label-fields.module.css';

type Props = {
  legend: string;
  name: string;
  labels: readonly Label[];
  /** Ids. */
  chosen?: readonly string[];
};

/** Any number of labels; the form holds their ids. */
export function LabelFields({ legend, name, labels, chosen = [] }: Props) {
  const { id, problem, control } = useField({ name });
  return (
    <fieldset
      className={field.field}
      {...{ [FIELD]: name }}
      aria-describedby={control['aria-describedby']}
    >
      <legend className={field.label}>{legend}</legend>
      <div className={fieldsCss.choices}>
        {labels.map((label, place) => (
          <label key={label.id} className={css.choice}>
            <input
              id={place === 0 ? fieldId(name) : undefined}
              type="checkbox"
              name={name}
              value={label.id}
              defaultChecked={chosen.includes(label.id)}
            />
            <LabelBadge label={label} />
          </label>
        ))}
      </div>
      <FieldError id={id}>{problem}</FieldError>
    </fieldset>
  );
}
