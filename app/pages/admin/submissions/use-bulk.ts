import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BulkResponse } from '#domain/reviews/schema.ts';
import { ApiError } from '#app/api/api-error.ts';
import { randomKey } from '#app/api/random-key.ts';
import {
  desk,
  type BulkCall,
  type BulkChange,
  type BulkTarget,
} from '#app/features/submissions/desk-calls.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { refusalOf, useSingleFlight } from '#app/editing/use-form-submit.ts';
import type { FormProblem } from '#app/ui/form-values.ts';
import { bulkLabels } from './bulk-labels.ts';

type PreparedBulk = { call: BulkCall; key: string; answer: BulkResponse };

/**
 * A preview first, then the same change, guarded by the number of matches in the preview and by an
 * idempotency key, so that a retry changes nothing twice.
 */
export function useBulk(
  target: BulkTarget,
  onDone: (answer: BulkResponse, sentAt: number) => void,
) {
  const cache = useQueryClient();
  const singleFlight = useSingleFlight();
  const [prepared, setPrepared] = useState<PreparedBulk | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const frozen = useRef(target);
  /** When the prepared change was first sent: an attempt without an answer may have changed it. */
  const sentAt = useRef<number | null>(null);

  const run = (work: () => Promise<void>) =>
    singleFlight(async () => {
      setBusy(true);
      setProblem(null);
      await work().catch((error: unknown) => {
        setProblem(refusalOf(error, bulkLabels.failed));
        if (error instanceof ApiError && error.status === 422)
          void cache.invalidateQueries({ queryKey: [queryKeys.labels] });
      });
      setBusy(false);
    });
  const look = async (call: BulkCall) => {
    const answer = await desk.changeMany(
      { ...call, preview: true },
      { fallback: bulkLabels.failed },
    );
    sentAt.current = null;
    setPrepared({ call, key: randomKey(), answer });
  };
  const preview = (change: BulkChange) => {
    // If it fails, the preview of another change must not be confirmed.
    setPrepared(null);
    return run(() => look({ ...frozen.current, change }));
  };
  /** Names everybody whom the prepared change concerns; the change stays the same. */
  const nameAll = () => run(() => look({ ...prepared!.call, all_names: true }));
  const confirm = () => run(() => write(prepared!));
  const write = async ({ call, key, answer }: PreparedBulk) => {
    sentAt.current ??= Date.now();
    try {
      const done = await desk.changeMany(guarded(call, answer), {
        idempotencyKey: key,
        fallback: bulkLabels.failed,
      });
      await cache.invalidateQueries({ queryKey: [queryKeys.proposals] });
      onDone(done, sentAt.current);
    } catch (error) {
      // The preview is outdated: the current one is shown below the message.
      if (error instanceof ApiError && error.status === 409) await look(call);
      // What was chosen is gone: it is asked for again.
      if (error instanceof ApiError && error.status === 422) setPrepared(null);
      throw error;
    }
  };
  return { prepared, problem, isBusy, preview, nameAll, confirm };
}

const guarded = (call: BulkCall, { would_change, unchanged, refused }: BulkResponse): BulkCall => ({
  ...call,
  ...('filter' in call && { expected_total: (would_change ?? 0) + unchanged + refused.length }),
  skip_refused: refused.length > 0,
});
