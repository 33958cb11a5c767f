import { describeError } from './describe-error.ts';
import { PlainPage } from './error-page.tsx';
import { PublicShell } from './public-shell.tsx';

/** In place of a page that failed or is not there. */
export default function ErrorScreen({ error }: { error: unknown }) {
  return (
    <PublicShell>
      <PlainPage {...describeError(error)} />
    </PublicShell>
  );
}
