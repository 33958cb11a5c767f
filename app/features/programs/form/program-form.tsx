import { LENGTHS } from '#domain/constants.ts';
import { createProgramInput, type CreateProgramInput } from '#domain/programs/schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import { paths } from '#app/paths.ts';
import type { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import type { FormDraft } from '#app/editing/use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { readForm } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { RichTextField } from '#app/editing/rich-text-field.tsx';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { DeadlineField } from './deadline-field.tsx';
import { programLabels } from '../labels.ts';

type Props = {
  /** As the fields have them: the deadline as datetime-local. */
  values: Partial<Record<keyof CreateProgramInput, string>>;
  draft: FormDraft;
  submitLabel: string;
  call: ReturnType<typeof useFormSubmit>;
  onSubmit: (input: CreateProgramInput) => void;
};

/** The one form of a program: create and edit (title, sector and deadline are required). */
export function ProgramForm({ values, draft, submitLabel, call, onSubmit }: Props) {
  const start = { ...values, ...draft.values };
  const submit = (data: FormData) => {
    const { value, problem } = readForm(createProgramInput, data);
    if (value) onSubmit(value);
    else call.refuse(problem);
  };
  return (
    <>
      <RestoreDraft draft={draft} />
      <Form
        id={MAIN_FORM}
        key={draft.version}
        problem={call.problem}
        onSubmit={submit}
        onValues={draft.save}
      >
        <TextField
          label={programLabels.formTitle}
          name="title"
          maxLength={LENGTHS.title}
          defaultValue={start.title}
        />
        <SelectField
          label={programLabels.sector}
          name="sector"
          options={SECTORS}
          placeholder={programLabels.chooseSector}
          defaultValue={start.sector ?? ''}
        />
        <DeadlineField defaultValue={start.deadline_date} />
        <RichTextField
          label={programLabels.description}
          name="description"
          hint={programLabels.descriptionHint}
          isOptional
          defaultValue={start.description}
        />
        <FormActions>
          <Button type="submit" isBusy={call.isBusy}>
            {submitLabel}
          </Button>
          <LinkButton to={paths.programs} variant="secondary">
            {programLabels.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  );
}
