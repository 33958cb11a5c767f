import { ErrorState } from '#app/ui/error-state.tsx';
import { toast } from '#app/ui/toast.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { shellLabels } from './labels.ts';

/**
 * In place of a screen whose script did not come, or that failed: inside the shell, so that one can
 * go elsewhere. What was typed is a draft.
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
 * By a new document, because browsers remember which script failed; but only once the server
 * answers, because otherwise it would be the browser's own error page.
 */
async function retry(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (answer) location.reload();
  else toast.error(shellLabels.notLoaded);
}
