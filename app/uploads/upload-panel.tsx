import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Progress } from './progress.tsx';
import css from './upload-panel.module.css';
import type { UploadState } from './use-upload.ts';
import { RetryText } from './retry-text.tsx';
import { uploadLabels } from './labels.ts';

type Props = {
  state: NonNullable<UploadState>;
  label: string;
  /** Shown once all bytes are sent. */ storing?: string;
  onStop: () => void;
};

/** The state of an upload: bytes being sent, being stored, or waiting for the connection. */
export function UploadPanel({ state, label, storing = uploadLabels.checking, onStop }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const stop = (
    <Button variant="secondary" onClick={onStop}>
      {uploadLabels.stop}
    </Button>
  );
  return (
    <div ref={ref} className={css.panel} tabIndex={-1} role="group" aria-label={label}>
      {state.phase === 'sending' ? (
        <>
          <Progress label={label} {...state.progress} />
          <p role="status">
            {state.progress.total > 0 && state.progress.loaded >= state.progress.total
              ? storing
              : ''}
          </p>
          {stop}
        </>
      ) : (
        <Notice
          tone="bad"
          title={uploadLabels.interrupted}
          actions={
            <>
              <Button onClick={state.retryNow}>{uploadLabels.retryNow}</Button>
              {stop}
            </>
          }
        >
          <p>
            <RetryText until={state.until} />
          </p>
        </Notice>
      )}
    </div>
  );
}
