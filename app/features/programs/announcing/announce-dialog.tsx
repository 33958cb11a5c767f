import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Program } from '#domain/programs/schema.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { randomKey } from '#app/api/random-key.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { toast } from '#app/ui/toast.tsx';
import { announcing } from './announcing-calls.ts';
import { announcingLabels as labels } from './labels.ts';

type Props = {
  program: Versioned<Program>;
  /** Who is told what. */
  children: ReactNode;
};

/** Asks first, with what happens to whom. */
export function AnnounceNow({ program, children }: Props) {
  const cache = useQueryClient();
  /** The key of the announcement that is asked about: pressed again, it is not made twice. */
  const [key, setKey] = useState<string | null>(null);
  const { problem, isBusy, run } = useFormSubmit(labels.failed);
  const confirm = (idempotencyKey: string) =>
    run(async () => {
      const { id, etag } = program;
      await announcing.announce(id, null, { etag, idempotencyKey, fallback: labels.failed });
      setKey(null);
      toast.success(labels.announced);
      await cache.invalidateQueries();
    });
  const close = () => {
    setKey(null);
    if (problem) void cache.invalidateQueries({ queryKey: [queryKeys.programs] });
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setKey(randomKey())}>
        {labels.now}
      </Button>
      <ConfirmDialog
        title={labels.question}
        confirmLabel={labels.now}
        isOpen={key !== null}
        isBusy={isBusy}
        onConfirm={() => key && void confirm(key)}
        onCancel={close}
      >
        {children}
        <p>{labels.forGood}</p>
        {problem && <p role="alert">{problem.message}</p>}
      </ConfirmDialog>
    </>
  );
}
