import { describeError } from './describe-error.ts';
import { PlainPage } from './error-page.tsx';
import { PublicShell } from './public-shell.tsx';

/** Replaces a page that failed or does not exist. */
export default function ErrorScreen({ error }: { error: unknown }) {
  return (
    <PublicShell>
      <PlainPage {...describeError(error)} />
    </PublicShell>
  );
}
