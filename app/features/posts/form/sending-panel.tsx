import { useEffect, useRef } from 'react';
import type { UploadProgress } from '#app/uploads/form-upload.ts';
import { Button } from '#app/ui/button.tsx';
import { Progress } from '#app/uploads/progress.tsx';
import { uploadLabels } from '#app/uploads/labels.ts';

type Props = {
  className: string | undefined;
  label: string;
  /** Shown once all bytes are sent. */
  preparing: string;
  progress: UploadProgress;
  onStop: () => void;
};

/**
 * The state of an upload that is not retried: sending bytes, then waiting for the server to process
 * them.
 */
export function SendingPanel({ className, label, preparing, progress, onStop }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} className={className} tabIndex={-1} role="group" aria-label={label}>
      <Progress label={label} {...progress} />
      <p role="status">
        {progress.total > 0 && progress.loaded >= progress.total ? preparing : ''}
      </p>
      <Button variant="secondary" onClick={onStop}>
        {uploadLabels.stop}
      </Button>
    </div>
  );
}
