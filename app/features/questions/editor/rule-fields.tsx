import { QUESTIONS, canDecide, hasBounds } from '#domain/questions/rules.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { ChoiceGroup } from '#app/ui/choice-group.tsx';
import { SelectField, TextAreaField } from '#app/ui/text-field.tsx';
import { describeValue } from '../choice-labels.ts';
import { answersOf, conditionsFor, fieldName, type Item } from './items.ts';
import { BoundField, type FieldsProps } from './item-fields.tsx';
import css from './edit-form.module.css';
import { editorLabels, nameOf } from './labels.ts';

const toChoices = (item: Item) =>
  answersOf(item).map((value) => ({
    value,
    label: item.kind === 'yes_no' ? describeValue(value === 'true') : value,
  }));

type Props = Omit<FieldsProps, 'isAnswered'> & { live: readonly Item[] };

/** Of whom the question is asked: an earlier one may have to have a certain answer. */
export function ConditionFields({ item, live, onChange }: Props) {
  const { condition } = item;
  const earlier = conditionsFor(live, item);
  const other = live.find(({ key }) => key === condition?.key);
  const options = earlier.map(([place, { key, label }]) => ({
    value: key,
    label: nameOf(place + 1, label),
  }));
  // Moved or gone since: it stays in sight until another is chosen.
  if (condition && !options.some(({ value }) => value === condition.key))
    options.push({ value: condition.key, label: nameLost(other, live) });
  if (options.length === 0) return null;
  return (
    <div className={css.pair}>
      <SelectField
        label={editorLabels.shownIf}
        name={fieldName(item, 'shown_if')}
        options={options.map(({ value, label }) => ({ value, label }))}
        placeholder={editorLabels.always}
        value={condition?.key ?? ''}
        onChange={({ target: { value: key } }) =>
          onChange({ condition: key ? { key, equals: '' } : null })
        }
      />
      {condition && other && (
        <SelectField
          label={editorLabels.equals}
          name={fieldName(item, 'equals')}
          options={toChoices(other)}
          placeholder={editorLabels.chooseAnswer}
          value={condition.equals}
          onChange={({ target }) => onChange({ condition: { ...condition, equals: target.value } })}
        />
      )}
    </div>
  );
}

const nameLost = (other: Item | undefined, live: readonly Item[]): string =>
  other ? editorLabels.later(nameOf(live.indexOf(other) + 1, other.label)) : editorLabels.gone;

/** Whether its answer decides who can apply, which ones qualify, and what others are told. */
export function EligibilityEditor({ item, onChange }: Omit<Props, 'live'>) {
  if (!canDecide(item.kind)) return null;
  return (
    <>
      <CheckboxField
        label={editorLabels.decides}
        name={fieldName(item, 'decides')}
        checked={item.decides}
        onChange={({ target }) => onChange({ decides: target.checked })}
      />
      {item.decides && (
        <div className={css.rule}>
          {hasBounds(item.kind) ? (
            <div className={css.pair}>
              <BoundField
                item={item}
                field="from"
                label={editorLabels.from}
                onChange={(from) => onChange({ from })}
              />
              <BoundField
                item={item}
                field="until"
                label={editorLabels.until}
                onChange={(until) => onChange({ until })}
              />
            </div>
          ) : (
            <Qualifying item={item} onChange={onChange} />
          )}
          <TextAreaField
            label={editorLabels.sentence}
            name={fieldName(item, 'eligible')}
            hint={editorLabels.sentenceHint}
            rows={2}
            maxLength={QUESTIONS.sentence}
            value={item.sentence}
            onChange={({ target }) => onChange({ sentence: target.value })}
          />
        </div>
      )}
    </>
  );
}

const Qualifying = ({ item, onChange }: Omit<Props, 'live'>) => (
  <ChoiceGroup
    label={editorLabels.qualifying}
    name={fieldName(item, 'values')}
    type="checkbox"
    choices={toChoices(item).map((one) => ({ ...one, isChosen: item.values.includes(one.value) }))}
    onChange={(value, isChosen) =>
      onChange({
        values: isChosen ? [...item.values, value] : item.values.filter((one) => one !== value),
      })
    }
  />
);
