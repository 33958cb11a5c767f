import { REGIONS } from '#domain/regions.ts';
import { roundLabels as labels } from '../desk/labels.ts';
import { ChoiceFields } from './choice-fields.tsx';
import type { RoundValues } from './read-round.ts';

/** None stands for all of them. */
export const RegionFields = ({ start }: { start: RoundValues }) => (
  <ChoiceFields
    legend={labels.regions}
    hint={labels.regionsHint}
    name="regions"
    start={start}
    choices={REGIONS.map((label, at) => ({ value: String(at), label }))}
  />
);
