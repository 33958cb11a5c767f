import { useNavigate } from 'react-router';
import type { Judge, UpdateJudgeInput } from '#domain/judges/schema.ts';
import { paths } from '#app/paths.ts';
import type { Versioned } from '#app/api/transport.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { onlyDifferent } from '#app/editing/form/edit-conflict.tsx';
import { useEditForm } from '#app/editing/form/use-edit-form.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
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
  const navigate = useNavigate();
  const { update } = useJudgeChanges();
  const { draft, call, submit, conflictPanel } = useEditForm<Judge, UpdateJudgeInput>({
    draftName: `judge:${judge.id}`,
    current: judge,
    save: (mine, { etag }) => update(judge.id, mine, etag),
    fetchFresh: () => judgeCalls.get(judge.id),
    compare,
    fallback: labels.updateFailed,
    onSaved: async () => {
      toast.success(labels.updated);
      await navigate(paths.judge({ id: judge.id }));
    },
    onReload,
  });
  const start: Start = { ...startOf(judge), ...draft.values };
  const isNamed = draft.version > 0 ? 'is_named' in draft.values : judge.is_named;
  return (
    <>
      {conflictPanel}
      <DraftForm
        draft={draft}
        call={call}
        read={(data) => checkForm(editForm, readJudge(data))}
        submitLabel={labels.save}
        cancelLabel={labels.cancel}
        cancelPath={paths.judge({ id: judge.id })}
        onSubmit={submit}
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
    </>
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

const compare = (theirs: Judge, mine: UpdateJudgeInput) =>
  onlyDifferent([
    {
      label: labels.name,
      theirs: nameOf(theirs),
      mine: nameOf({ ...theirs, ...mine } as Judge),
    },
    { label: labels.region, theirs: theirs.region, mine: mine.region ?? theirs.region },
    { label: labels.position, theirs: theirs.position, mine: mine.position ?? theirs.position },
    {
      label: labels.organisations,
      theirs: theirs.organisations.join('\n'),
      mine: (mine.organisations ?? theirs.organisations).join('\n'),
    },
    {
      label: labels.people,
      theirs: theirs.people.join('\n'),
      mine: (mine.people ?? theirs.people).join('\n'),
    },
    {
      label: labels.phone,
      theirs: theirs.phone_number,
      mine: mine.phone_number ?? theirs.phone_number,
    },
  ]);
