import { use, useState, type ReactNode } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { Judge } from '#domain/judges/schema.ts';
import { REGIONS } from '#domain/regions.ts';
import { type FieldText, FieldError, FieldHint, useField } from '#app/ui/field.tsx';
import { Button } from '#app/ui/button.tsx';
import { FormContext } from '#app/ui/form-context.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { EndField } from '#app/ui/end-field.tsx';
import { SelectField, TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { JUDGE_STATES } from '#app/features/judges/desk/labels.ts';
import { nameOf } from '#app/features/judges/desk/use-judges.ts';
import fieldCss from '#app/ui/field.module.css';
import { FIELD } from '#app/ui/use-remaining-errors.ts';
import { COMMENTS, KINDS, NEAR_TIES, roundLabels as labels } from '../desk/labels.ts';
import { CriteriaFields } from './criteria-fields.tsx';
import { PitchFields } from './pitch-fields.tsx';
import type { RoundValues } from './read-round.ts';
import css from './round-form.module.css';

type Props = {
  start: RoundValues;
  judges: readonly Judge[];
  /** The choice of the program, if it can be chosen. */ program?: ReactNode;
  /** Whether it could become one for each zone. */ isNew?: boolean;
};

/** Everything that is set up in a draft, in four steps. */
export function RoundFields({ start, judges, program, isNew = false }: Props) {
  const [kind, setKind] = useState(start['kind'] ?? 'reading');
  const [isZoned, setZoned] = useState('zones' in start);
  const isPitch = kind === 'pitch';
  const isOfZones = isPitch && isNew && isZoned;
  return (
    <>
      <Step place={0}>
        {program}
        <TextField
          label={labels.name}
          name="name"
          hint={labels.nameHint}
          maxLength={LENGTHS.name}
          defaultValue={start['name']}
        />
        <SelectField
          label={labels.kind}
          name="kind"
          options={KINDS}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
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
        <RegionChoice
          start={start}
          isZonable={isPitch && isNew}
          isZoned={isZoned}
          onZoned={setZoned}
        />
      </Step>
      <Step place={1}>
        {isPitch && <PitchFields start={start} />}
        {!isPitch && <Box label={labels.isBlind} name="is_blind" start={start} />}
        <Box
          label={labels.showsDocuments}
          name="shows_documents"
          hint={isPitch ? undefined : labels.showsHint}
          start={start}
        />
        <Box
          key={kind}
          label={labels.sparesOwnRegion}
          name="spares_own_region"
          start={startIn(kind, start)}
        />
        <div className={css.pair}>
          {!isPitch && <ReviewsField start={start} />}
          <SelectField
            label={labels.comments}
            name="comments"
            options={COMMENTS}
            defaultValue={start['comments']}
          />
        </div>
      </Step>
      <Step place={2}>
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
      </Step>
      <Step place={3}>
        {!isOfZones && <PanelFields start={start} judges={judges} />}
        <TextAreaField
          label={labels.declineText}
          name="decline_text"
          rows={4}
          maxLength={LENGTHS.reason}
          defaultValue={start['decline_text']}
        />
        <TextAreaField
          label={labels.selectedText}
          name="selected_text"
          hint={labels.selectedHint}
          isOptional
          rows={4}
          maxLength={LENGTHS.reason}
          defaultValue={start['selected_text']}
        />
      </Step>
    </>
  );
}

/** Fields by the beginning of their names; all others belong to the first step. */
const STEPS: readonly { title: string; fields: RegExp }[] = [
  { title: labels.steps[0], fields: /^/ },
  {
    title: labels.steps[1],
    fields: /^(venue|date|minutes|sessions|is_blind|shows|spares|reviews|comments)/,
  },
  { title: labels.steps[2], fields: /^(criteria|near)/ },
  { title: labels.steps[3], fields: /^(judge_ids|decline|selected)/ },
];

const stepOf = (field: string): number =>
  STEPS.map(({ fields }) => fields.test(field)).lastIndexOf(true);

/** One of them is open at a time; a folded one says what is refused in it. */
function Step({ place, children }: { place: number; children: ReactNode }) {
  const { errors } = use(FormContext)!;
  const wrong = Object.keys(errors).filter((name) => stepOf(name) === place).length;
  const next = STEPS[place + 1];
  return (
    <details className={`fold ${css.step}`} name="round-step" open={place === 0}>
      <summary>
        <h2>{`${place + 1}. ${STEPS[place]!.title}`}</h2>
        {wrong > 0 && <span className={css.wrong}>{labels.wrongIn(wrong)}</span>}
      </summary>
      {children}
      {next && (
        <Button variant="secondary" onClick={openNext}>
          {labels.next(next.title)}
        </Button>
      )}
    </details>
  );
}

function openNext({ currentTarget }: { currentTarget: Element }): void {
  const step = currentTarget.closest('details')!;
  const next = step.nextElementSibling as HTMLDetailsElement;
  step.open = false;
  next.open = true;
  next.querySelector('summary')!.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** With what follows from another kind than the round had. */
function startIn(kind: string, start: RoundValues): RoundValues {
  if (kind === start['kind']) return start;
  return kind === 'reading' ? { spares_own_region: 'true' } : {};
}

type Simple = FieldText & { start: RoundValues };

const NumberField = ({ start, ...rest }: Simple) => (
  <TextField {...rest} inputMode="decimal" defaultValue={start[rest.name]} />
);

const ReviewsField = ({ start }: { start: RoundValues }) => (
  <NumberField label={labels.reviewsPerProposal} name="reviews_per_proposal" start={start} />
);

const Box = ({ start, ...rest }: Simple) => (
  <CheckboxField {...rest} defaultChecked={rest.name in start} />
);

type RegionChoiceProps = {
  start: RoundValues;
  isZonable: boolean;
  isZoned: boolean;
  onZoned: (isZoned: boolean) => void;
};

/** The regions of the round, or those of each zone in a round of its own. */
const RegionChoice = ({ start, isZonable, isZoned, onZoned }: RegionChoiceProps) => (
  <>
    {isZonable && (
      <CheckboxField
        label={labels.zones}
        name="zones"
        hint={labels.zonesHint}
        checked={isZoned}
        onChange={({ target }) => onZoned(target.checked)}
      />
    )}
    {!(isZonable && isZoned) && <RegionFields start={start} />}
  </>
);

/** None stands for all of them. */
const RegionFields = ({ start }: { start: RoundValues }) => (
  <ChoiceFields
    legend={labels.regions}
    hint={labels.regionsHint}
    name="regions"
    start={start}
    choices={REGIONS.map((label, at) => ({ value: String(at), label }))}
  />
);

type PanelFieldsProps = { start: RoundValues; judges: readonly Judge[] };

/** Who judges: everybody who was invited and has not declined. */
function PanelFields({ start, judges }: PanelFieldsProps) {
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

type ChoiceFieldsProps = {
  legend: string;
  hint: string;
  /** The API's name of the list. */ name: string;
  start: RoundValues;
  choices: readonly { value: string; label: string; note?: string }[];
};

/** Boxes of which any number can be ticked. */
function ChoiceFields({ legend, hint, name, start, choices }: ChoiceFieldsProps) {
  const { id, problem } = useField({ name, hint });
  return (
    <fieldset className={css.choices} id={id} tabIndex={-1} {...{ [FIELD]: name }}>
      <legend className={fieldCss.label}>{legend}</legend>
      <FieldHint id={id}>{hint}</FieldHint>
      <div>
        {choices.map(({ value, label, note }) => (
          <label key={value}>
            <input
              type="checkbox"
              value="true"
              name={`${name}.${value}`}
              defaultChecked={`${name}.${value}` in start}
            />
            <span>
              <span>{label}</span> {note && <small>{note}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id}>{problem}</FieldError>
    </fieldset>
  );
}
