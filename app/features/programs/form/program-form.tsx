import { LENGTHS } from '#domain/constants.ts';
import { createProgramInput, type CreateProgramInput } from '#domain/programs/schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import { paths } from '#app/paths.ts';
import type { useCall } from '#app/editing/use-call.ts';
import { DraftOffer } from '#app/editing/draft-offer.tsx';
import type { DraftKeeper } from '#app/editing/use-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { readForm } from '#app/ui/form-values.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { RichTextField } from '#app/editing/rich-text-field.tsx';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { DeadlineField } from './deadline-field.tsx';
import { words } from '../words.ts';

type Props = {
  /** As the fields have them: the deadline as datetime-local. */
  values: Partial<Record<keyof CreateProgramInput, string>>;
  keeper: DraftKeeper;
  submitLabel: string;
  call: ReturnType<typeof useCall>;
  onSubmit: (input: CreateProgramInput) => void;
};

/** The one form of a program: create and edit (title, sector and deadline are required). */
export function ProgramForm({ values, keeper, submitLabel, call, onSubmit }: Props) {
  const start = { ...values, ...keeper.values };
  const submit = (data: FormData) => {
    const { value, problem } = readForm(createProgramInput, data);
    if (value) onSubmit(value);
    else call.refuse(problem);
  };
  return (
    <>
      <DraftOffer keeper={keeper} />
      <Form
        id={MAIN_FORM}
        key={keeper.version}
        problem={call.problem}
        onSubmit={submit}
        onValues={keeper.save}
      >
        <TextField
          label={words.formTitle}
          name="title"
          maxLength={LENGTHS.title}
          defaultValue={start.title}
        />
        <SelectField
          label={words.sector}
          name="sector"
          options={SECTORS}
          placeholder={words.chooseSector}
          defaultValue={start.sector ?? ''}
        />
        <DeadlineField defaultValue={start.deadline_date} />
        <RichTextField
          label={words.description}
          name="description"
          hint={words.descriptionHint}
          isOptional
          defaultValue={start.description}
        />
        <FormActions>
          <Button type="submit" isBusy={call.isBusy}>
            {submitLabel}
          </Button>
          <LinkButton to={paths.programs} variant="secondary">
            {words.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  );
}
