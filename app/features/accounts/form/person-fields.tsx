import type { ReactNode } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { REGIONS } from '#domain/regions.ts';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { EmailField } from './email-field.tsx';
import css from './person-fields.module.css';
import { PERSON_LABELS as labels, accountLabels, type Person } from '../labels.ts';

type Props = {
  values: Partial<Record<keyof Person, string>>;
  /** The profile requires less than registration. */
  isProfile?: boolean;
  onEmail?: (email: string) => void;
  /** Below the e-mail, such as what to do if it is already registered. */
  afterEmail?: ReactNode;
};

/** Name and contact details: at registration, in Create Admin and in the profile. */
export function PersonFields({ values, isProfile = false, onEmail, afterEmail }: Props) {
  return (
    <>
      <div className={css.pair}>
        <TextField
          label={labels.first_name}
          name="first_name"
          autoComplete="given-name"
          maxLength={LENGTHS.name}
          aria-required={!isProfile}
          defaultValue={values.first_name}
        />
        <TextField
          label={labels.last_name}
          name="last_name"
          autoComplete="family-name"
          maxLength={LENGTHS.name}
          aria-required={!isProfile}
          defaultValue={values.last_name}
        />
      </div>
      <EmailField isRequired={!isProfile} email={values.email} onEmail={onEmail} />
      {afterEmail}
      <TextField
        label={labels.phone_number}
        name="phone_number"
        type="tel"
        hint={accountLabels.phoneHint}
        isOptional={isProfile}
        defaultValue={values.phone_number}
      />
      <div className={css.pair}>
        <SelectField
          label={labels.region}
          name="region"
          options={REGIONS}
          placeholder={isProfile ? accountLabels.nothing : accountLabels.chooseRegion}
          isOptional={isProfile}
          autoComplete="address-level1"
          defaultValue={values.region ?? ''}
        />
        <TextField
          label={labels.city}
          name="city"
          autoComplete="address-level2"
          maxLength={LENGTHS.name}
          isOptional={isProfile}
          defaultValue={values.city}
        />
      </div>
      <TextField
        label={labels.digital_address}
        name="digital_address"
        hint={accountLabels.addressHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LENGTHS.digitalAddress}
        isOptional={isProfile}
        defaultValue={values.digital_address}
      />
    </>
  );
}
