import { useSearchParams } from 'react-router';
import type { Judge } from '#domain/judges/schema.ts';
import { NEW_ROUND } from '#domain/rounds/new-round.ts';
import type { Round } from '#domain/rounds/schema.ts';
import { paths } from '#app/paths.ts';
import { useProgramChoices } from '#app/features/programs/use-program-choices.ts';
import { DraftForm } from '#app/editing/form/draft-form.tsx';
import { useCreateForm } from '#app/editing/form/use-edit-form.tsx';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { SelectField } from '#app/ui/text-field.tsx';
import { roundLabels as labels } from '../desk/labels.ts';
import { useRoundChanges } from '../desk/use-rounds.ts';
import { readRound, valuesOf, type RoundValues } from './read-round.ts';
import { RoundFields } from './round-fields.tsx';

type Props = {
  judges: readonly Judge[];
  /** Rounds to start from. */ rounds: readonly Round[];
};

/** A new draft, empty or like another round; it leads to the round. */
export function CreateRoundForm({ judges, rounds }: Props) {
  const [search, setSearch] = useSearchParams();
  const copied = rounds.find(({ id }) => id === search.get('copy'));
  const start = copied
    ? { ...valuesOf({ ...copied, sessions: [], date: null }), position: '', closes_at: '' }
    : {
        ...valuesOf({ ...NEW_ROUND, criteria: [], judge_ids: [], sessions: [] }),
        program_id: search.get('program_id') ?? '',
      };
  return (
    <>
      {rounds.length > 0 && (
        <SelectField
          label={labels.copyOf}
          name="copy"
          isOptional
          placeholder={labels.copyNone}
          options={rounds.map(({ id, name, program_title }) => ({
            value: id,
            label: `${name}, ${program_title}`,
          }))}
          value={copied?.id ?? ''}
          onChange={({ target }) =>
            setSearch(target.value ? { copy: target.value } : {}, { replace: true })
          }
        />
      )}
      <NewRound key={copied?.id ?? ''} usual={start} judges={judges} />
    </>
  );
}

function NewRound({ usual, judges }: { usual: RoundValues; judges: readonly Judge[] }) {
  const programs = useProgramChoices();
  const form = useCreateForm({
    draftName: 'round:new',
    create: useRoundChanges().create,
    fallback: labels.saveFailed,
    done: (made) => ('id' in made ? labels.created : labels.createdZones),
    next: (made) => ('id' in made ? paths.round({ id: made.id }) : paths.rounds()),
  });
  const { draft } = form;
  const start: RoundValues = draft.version > 0 ? draft.values : usual;
  return (
    <DraftForm
      form={form}
      read={readRound}
      submitLabel={labels.create}
      cancelPath={lastListUrl(paths.rounds())}
    >
      <RoundFields
        start={start}
        judges={judges}
        isNew
        program={
          <SelectField
            key={String(programs.length > 0)}
            label={labels.program}
            name="program_id"
            placeholder={labels.chooseProgram}
            options={programs}
            defaultValue={start['program_id']}
          />
        }
      />
    </DraftForm>
  );
}
