import type { Judge, UpdateJudgeInput } from '#domain/judges/schema.ts';
import { paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { judgeCalls } from './judge-calls.ts';
import { judgeLabels as labels } from './labels.ts';
import { nameOf, useJudgeChanges } from './use-judges.ts';
import { JudgeFields, type Start } from './judge-fields.tsx';
import { readJudge } from './read-judge.ts';

const editForm = lazySchema(
  async () => (await import('#domain/judges/schema.ts')).updateJudgeInput,
);

type Props = {
  judge: Versioned<Judge>;
  /** Redraws the form from the saved version. */ onReload: () => void;
};

/** Everything but the email. If somebody else has saved, both versions are shown side by side. */
export function EditJudgeForm({ judge, onReload }: Props) {
  const { update } = useJudgeChanges();
  const form = useEditForm({
    draftName: `judge:${judge.id}`,
    current: judge,
    save: (mine: UpdateJudgeInput, { etag }) => update(judge.id, mine, etag),
    fetchFresh: () => judgeCalls.get(judge.id),
    compare,
    fallback: labels.updateFailed,
    done: labels.updated,
    next: () => paths.judge({ id: judge.id }),
    onReload,
  });
  const { draft } = form;
  const start: Start = { ...startOf(judge), ...draft.values };
  const isNamed = draft.version > 0 ? 'is_named' in draft.values : judge.is_named;
  return (
    <DraftForm
      form={form}
      read={(data) => checkForm(editForm, readJudge(data))}
      submitLabel={labels.save}
      cancelPath={paths.judge({ id: judge.id })}
    >
      <JudgeFields start={start} />
      <TextAreaField
        label={labels.people}
        name="people"
        hint={labels.peopleHint}
        isOptional
        rows={4}
        defaultValue={start['people']}
      />
      <TextField
        label={labels.phone}
        name="phone_number"
        type="tel"
        isOptional
        defaultValue={start['phone_number']}
      />
      <CheckboxField label={labels.isNamed} name="is_named" defaultChecked={isNamed} />
    </DraftForm>
  );
}

const startOf = ({ is_named: _, organisations, people, ...judge }: Judge): Start => ({
  first_name: judge.first_name,
  last_name: judge.last_name,
  region: judge.region,
  position: judge.position,
  phone_number: judge.phone_number,
  organisations: organisations.join('\n'),
  people: people.join('\n'),
});

type Reader = (judge: Judge) => string;

/** What the form leaves out stays. */
const compare = (theirs: Judge, mine: UpdateJudgeInput) => {
  const field = (label: string, read: Reader) => ({
    label,
    theirs: read(theirs),
    mine: read({ ...theirs, ...mine } as Judge),
  });
  return onlyDifferent([
    field(labels.name, nameOf),
    field(labels.region, ({ region }) => region),
    field(labels.position, ({ position }) => position),
    field(labels.organisations, ({ organisations }) => organisations.join('\n')),
    field(labels.people, ({ people }) => people.join('\n')),
    field(labels.phone, (judge) => judge.phone_number),
  ]);
};
