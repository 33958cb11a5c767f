import { LENGTHS } from '#domain/constants.ts';
import type { Judge } from '#domain/judges/schema.ts';
import type { FieldText } from '#app/ui/field.tsx';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { EndField } from '#app/ui/end-field.tsx';
import { SelectField, TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { COMMENTS, NEAR_TIES, roundLabels as labels } from '../desk/labels.ts';
import { CriteriaFields } from './criteria-fields.tsx';
import { PanelFields } from './panel-fields.tsx';
import type { RoundValues } from './read-round.ts';
import { RegionFields } from './region-fields.tsx';
import css from './round-form.module.css';

type Props = { start: RoundValues; judges: readonly Judge[] };

/** Everything that is set up in a draft, but for its program. */
export const RoundFields = ({ start, judges }: Props) => (
  <>
    <TextField
      label={labels.name}
      name="name"
      hint={labels.nameHint}
      maxLength={LENGTHS.name}
      defaultValue={start['name']}
    />
    <div className={css.pair}>
      <NumberField label={labels.places} name="places" start={start} hint={labels.placesHint} />
      <NumberField
        label={labels.position}
        name="position"
        hint={labels.positionHint}
        isOptional
        start={start}
      />
    </div>
    <EndField
      label={labels.closesAt}
      name="closes_at"
      hint={labels.closesHint}
      isOptional
      defaultValue={start['closes_at']}
    />
    <Box label={labels.isFinal} name="is_final" start={start} />
    <RegionFields start={start} />
    <Box label={labels.isBlind} name="is_blind" start={start} />
    <Box
      label={labels.showsDocuments}
      name="shows_documents"
      hint={labels.showsHint}
      start={start}
    />
    <Box label={labels.sparesOwnRegion} name="spares_own_region" start={start} />
    <div className={css.pair}>
      <NumberField label={labels.reviewsPerProposal} name="reviews_per_proposal" start={start} />
      <SelectField
        label={labels.comments}
        name="comments"
        options={COMMENTS}
        defaultValue={start['comments']}
      />
    </div>
    <PanelFields start={start} judges={judges} />
    <CriteriaFields start={start} />
    <NumberField
      label={labels.nearPoints}
      name="near_points"
      hint={labels.nearPointsHint}
      start={start}
    />
    <SelectField
      label={labels.nearTies}
      name="near_ties"
      options={NEAR_TIES}
      defaultValue={start['near_ties']}
    />
    <TextAreaField
      label={labels.declineText}
      name="decline_text"
      rows={4}
      maxLength={LENGTHS.reason}
      defaultValue={start['decline_text']}
    />
  </>
);

type Simple = FieldText & { start: RoundValues };

const NumberField = ({ start, ...rest }: Simple) => (
  <TextField {...rest} inputMode="decimal" defaultValue={start[rest.name]} />
);

const Box = ({ start, ...rest }: Simple) => (
  <CheckboxField {...rest} defaultChecked={rest.name in start} />
);
