import { useQueryClient } from '@tanstack/react-query';
import type { ConflictKind } from '#domain/judging/conflict-rules.ts';
import { invalid } from '#domain/problem.ts';
import type { Review } from '#domain/judging/review-schema.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { DialogFormActions } from '#app/ui/dialog-form-actions.tsx';
import { Form } from '#app/ui/form.tsx';
import { SelectField, TextAreaField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { judgingCalls } from './judging-calls.ts';
import { ABSTENTIONS, judgingLabels as labels, TIES } from './labels.ts';
import { markState } from './use-judging.ts';

type Props = {
  /** A tie stays for later rounds, too; anything else is about this proposal only. */
  kind: 'tie' | 'other';
  review: Review;
  onClose: () => void;
  onLeft: () => void;
};

/** Leaves a proposal to another judge. */
export default function LeaveDialog({ kind, review, onClose, onLeft }: Props) {
  const cache = useQueryClient();
  const { problem, isBusy, run, refuse } = useFormSubmit(labels.leaveFailed);
  const isTie = kind === 'tie';
  const leave = (data: FormData) =>
    run(async () => {
      if (!data.get('why'))
        return refuse(
          invalid({ why: `${isTie ? labels.chooseTie : labels.chooseReason}.` }).toBody(),
        );
      await send(review.id, isTie, data);
      markState(cache, review.id, isTie ? 'recused' : 'abstained');
      toast.success(labels.left);
      onLeft();
    });
  return (
    <Dialog
      title={isTie ? labels.tieTitle : labels.cannotTitle}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      actions={null}
    >
      <p>{labels.cannotText}</p>
      <Form problem={problem} onSubmit={(data) => void leave(data)}>
        <SelectField
          label={isTie ? labels.tieKind : labels.why}
          name="why"
          placeholder={isTie ? labels.chooseTie : labels.chooseReason}
          options={isTie ? TIES : ABSTENTIONS}
        />
        <TextAreaField
          label={labels.words}
          name="words"
          rows={2}
          maxLength={isTie ? 2_000 : 1_000}
          isOptional
        />
        <DialogFormActions
          cancel={labels.cancel}
          submit={labels.leave}
          isBusy={isBusy}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}

function send(id: string, isTie: boolean, data: FormData) {
  const [why, words] = [String(data.get('why')), String(data.get('words'))];
  const options = { fallback: labels.leaveFailed };
  if (!isTie) return judgingCalls.abstain(id, { reason: why, note: words }, options);
  const tie = { has_conflict: true, kind: why as ConflictKind, reason: words };
  return judgingCalls.declare(id, tie, options);
}
