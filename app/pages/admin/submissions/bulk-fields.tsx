import { LENGTHS } from '#domain/constants.ts';
import { MAIL_TEXTS } from '#domain/mails/placeholder-rules.ts';
import { FUNDING_STAGES, formatStage } from '#domain/proposals/rules.ts';
import { LabelFields } from '#app/features/labels/list/label-fields.tsx';
import { useLabels } from '#app/features/labels/use-labels.ts';
import { PlaceholderList } from '#app/features/mailings/placeholder-list.tsx';
import { templateLabels } from '#app/features/mailings/template-labels.ts';
import { TemplateSelect } from '#app/features/mailings/template-select.tsx';
import { useAdmins } from '#app/editing/use-admins.ts';
import type { DeskDraft } from '#app/features/submissions/draft-fields.ts';
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

type Texts = Pick<DeskDraft, 'reason' | 'own' | 'words' | 'ownWords'>;
type TextProps = { texts: Texts; onWrite: (texts: Texts) => void };
export type BulkFieldsProps = TextProps & {
  action: BulkAction;
  /** Whether the admin's own words go out with it. */
  hasWords: boolean;
};

/** The input of an action; approving needs none. */
export function BulkFields({ action, hasWords, ...written }: BulkFieldsProps) {
  return (
    <>
      <ActionFields {...{ action, ...written }} />
      {hasWords && <WordsFields {...{ action, ...written }} />}
    </>
  );
}

type ActionProps = Omit<BulkFieldsProps, 'hasWords'>;

function ActionFields({ action, ...written }: ActionProps) {
  if (action === 'decline') return <DeclineFields {...written} />;
  if (action === 'assign') return <AssignField />;
  if (action === 'share') return <ShareFields />;
  if (action === 'stage') return <StageField />;
  if (action === 'label') return <LabelsFields />;
  return action === 'flag' ? <FlagField /> : null;
}

/** A template is only a start: everybody receives the text in the box. */
function DeclineFields({ texts, onWrite }: TextProps) {
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

/** Each applicant reads them with their own names and dates. */
function WordsFields({ action, texts: { words = '', ownWords = '' }, onWrite }: ActionProps) {
  const kind = action === 'approve' ? 'approval' : 'correction';
  return (
    <>
      <TemplateSelect
        {...(action === 'decline' && { label: templateLabels.startWordsFrom })}
        kind={kind}
        text={words}
        own={ownWords}
        onStart={({ text, own }) => onWrite({ words: text, ownWords: own })}
      />
      <TextAreaField
        label={bulkLabels.words}
        name="mail_text"
        hint={kind === 'approval' ? bulkLabels.approvalHint : bulkLabels.correctionHint}
        maxLength={MAIL_TEXTS.text}
        isOptional={action !== 'takeBack'}
        value={words}
        onChange={({ target }) => onWrite({ words: target.value })}
      />
      <PlaceholderList />
    </>
  );
}

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
