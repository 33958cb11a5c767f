import type { ReactNode } from 'react';
import { LENGTHS } from '#domain/constants.ts';
import { formatClock } from '#domain/dates.ts';
import type { Progress } from '#domain/judging/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { RefusedRows } from '#app/features/refused/refused-rows.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { TextAreaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { stepLabels as labels } from './labels.ts';

type Props = {
  title: string;
  text: string;
  confirmLabel: string;
  /** Its fields; a refusal stands beside each. */
  children?: ReactNode;
  isDestructive?: boolean;
  /** Throws a refusal; returns what to say afterwards. */
  onConfirm: (values: Record<string, string>) => Promise<string>;
  onClose: () => void;
};

/** Asks before a step of a round, with what it needs to know; open as long as it is rendered. */
export function AskDialog(props: Props) {
  const { title, text, confirmLabel, children, isDestructive, onConfirm, onClose } = props;
  const call = useFormSubmit(labels.failed);
  const submit = (data: FormData) =>
    void call.run(async () => {
      const said = await onConfirm(Object.fromEntries(data) as Record<string, string>);
      onClose();
      toast.success(said);
    });
  const refused = call.problem instanceof ApiError ? call.problem.refused : [];
  return (
    <Dialog title={title} isOpen isBusy={call.isBusy} onClose={onClose} actions={null}>
      <p>{text}</p>
      <Form problem={call.problem} onSubmit={submit}>
        <RefusedRows rows={refused} />
        {children}
        <FormActions>
          <Button variant="secondary" aria-disabled={call.isBusy || undefined} onClick={onClose}>
            {labels.cancel}
          </Button>
          <Button type="submit" variant={isDestructive ? 'danger' : 'primary'} isBusy={call.isBusy}>
            {confirmLabel}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

type Reason = { name?: string; label?: string; hint?: string; defaultValue?: string };

/** Why; the API says what is missing. */
export const ReasonField = ({
  name = 'reason',
  label = labels.reason,
  hint = labels.reasonHint,
  defaultValue,
}: Reason) => (
  <TextAreaField
    label={label}
    name={name}
    hint={hint}
    rows={3}
    maxLength={LENGTHS.reason}
    defaultValue={defaultValue}
  />
);

type Row = Pick<Progress, 'judge' | 'missing' | 'kept' | 'sent_at'>;
type OwingProps = { panel: readonly Row[] | undefined };

/** Whose scores are missing in a pitch round, when each last sent something, and what is kept. */
export function Owing({ panel }: OwingProps) {
  if (!panel) return <p role="status">{labels.closing}</p>;
  const behind = panel.filter(({ missing = [] }) => missing.length > 0);
  return (
    <>
      {behind.length === 0 && <p>{labels.allSubmitted}</p>}
      {behind.length > 0 && (
        <ul>
          {behind.map(({ judge, missing, sent_at: at }) => (
            <li key={judge.id}>
              {labels.owes(judge.name, missing!.length, at ? formatClock(new Date(at)) : null)}
            </li>
          ))}
        </ul>
      )}
      <Kept panel={panel} />
    </>
  );
}

/** What came and does not count. */
export function Kept({ panel = [] }: OwingProps) {
  const keeping = panel.filter(({ kept = 0 }) => kept > 0);
  if (keeping.length === 0) return null;
  return (
    <>
      <p>{labels.keptText}</p>
      <ul>
        {keeping.map(({ judge, kept }) => (
          <li key={judge.id}>{labels.keptOf(judge.name, kept!)}</li>
        ))}
      </ul>
    </>
  );
}
