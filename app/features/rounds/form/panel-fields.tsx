import type { Judge } from '#domain/judges/schema.ts';
import { JUDGE_STATES } from '#app/features/judges/desk/labels.ts';
import { nameOf } from '#app/features/judges/desk/use-judges.ts';
import { roundLabels as labels } from '../desk/labels.ts';
import { ChoiceFields } from './choice-fields.tsx';
import type { RoundValues } from './read-round.ts';

type Props = { start: RoundValues; judges: readonly Judge[] };

/** Who judges: everybody who was invited and has not declined. */
export function PanelFields({ start, judges }: Props) {
  const choices = judges
    .filter(({ id, state }) => state !== 'declined' || `judge_ids.${id}` in start)
    .map((judge) => ({
      value: judge.id,
      label: nameOf(judge),
      note: [judge.region, judge.state !== 'accepted' && JUDGE_STATES[judge.state]]
        .filter(Boolean)
        .join(', '),
    }));
  return (
    <ChoiceFields
      legend={labels.judges}
      hint={choices.length > 0 ? labels.judgesHint : labels.noJudges}
      name="judge_ids"
      start={start}
      choices={choices}
    />
  );
}
