import {
  QUESTIONS,
  hasBounds,
  QUESTION_KINDS,
  type QuestionKind,
} from '#domain/questions/rules.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { SelectField, TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { fieldName, type Item } from './items.ts';
import css from './edit-form.module.css';
import { editorLabels, KIND_LABELS } from './labels.ts';

export type FieldsProps = {
  item: Item;
  /** Its kind and its options must stay. */
  isAnswered: boolean;
  onChange: (fields: Partial<Item>) => void;
};

const KINDS = QUESTION_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** What a question says, and which answers it takes. */
export function ItemFields({ item, isAnswered, onChange }: FieldsProps) {
  return (
    <>
      {isAnswered && <Notice tone="warn" title={editorLabels.inUse} />}
      <TextField
        label={editorLabels.label}
        name={fieldName(item, 'label')}
        maxLength={QUESTIONS.label}
        value={item.label}
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <TextAreaField
        label={editorLabels.help}
        name={fieldName(item, 'help')}
        hint={editorLabels.helpHint}
        isOptional
        rows={2}
        maxLength={QUESTIONS.help}
        value={item.help}
        onChange={({ target }) => onChange({ help: target.value })}
      />
      <SelectField
        label={editorLabels.kind}
        name={fieldName(item, 'kind')}
        options={KINDS}
        value={item.kind}
        disabled={isAnswered}
        onChange={({ target }) => onChange({ kind: target.value as QuestionKind })}
      />
      <KindFields item={item} isAnswered={isAnswered} onChange={onChange} />
      <CheckboxField
        label={editorLabels.isRequired}
        name={fieldName(item, 'is_required')}
        checked={item.is_required}
        onChange={({ target }) => onChange({ is_required: target.checked })}
      />
    </>
  );
}

/** Its limits, or its options. */
function KindFields({ item, onChange }: FieldsProps) {
  const { kind } = item;
  if (hasBounds(kind)) return <BoundFields item={item} onChange={onChange} />;
  if (kind === 'choice' || kind === 'choices')
    return (
      <TextAreaField
        label={editorLabels.options}
        name={fieldName(item, 'options')}
        hint={editorLabels.optionsHint}
        value={item.options}
        onChange={({ target }) => onChange({ options: target.value })}
      />
    );
  if (kind === 'file') return <p className="note">{editorLabels.fileNote}</p>;
  if (kind === 'yes_no') return null;
  const most = kind === 'short_text' ? QUESTIONS.shortText : QUESTIONS.longText;
  return (
    <TextField
      label={editorLabels.maxLength}
      name={fieldName(item, 'max_length')}
      hint={editorLabels.maxLengthHint(most.toLocaleString('en-GB'))}
      isOptional
      inputMode="numeric"
      autoComplete="off"
      value={item.max_length}
      onChange={({ target }) => onChange({ max_length: target.value })}
    />
  );
}

function BoundFields({ item, onChange }: Omit<FieldsProps, 'isAnswered'>) {
  const isDate = item.kind === 'date';
  return (
    <div className={css.pair}>
      <BoundField
        item={item}
        field="min"
        label={isDate ? editorLabels.first : editorLabels.min}
        onChange={(min) => onChange({ min })}
      />
      <BoundField
        item={item}
        field="max"
        label={isDate ? editorLabels.last : editorLabels.max}
        onChange={(max) => onChange({ max })}
      />
    </div>
  );
}

type BoundProps = {
  item: Item;
  field: 'min' | 'max' | 'from' | 'until';
  label: string;
  onChange: (text: string) => void;
};

/** A number as text, because a number field drops what it cannot read, or a day. */
export const BoundField = ({ item, field, label, onChange }: BoundProps) => (
  <TextField
    label={label}
    name={fieldName(item, field)}
    isOptional
    {...(item.kind === 'date' ? { type: 'date' } : {})}
    autoComplete="off"
    value={item[field]}
    onChange={({ target }) => onChange(target.value)}
  />
);
