import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { formatDateTime } from '#domain/dates.ts';
import { PROGRAM_RULES } from '#domain/programs/rules.ts';
import { readDeadline } from '#domain/programs/deadline-rules.ts';
import type { Program } from '#domain/programs/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import { announcing } from './announcing-calls.ts';
import { announcingLabels as labels } from './labels.ts';

type Props = {
  program: Versioned<Program>;
  /** Who would be told what as of now. */
  children: ReactNode;
};

/** Plans the announcement for an instant, once asked; a plan that stands is replaced. */
export function PlanForm({ program, children }: Props) {
  const cache = useQueryClient();
  const [key] = useState(randomKey);
  const [asked, setAsked] = useState<Date | null>(null);
  const { problem, isBusy, run, refuse } = useFormSubmit(labels.failed);
  const submit = (data: FormData) => {
    const at = readDeadline(String(data.get('at')));
    // Without a moment, or with one that has passed, it would be announced now, unasked.
    if (!at) return refuse(problemOf(PROGRAM_RULES.announceAt));
    if (at <= new Date()) return refuse(problemOf(PROGRAM_RULES.announceTooLate));
    setAsked(at);
  };
  const plan = (at: Date) =>
    run(async () => {
      const { id, etag } = program;
      const options = { etag, idempotencyKey: key, fallback: labels.failed };
      await announcing.announce(id, at.toISOString(), options);
      toast.success(labels.planned);
      await cache.invalidateQueries({ queryKey: [queryKeys.programs] });
    }).finally(() => setAsked(null));
  return (
    <>
      <Form problem={problem} onSubmit={submit}>
        <TextField label={labels.at} name="at" type="datetime-local" hint={labels.atHint} />
        <FormActions>
          <Button type="submit" variant="secondary" isBusy={isBusy}>
            {labels.plan}
          </Button>
        </FormActions>
      </Form>
      <ConfirmDialog
        title={asked ? labels.planQuestion(formatDateTime(asked)) : ''}
        confirmLabel={labels.plan}
        isOpen={asked !== null}
        isBusy={isBusy}
        isDestructive={false}
        onConfirm={() => asked && void plan(asked)}
        onCancel={() => setAsked(null)}
      >
        {children}
        <p>{labels.planText}</p>
      </ConfirmDialog>
    </>
  );
}

const problemOf = (at: string) => ({ message: at, fields: { at } });
