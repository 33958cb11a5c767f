import { publicForm } from '#content/contact.ts';
import { FormSummary } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import css from './public-form.module.css';
import type { FormOutcome } from './send-form.ts';

/**
 * The answer to a posted form, at the top of the main part: thanks, or what is missing, with links
 * to the fields. It takes the focus.
 */
export function FormAnswer({ outcome }: { outcome: FormOutcome | undefined }) {
  if (!outcome) return null;
  return (
    <div
      className={css.answer}
      tabIndex={-1}
      autoFocus
      role="group"
      aria-label={publicForm.answer}
      data-answer={outcome.problem?.message ?? outcome.sent}
      data-bad={outcome.problem ? '' : undefined}
    >
      {outcome.problem ? (
        <FormSummary problem={outcome.problem} />
      ) : (
        <Notice tone="good" title={outcome.sent} />
      )}
    </div>
  );
}
