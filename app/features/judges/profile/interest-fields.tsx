import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { invitationLabels as labels } from './labels.ts';

/** Values of the form: each list as lines. */
export type InterestValues = { organisations?: string; people?: string; is_named?: string };

/** What a judge could not judge freely, and whether they may be named. */
export function InterestFields({ values }: { values: InterestValues }) {
  return (
    <>
      <TextAreaField
        label={labels.organisations}
        name="organisations"
        hint={labels.organisationsHint}
        rows={3}
        isOptional
        defaultValue={values.organisations}
      />
      <TextAreaField
        label={labels.people}
        name="people"
        hint={labels.peopleHint}
        rows={3}
        isOptional
        defaultValue={values.people}
      />
    </>
  );
}

/** Apart from the interests: it stands below its own question. */
export const NamingField = ({ values }: { values: InterestValues }) => (
  <CheckboxField
    name="is_named"
    label={labels.isNamed}
    hint={labels.isNamedHint}
    defaultChecked={values.is_named === 'true'}
  />
);
