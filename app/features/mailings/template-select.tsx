import type { TemplateKind } from '#domain/mailings/rules.ts';
import type { MailTemplate } from '#domain/mailings/template-schema.ts';
import { startReason } from '#app/editing/start-reason.ts';
import { SelectField } from '#app/ui/text-field.tsx';
import { templateLabels as labels } from './template-labels.ts';
import { useMailTemplates } from './use-mail-templates.ts';

/** `own`: what was written before a template took its place. */
type InitialText = { text: string; own: string };
type Props = {
  /** Where another field has the usual one. */
  label?: string;
  kind: TemplateKind;
  text: string;
  own: string;
  /** For the person that it is written to. */
  fill?: (text: string) => string;
  /** Called with the select, whose form keeps what is written. */
  onStart: (started: InitialText, select: HTMLSelectElement, template?: MailTemplate) => void;
};

/** One of the firm's texts to start from; not there as long as there is none. */
export function TemplateSelect({ kind, text, own, onStart, ...props }: Props) {
  const { label = labels.startFrom, fill = asItIs } = props;
  const { data = [] } = useMailTemplates(kind);
  const templates = data.map((one) => ({ ...one, text: fill(one.text) }));
  if (templates.length === 0) return null;
  const choose = (select: HTMLSelectElement) => {
    const { reason, own: written } = startReason(templates, select.value, { reason: text, own });
    const chosen = templates.find(({ id }) => id === select.value);
    onStart({ text: reason, own: written }, select, chosen);
  };
  return (
    <SelectField
      label={label}
      name="template"
      isOptional
      placeholder={labels.noTemplate}
      options={templates.map(({ id, name }) => ({ value: id, label: name }))}
      value={templates.find((one) => one.text === text)?.id ?? ''}
      onChange={({ target }) => choose(target)}
    />
  );
}

const asItIs = (text: string): string => text;
