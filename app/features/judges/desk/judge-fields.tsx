import { LENGTHS } from '#domain/constants.ts';
import { REGIONS } from '#domain/regions.ts';
import { SelectField, TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { judgeLabels as labels } from './labels.ts';

export type Start = Partial<Record<string, string>>;

/** What an admin enters about a judge, both when inviting and later. */
export const JudgeFields = ({ start }: { start: Start }) => (
  <>
    <TextField
      label={labels.firstName}
      name="first_name"
      maxLength={LENGTHS.name}
      defaultValue={start['first_name']}
    />
    <TextField
      label={labels.lastName}
      name="last_name"
      maxLength={LENGTHS.name}
      defaultValue={start['last_name']}
    />
    <SelectField
      label={labels.region}
      name="region"
      hint={labels.regionHint}
      isOptional
      options={REGIONS}
      placeholder={labels.noRegion}
      defaultValue={start['region'] ?? ''}
    />
    <TextField
      label={labels.position}
      name="position"
      hint={labels.positionHint}
      isOptional
      maxLength={LENGTHS.place}
      defaultValue={start['position']}
    />
    <TextAreaField
      label={labels.organisations}
      name="organisations"
      hint={labels.organisationsHint}
      isOptional
      rows={4}
      defaultValue={start['organisations']}
    />
  </>
);
