import { useQuery } from '@tanstack/react-query';
import type { Interests } from '#domain/judges/schema.ts';
import { LENGTHS } from '#domain/constants.ts';
import { REGIONS } from '#domain/regions.ts';
import { EDITED } from '#app/api/query-keys.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useConflictPanel } from '#app/editing/form/use-conflict-panel.tsx';
import { RestoreDraft } from '#app/editing/restore-draft.tsx';
import { useDraft } from '#app/editing/use-draft.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { accountLabels } from '#app/features/accounts/labels.ts';
import { InterestFields, NamingField } from '#app/features/judges/profile/interest-fields.tsx';
import { compareInterests } from '#app/features/judges/profile/interests-conflict.ts';
import { interestValues, readInterests } from '#app/features/judges/profile/read-interests.ts';
import { invitationLabels as labels } from '#app/features/judges/profile/labels.ts';
import { judgingCalls } from '#app/features/judging/judging-calls.ts';
import { useProfile } from '#app/session/use-session.ts';
import { Button } from '#app/ui/button.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { Form, FormActions, MAIN_FORM } from '#app/ui/form.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { SelectField, TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { Waiting } from '#app/ui/waiting.tsx';

const interestsForm = lazySchema(
  async () => (await import('#domain/judges/schema.ts')).updateInterestsInput,
);

export const meta = () => [{ title: labels.interestsTitle }];

const useInterests = () =>
  useQuery({
    queryKey: ['judging', 'interests'],
    queryFn: ({ signal }) => judgingCalls.getInterests({ signal, fallback: labels.loadFailed }),
    ...EDITED,
  });

/** /dashboard/judging/interests: whose businesses a judge could not judge freely. */
export default function JudgeInterests() {
  const query = useInterests();
  const { data: interests, refetch } = query;
  return (
    <>
      <PageHeading title={labels.interestsTitle} lead={labels.interestsLead} isSheet />
      <Waiting query={query} label={labels.loadingInterests} rows={4} />
      {interests && (
        <InterestsForm key={interests.etag} interests={interests} onReload={() => void refetch()} />
      )}
    </>
  );
}

type Props = { interests: Versioned<Interests>; onReload: () => void };

function InterestsForm({ interests, onReload }: Props) {
  const draft = useDraft('interests', useProfile().id);
  const { problem, isBusy, run, refuse } = useFormSubmit(labels.saveFailed);
  const { attempt, conflictPanel } = useConflictPanel(
    {
      current: interests,
      save: (input: Parameters<typeof judgingCalls.updateInterests>[0], { etag }) =>
        judgingCalls.updateInterests(input, { etag, fallback: labels.saveFailed }),
      fetchFresh: () => judgingCalls.getInterests(),
      compare: compareInterests,
      onReload,
    },
    { draft, isBusy },
  );
  const save = (data: FormData) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(interestsForm, {
        ...readInterests(data),
        position: data.get('position'),
        // An empty one stays as it is.
        region: data.get('region') || undefined,
      });
      if (!value) return refuse(refusal);
      if (!(await attempt(value))) return;
      toast.success(labels.interestsSaved);
      draft.clear();
      onReload();
    });
  const values: Record<string, string | undefined> = {
    ...interestValues(interests),
    ...{ position: interests.position, region: interests.region },
    ...draft.values,
  };
  return (
    <>
      {conflictPanel && <div>{conflictPanel}</div>}
      <RestoreDraft draft={draft} />
      <Form
        id={MAIN_FORM}
        key={draft.version}
        problem={problem}
        onSubmit={(data) => void save(data)}
        onValues={draft.save}
      >
        <InterestFields values={values} />
        <TextField
          label={labels.position}
          name="position"
          hint={labels.positionHint}
          maxLength={LENGTHS.place}
          isOptional
          defaultValue={values['position']}
        />
        <SelectField
          label={labels.region}
          name="region"
          hint={labels.regionHint}
          options={REGIONS}
          placeholder={accountLabels.chooseRegion}
          isOptional
          defaultValue={values['region']}
        />
        <h2>{labels.naming}</h2>
        <NamingField values={values} />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {labels.save}
          </Button>
        </FormActions>
      </Form>
    </>
  );
}
