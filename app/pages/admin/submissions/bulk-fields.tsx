import { LENGTHS } from '#domain/constants.ts';
import { FUNDING_STAGES, formatStage } from '#domain/proposals/rules.ts';
import { LabelFields } from '#app/features/labels/list/label-fields.tsx';
import { useLabels } from '#app/features/labels/use-labels.ts';
import { useAdmins } from '#app/features/submissions/use-admins.ts';
import type { DeskDraft } from '#app/features/submissions/use-desk-draft.ts';
import { startReason } from '#app/editing/start-reason.ts';
import { useTemplates } from '#app/features/submissions/use-templates.ts';
import { CheckboxField } from '#app/ui/checkbox-field.tsx';
import { FieldError, FieldHint, useField } from '#app/ui/field.tsx';
import { SelectField, TextAreaField, TextField } from '#app/ui/text-field.tsx';
import { FIELD } from '#app/ui/use-remaining-errors.ts';
import { bulkLabels } from './bulk-labels.ts';
import type { BulkAction } from './selection-bar.tsx';
import css from './bulk-dialog.module.css';
import listCss from './submissions.module.css';

type Texts = Pick<DeskDraft, 'reason' | 'own'>;
export type Reason = { texts: Texts; onWrite: (texts: Texts) => void };

/** The input of an action; approving needs none. */
export function BulkFields({ action, reason }: { action: BulkAction; reason: Reason }) {
  if (action === 'decline') return <DeclineFields {...reason} />;
  if (action === 'takeBack') return <WordsField />;
  if (action === 'assign') return <AssignField />;
  if (action === 'share') return <ShareFields />;
  if (action === 'stage') return <StageField />;
  if (action === 'label') return <LabelsFields />;
  return action === 'flag' ? <FlagField /> : null;
}

/** A template is only a start: everybody receives the text in the box. */
function DeclineFields({ texts, onWrite }: Reason) {
  const { data: templates = [] } = useTemplates();
  const { reason = '' } = texts;
  return (
    <div>
      {templates.length > 0 && (
        <SelectField
          label={bulkLabels.template}
          name="template"
          isOptional
          placeholder={bulkLabels.noTemplate}
          options={templates.map(({ id, title }) => ({ value: id, label: title }))}
          value={templates.find(({ text }) => text === reason)?.id ?? ''}
          onChange={({ target }) => onWrite(startReason(templates, target.value, texts))}
        />
      )}
      <TextAreaField
        label={bulkLabels.reason}
        name="decline_reason"
        hint={bulkLabels.reasonHint}
        maxLength={LENGTHS.reason}
        value={reason}
        onChange={({ target }) => onWrite({ reason: target.value })}
      />
    </div>
  );
}

const WordsField = () => (
  <TextAreaField
    label={bulkLabels.words}
    name="mail_text"
    hint={bulkLabels.wordsHint}
    maxLength={LENGTHS.reason}
  />
);

const StageField = () => (
  <SelectField
    label={bulkLabels.stage}
    name="funding_stage"
    options={FUNDING_STAGES.map((value) => ({ value, label: formatStage(value) }))}
  />
);

const FlagField = () => (
  <SelectField
    label={bulkLabels.flag}
    name="flagged"
    options={[
      { value: 'true', label: bulkLabels.flagOn },
      { value: 'false', label: bulkLabels.flagOff },
    ]}
  />
);

function LabelsFields() {
  const { data: labels = [], isPending } = useLabels();
  if (labels.length === 0) return <p>{isPending ? bulkLabels.loading : bulkLabels.noLabels}</p>;
  return (
    <>
      <LabelFields legend={bulkLabels.addLabels} name="add_labels" labels={labels} />
      <LabelFields legend={bulkLabels.removeLabels} name="remove_labels" labels={labels} />
    </>
  );
}

const AssignField = () => (
  <SelectField
    label={bulkLabels.person}
    name="assigned_to"
    placeholder={bulkLabels.nobody}
    isOptional={false}
    options={useAdmins()}
  />
);

function ShareFields() {
  const admins = useAdmins();
  const { id, problem } = useField({ name: 'assign_evenly' });
  return (
    <>
      <fieldset className={css.people} id={id} tabIndex={-1} {...{ [FIELD]: 'assign_evenly' }}>
        <legend>{bulkLabels.people}</legend>
        <FieldError id={id}>{problem}</FieldError>
        <div>
          {admins.map(({ value, label }) => (
            <label key={value} className={listCss.choice}>
              <input type="checkbox" name="assign_evenly" value={value} />
              <span>{label}</span>
            </label>
          ))}
        </div>
        {admins.length === 0 && <FieldHint id={id}>{bulkLabels.loading}</FieldHint>}
      </fieldset>
      <TextField
        label={bulkLabels.each}
        name="each"
        hint={bulkLabels.eachHint}
        inputMode="numeric"
        autoComplete="off"
        isOptional
      />
      <CheckboxField label={bulkLabels.ownRegion} name="not_own_region" defaultChecked />
    </>
  );
}
