import { useEffect, useEffectEvent, useState } from 'react';
import type { BulkResponse } from '#domain/reviews/schema.ts';
import KeptVersion from '#app/editing/kept-version.tsx';
import { useKeptTexts } from '#app/editing/use-kept-texts.ts';
import type { DeskField } from '#app/features/submissions/draft-fields.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import fieldCss from '#app/ui/field.module.css';
import { focusHeading } from '#app/ui/focus-heading.ts';
import { Form, FormActions } from '#app/ui/form.tsx';
import type { FormProblem } from '#app/ui/form-values.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.tsx';
import { BulkFields, type BulkFieldsProps } from './bulk-fields.tsx';
import { bulkLabels, bulkTitle, describeDone } from './bulk-labels.ts';
import { BulkPreview } from './bulk-preview.tsx';
import { readChange } from './read-change.ts';
import type { BulkAction } from './selection-bar.tsx';
import { useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

type Props = {
  action: BulkAction;
  selection: Selection;
  /** Returns whether what is shown of it next takes the focus. */
  onDone: (answer: BulkResponse, sentAt: number) => boolean;
  onClose: () => void;
};

/**
 * Asks for the input, previews the changes and refusals with their reasons, then applies the
 * changes.
 */
export default function BulkDialog({ action, selection, onDone, onClose }: Props) {
  const [title] = useState(() => bulkTitle(action, selection.count));
  /** Whether the admin's own words go out with it. */
  const [hasWords, setWords] = useState(action === 'takeBack');
  const [isReading, setReading] = useState(action !== 'approve');
  const texts = useKeptTexts<DeskField>(`review:many:${action}`);
  const { draft, write } = texts;
  const bulk = useBulk(selection.target, (answer, sentAt) => {
    if (action === 'decline') write({ reason: undefined, own: undefined });
    if (hasWords) write({ words: undefined, ownWords: undefined });
    toast.success(describeDone(answer));
    selection.clear();
    onClose();
    // The toolbar that opened it disappears with the selection.
    if (!onDone(answer, sentAt)) focusHeading();
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
  const addWords = () => {
    setWords(true);
    setReading(true);
  };
  const hasForm = action !== 'approve' || hasWords;
  const prepared = isReading ? null : bulk.prepared;
  const isAsking = hasForm && !prepared;
  return (
    <Dialog title={title} isOpen isBusy={bulk.isBusy} onClose={onClose} actions={null}>
      {hasForm && (
        <div hidden={!isAsking}>
          <KeptVersion texts={texts} />
          <Asked
            {...{ action, hasWords, onClose }}
            texts={draft}
            onWrite={write}
            refusal={isAsking ? bulk.problem : null}
            isBusy={bulk.isBusy}
            onAsk={ask}
          />
        </div>
      )}
      {bulk.problem && !isAsking && (
        <p className={fieldCss.error} role="alert">
          {bulk.problem.message}
        </p>
      )}
      {!hasForm && !prepared && (
        <Unprepared isBusy={bulk.isBusy} onPreview={previewApproval} onClose={onClose} />
      )}
      {prepared && (
        <BulkPreview
          action={action}
          answer={prepared.answer}
          isBusy={bulk.isBusy}
          onNameAll={() => void bulk.nameAll()}
          canSayMore={!hasWords && takesWords(action, prepared.answer)}
          onWords={addWords}
          onConfirm={() => void bulk.confirm()}
          canGoBack={hasForm}
          onBack={() => setReading(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** An approval, or a correction: what nobody was told is declined with its reason alone. */
const takesWords = (action: BulkAction, { would_change, standing }: BulkResponse): boolean =>
  Boolean(would_change) &&
  (action === 'approve' || (action === 'decline' && standing?.undecided === 0));

type AskedProps = BulkFieldsProps & {
  /** What the server says of it. */
  refusal: FormProblem | null;
  isBusy: boolean;
  /** Returns what is missing, by field. */
  onAsk: (data: FormData) => Record<string, string> | null;
  onClose: () => void;
};

/** Keeps its input while the preview is shown. */
function Asked({ refusal, isBusy, onAsk, onClose, ...fields }: AskedProps) {
  const [missing, setMissing] = useState<FormProblem | null>(null);
  const submit = (data: FormData) => {
    const asked = onAsk(data);
    setMissing(asked && { message: Object.values(asked)[0]!, fields: asked });
  };
  return (
    <Form problem={missing ?? refusal} onSubmit={submit}>
      <BulkFields {...fields} />
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
