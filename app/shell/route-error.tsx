import { ErrorState } from '#app/ui/error-state.tsx';
import { toast } from '#app/ui/toast.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { shellLabels } from './labels.ts';

/**
 * Replaces a screen that failed or whose script could not be loaded, inside the shell, so that
 * people can navigate elsewhere. Input was saved as a draft.
 */
export function RouteError() {
  return (
    <>
      <PageHeading title={shellLabels.failed} />
      <ErrorState message={shellLabels.notLoaded} onRetry={() => void retry()} />
    </>
  );
}

/**
 * Loads a new document, because browsers remember a failed script; but only once the server
 * answers, because otherwise the browser's own error page would appear.
 */
async function retry(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer) location.reload();
  else toast.error(shellLabels.notLoaded);
}
