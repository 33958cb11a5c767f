import { useEffect, useRef } from 'react';
import type { UploadProgress } from '#app/api/form-upload.ts';
import { Button } from '#app/ui/button.tsx';
import { Progress } from '#app/ui/progress.tsx';
import css from './post-form.module.css';
import { words } from './words.ts';

/** What a post on its way is doing: bytes leaving, then pictures being prepared. */
export function SendingPanel({
  progress,
  onStop,
}: {
  progress: UploadProgress;
  onStop: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} className={css.panel} tabIndex={-1} role="group" aria-label={words.sending}>
      <Progress label={words.sending} {...progress} />
      <p role="status">
        {progress.total > 0 && progress.loaded >= progress.total ? words.preparing : ''}
      </p>
      <Button variant="secondary" onClick={onStop}>
        {words.stop}
      </Button>
    </div>
  );
}
