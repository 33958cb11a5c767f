import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { desk } from '#app/features/submissions/desk-calls.ts';
import { Button } from '#app/ui/button.tsx';
import { focusHeading } from '#app/ui/focus-heading.ts';
import { Notice } from '#app/ui/notice.tsx';
import { useSecondsUntil } from '#app/ui/use-seconds-until.ts';
import type { BulkRun, BulkRuns } from './bulk-runs.ts';
import css from './submissions.module.css';
import { sayRun, undoLabels } from './undo-labels.ts';

/** What this person has decided about several proposals, as long as it can be undone. */
export default function BulkUndo({ runs, store }: { runs: readonly BulkRun[]; store: BulkRuns }) {
  useEffect(() => store.dropSettled, [store]);
  return runs.map((run) => <RunNotice key={run.id} run={run} store={store} />);
}

type Props = { run: BulkRun; store: BulkRuns };

function RunNotice({ run, store }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { undo, isBusy } = useUndo(run, store);
  const seconds = useSecondsUntil(run.endsAt);
  const { title, text, isBad } = sayRun(run);
  const isKept = isBusy || run.problem !== undefined || run.outcome !== undefined;
  const isOver = seconds === 0 && !isKept;
  const close = () => {
    const hadFocus = box.current?.contains(document.activeElement);
    store.drop(run.id);
    if (hadFocus) focusHeading();
  };
  // The dialog that it came from is gone.
  useEffect(() => {
    if (store.takeNoted(run.id)) requestAnimationFrame(() => box.current?.focus());
  }, [run.id, store]);
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);
  return (
    <div
      ref={box}
      className={css.undo}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
    >
      <Notice
        title={title}
        titleId={`${id}title`}
        tone={isBad ? 'bad' : 'info'}
        actions={
          <>
            {!run.outcome && (
              <Button
                variant="secondary"
                aria-label={undoLabels.undo}
                isBusy={isBusy}
                onClick={() => void undo().then(() => box.current?.focus())}
              >
                <span aria-hidden="true">
                  {seconds ? undoLabels.undoUntil(seconds) : undoLabels.undo}
                </span>
              </Button>
            )}
            {(run.outcome || run.problem) && (
              <Button variant="quiet" onClick={close}>
                {undoLabels.close}
              </Button>
            )}
          </>
        }
      >
        <p id={`${id}text`}>{text}</p>
      </Notice>
    </div>
  );
}

/** Sends the undo once at a time; without an answer it can be sent again. */
function useUndo({ id, key }: BulkRun, store: BulkRuns) {
  const cache = useQueryClient();
  const singleFlight = useSingleFlight();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    try {
      const { changed } = await desk.undoRun(id, {
        idempotencyKey: key,
        fallback: undoLabels.noAnswer,
      });
      store.change(id, { outcome: { undone: changed } });
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 409;
      const message = error instanceof ApiError ? error.message : undoLabels.noAnswer;
      store.change(id, isRefused ? { outcome: { refusal: message } } : { problem: message });
    }
    for (const queryKey of [[queryKeys.proposals], [queryKeys.reviews, 'history']])
      void cache.invalidateQueries({ queryKey });
  };
  const undo = () =>
    singleFlight(async () => {
      setBusy(true);
      await send();
      setBusy(false);
    });
  return { undo, isBusy };
}
