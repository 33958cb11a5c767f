import type { ReactNode } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { CreateProgramInput } from '#domain/programs/schema.ts';
import { SECTORS } from '#domain/sectors.ts';
import { paths } from '#app/paths.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import type { ItemForm } from '#app/editing/form/use-edit-form.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { RichTextField } from '#app/editing/rich-text/rich-text-field.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { DeadlineField } from './deadline-field.tsx';
import { ANNOUNCES_CHOICES, programLabels } from '../labels.ts';

const programForm = lazySchema(
  async () => (await import('#domain/programs/schema.ts')).createProgramInput,
);

type Props = {
  /** As in the inputs: the deadline as datetime-local. */
  values: Partial<Record<keyof CreateProgramInput, string>>;
  form: ItemForm<CreateProgramInput>;
  submitLabel: string;
};

/** The one form of a program: create and edit (title, sector and deadline are required). */
export function ProgramForm({ values, form, submitLabel }: Props) {
  const start = { ...values, ...form.draft.values };
  // Editors write the texts only.
  const isAdmin = useProfile().role === 'admin';
  return (
    <DraftForm
      form={form}
      read={(data) => checkForm(programForm, data)}
      submitLabel={submitLabel}
      cancelPath={paths.programs}
      drawPreview={drawPreview}
    >
      <TextField
        label={programLabels.formTitle}
        name="title"
        maxLength={LENGTHS.title}
        defaultValue={start.title}
      />
      {isAdmin ? <AdminFields start={start} /> : <KeptFields values={values} />}
      <RichTextField
        label={programLabels.description}
        name="description"
        hint="What you fund, who can apply and what to submit."
        isOptional
        defaultValue={start.description}
      />
    </DraftForm>
  );
}

type Values = Props['values'];

/** What admins alone decide. */
const AdminFields = ({ start }: { start: Values }) => (
  <>
    <SelectField
      label={programLabels.sector}
      name="sector"
      options={SECTORS}
      placeholder="Choose a sector"
      defaultValue={start.sector ?? ''}
    />
    <DeadlineField defaultValue={start.deadline_date} />
    <TextField
      label="Opening (date and time)"
      name="opens_at"
      type="datetime-local"
      hint="Until then, everyone can read about the program but nobody can apply."
      isOptional
      defaultValue={start.opens_at}
    />
    <SelectField
      label="Who sees it"
      name="is_public"
      hint="The public record of a round that has opened stays public either way."
      options={VISIBILITIES}
      defaultValue={start.is_public ?? 'true'}
    />
    <TextField
      label={programLabels.amount}
      name="amount_text"
      hint="As applicants will see it, such as GHS 50,000 to 250,000."
      maxLength={LENGTHS.amount}
      isOptional
      defaultValue={start.amount_text}
    />
    <TextField
      label={programLabels.decisionBy}
      name="decision_by"
      type="date"
      hint="The day by which applicants will hear from you."
      isOptional
      defaultValue={start.decision_by}
    />
    <SelectField
      label={programLabels.announces}
      name="announces"
      hint="“All together” holds every decision until you announce them."
      options={ANNOUNCES_CHOICES}
      defaultValue={start.announces ?? 'at_once'}
    />
  </>
);

const KEPT = [
  ...(['sector', 'deadline_date', 'opens_at', 'is_public'] as const),
  ...(['amount_text', 'decision_by', 'announces'] as const),
];

/** The same as they are, which the schema asks for and the server leaves alone. */
const KeptFields = ({ values }: { values: Values }) => (
  <>
    {KEPT.map((name) => (
      <input key={name} type="hidden" name={name} value={values[name] ?? ''} />
    ))}
  </>
);

async function drawPreview(data: FormData): Promise<ReactNode> {
  const { ProgramPreview } = await import('./program-preview.tsx');
  return <ProgramPreview data={data} now={new Date()} />;
}

const VISIBILITIES = [
  { value: 'true', label: 'Everyone' },
  { value: 'false', label: 'Only our team' },
] as const;
