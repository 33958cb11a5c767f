import { useEffect, useState } from 'react';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { OwnAccountScreen } from './own-account-screen.tsx';

const LABELS = {
  loading: 'Loading your sessions and your data',
  failed: 'This part of the page could not be loaded. Your profile above is complete.',
};

/** The part below the profile, loaded separately: most people only want the profile. */
export function OwnAccountView() {
  const [Screen, setScreen] = useState<typeof OwnAccountScreen>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    import('./own-account-screen.tsx').then(
      (module) => setScreen(() => module.OwnAccountScreen),
      () => setFailed(true),
    );
  }, []);
  if (Screen) return <Screen />;
  return hasFailed ? (
    <ErrorState message={LABELS.failed} onRetry={() => location.reload()} />
  ) : (
    <Skeleton label={LABELS.loading} rows={3} />
  );
}
