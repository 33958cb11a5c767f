import { useEffect, useRef, type ReactNode } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import type { DeskDraft } from '#app/features/submissions/draft-fields.ts';
import { startReason } from '#app/editing/start-reason.ts';
import { useTemplates } from '#app/features/submissions/use-templates.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { KeyCap } from '#app/ui/key-cap.tsx';
import { CTRL_ENTER } from '#app/ui/use-screen-keys.ts';
import css from './decline-form.module.css';
import { roomLabels } from './labels.ts';

type Texts = Pick<DeskDraft, 'reason' | 'own'>;
type Props = {
  draft: Texts;
  error: string | undefined;
  /** Of the button. */
  label: string;
  onWrite: (texts: Texts) => void;
  onDecline: () => void;
  onCancel: () => void;
  /** What else is written, where it corrects what the applicant was told. */
  children: ReactNode;
};

/** The reason: one of the firm's templates or free text, editable for this applicant. */
export function DeclineForm({ draft, error, label, onWrite, ...props }: Props) {
  const { onDecline, onCancel, children } = props;
  const { data: templates = [] } = useTemplates();
  const { reason = '' } = draft;
  const text = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    text.current?.focus();
    text.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const chosen = templates.find((template) => template.text === reason);
  const choose = (id: string) => {
    onWrite(startReason(templates, id, draft));
    // The letter is written: what is pressed next is a shortcut, and must not go into it.
    end.current?.querySelector('button')?.focus();
  };
  return (
    <form
      className={css.decline}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onDecline();
      }}
    >
      {templates.length > 0 && (
        <label className={css.pick}>
          <span>
            {roomLabels.template}
            {reason === '' && (
              <small className={css.hint}>{roomLabels.templateKeys(templates.length)}</small>
            )}
          </span>
          <select value={chosen?.id ?? ''} onChange={(event) => choose(event.target.value)}>
            <option value="">{roomLabels.noTemplate}</option>
            {templates.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <Field
        label={roomLabels.reasonTitle}
        name="decline_reason"
        hint={roomLabels.reasonHint}
        {...(error && { error })}
      >
        {(control) => (
          <textarea
            {...control}
            ref={text}
            rows={10}
            maxLength={LENGTHS.reason}
            aria-required
            value={reason}
            onKeyDown={(event) => {
              const { key, ctrlKey, metaKey, altKey, repeat } = event;
              const numbered = reason === '' && templates[Number(key) - 1];
              const isMore = repeat || event.nativeEvent.isComposing;
              if (!numbered || isMore || ctrlKey || metaKey || altKey) return;
              event.preventDefault();
              choose(numbered.id);
            }}
            onChange={(event) => onWrite({ reason: event.target.value })}
          />
        )}
      </Field>
      {children}
      <div ref={end} className={`${css.row} row`}>
        <Button type="submit" variant="danger" isSmall aria-keyshortcuts="s Control+Enter">
          <span>{label}</span>
          <KeyCap isHint>s</KeyCap>
          <KeyCap isHint isWhileWriting>
            {CTRL_ENTER}
          </KeyCap>
        </Button>
        <Button variant="quiet" isSmall onClick={onCancel}>
          {roomLabels.cancel}
        </Button>
      </div>
    </form>
  );
}
