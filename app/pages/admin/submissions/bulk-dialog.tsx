import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import type { BulkAnswer } from '#domain/reviews/bulk-schema.ts';
import { paths } from '#app/paths.ts';
import { useAdmins } from '#app/features/submissions/use-admins.ts';
import { useDeskDraft } from '#app/features/submissions/use-desk-draft.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import fieldCss from '#app/ui/field.module.css';
import { Form, FormActions } from '#app/ui/form.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { BulkFields, type Reason } from './bulk-fields.tsx';
import {
  bulkLabels,
  bulkTitle,
  confirmLabel,
  describeDone,
  describePreview,
  groupRefused,
} from './bulk-labels.ts';
import { readChange } from './read-change.ts';
import type { BulkAction } from './selection-bar.tsx';
import css from './submissions.module.css';
import { useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

type Props = { action: BulkAction; selection: Selection; onClose: () => void };

/**
 * Asks for the input, previews the changes and refusals with their reasons, then applies the
 * changes.
 */
export default function BulkDialog({ action, selection, onClose }: Props) {
  const [title] = useState(() => bulkTitle(action, selection.count));
  const [isReading, setReading] = useState(action !== 'approve');
  const { draft, write } = useDeskDraft('many');
  const bulk = useBulk(selection.target, (answer) => {
    if (action === 'decline') write({ reason: undefined, own: undefined });
    toast.success(describeDone(answer));
    selection.clear();
    onClose();
    focusHeading();
  });
  const previewApproval = () => void bulk.preview({ decision: 'approved' });
  const open = useEffectEvent(() => {
    if (action === 'approve') previewApproval();
  });
  useEffect(() => open(), []);
  const ask = (data: FormData) => {
    const { change, fields } = readChange(action, data);
    if (fields) return fields;
    void bulk.preview(change).then(() => setReading(false));
    return null;
  };
  const isPrepared = bulk.prepared !== null && !isReading;
  return (
    <Dialog title={title} isOpen isBusy={bulk.isBusy} onClose={onClose} actions={null}>
      {action !== 'approve' && (
        <div hidden={isPrepared}>
          <Asked
            {...{ action, onClose }}
            reason={{ texts: draft, onWrite: write }}
            isBusy={bulk.isBusy}
            onAsk={ask}
          />
        </div>
      )}
      {bulk.problem && (
        <p className={fieldCss.error} role="alert">
          {bulk.problem}
        </p>
      )}
      {action === 'approve' && !bulk.prepared && (
        <Unprepared isBusy={bulk.isBusy} onPreview={previewApproval} onClose={onClose} />
      )}
      {bulk.prepared && isPrepared && (
        <Prepared
          action={action}
          answer={bulk.prepared.answer}
          isBusy={bulk.isBusy}
          onConfirm={() => void bulk.confirm()}
          onBack={action === 'approve' ? onClose : () => setReading(true)}
        />
      )}
    </Dialog>
  );
}

/** The toolbar that opened it disappears with the selection. */
const focusHeading = () =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus());

type AskedProps = {
  action: BulkAction;
  reason: Reason;
  isBusy: boolean;
  /** Returns what is missing, by field. */
  onAsk: (data: FormData) => Record<string, string> | null;
  onClose: () => void;
};

/** Keeps its input while the preview is shown. */
function Asked({ action, reason, isBusy, onAsk, onClose }: AskedProps) {
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const submit = (data: FormData) => {
    const fields = onAsk(data);
    setProblem(fields && { message: Object.values(fields)[0]!, fields });
  };
  return (
    <Form problem={problem} onSubmit={submit}>
      <BulkFields {...{ action, reason }} />
      <FormActions>
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          {bulkLabels.cancel}
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {bulkLabels.preview}
        </Button>
      </FormActions>
    </Form>
  );
}

type UnpreparedProps = { isBusy: boolean; onPreview: () => void; onClose: () => void };

/** Without input, there is nothing to show until the preview arrives; it may fail. */
function Unprepared({ isBusy, onPreview, onClose }: UnpreparedProps) {
  if (isBusy) return <Skeleton label={bulkLabels.previewing} rows={2} />;
  return (
    <FormActions>
      <Button variant="secondary" onClick={onClose}>
        {bulkLabels.cancel}
      </Button>
      <Button onClick={onPreview}>{bulkLabels.preview}</Button>
    </FormActions>
  );
}

type PreparedProps = {
  action: BulkAction;
  answer: BulkAnswer;
  isBusy: boolean;
  onConfirm: () => void;
  onBack: () => void;
};

function Prepared({ action, answer, isBusy, onConfirm, onBack }: PreparedProps) {
  const isDecision = action === 'approve' || action === 'decline';
  const canChange = (answer.would_change ?? 0) > 0;
  return (
    <>
      <div role="status">
        {describePreview(answer).map((sentence) => (
          <p key={sentence} className={css.said}>
            {sentence}
          </p>
        ))}
        {isDecision && canChange && <p className={css.said}>{bulkLabels.mailNote}</p>}
      </div>
      {answer.shares && <Shares shares={answer.shares} />}
      <Refused refused={answer.refused} />
      <FormActions>
        <Button variant="secondary" disabled={isBusy} onClick={onBack}>
          {action === 'approve' ? bulkLabels.cancel : bulkLabels.back}
        </Button>
        {canChange && (
          <Button isBusy={isBusy} onClick={onConfirm} autoFocus>
            {confirmLabel(action, answer)}
          </Button>
        )}
      </FormActions>
    </>
  );
}

function Shares({ shares }: { shares: NonNullable<BulkAnswer['shares']> }) {
  const labels = new Map(useAdmins().map(({ value, label }) => [value, label]));
  return (
    <table className={css.shares}>
      <caption>{bulkLabels.shares}</caption>
      <tbody>
        {shares.map(({ id, name, count }) => (
          <tr key={id}>
            <th scope="row">{labels.get(id) ?? name}</th>
            <td>{count.toLocaleString('en-GB')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** For each reason, this many proposals are linked. */
const LINKS = 5;

function Refused({ refused }: Pick<BulkAnswer, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <section className={css.refused} aria-label={bulkLabels.refused}>
      <ul>
        {groupRefused(refused).map(({ reason, ids }) => (
          <li key={reason}>
            <b>{ids.length.toLocaleString('en-GB')}</b> <span>{reason}</span>{' '}
            {ids.slice(0, LINKS).map((id, place) => (
              <Link
                key={id}
                to={paths.submission({ id })}
              >{`${bulkLabels.open} ${place + 1}`}</Link>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
