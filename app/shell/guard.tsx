import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { SESSION } from '#domain/accounts/profile-messages.ts';
import type { Role } from '#domain/accounts/rules.ts';
import { paths } from '#app/paths.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { RouteError } from './route-error.tsx';
import { shellLabels } from './labels.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { leaveToLogin, retryProfile } from '#app/session/actions.ts';
import { AFTER_LOGIN, saveReturnTo } from '#app/storage/return-to.ts';
import { useSessionStore } from '#app/session/store.ts';

type Props = {
  /** Who may see it; missing: any signed-in role. */
  isFor?: (role: Role, path: string) => boolean;
  children: ReactNode;
};

/**
 * A spinner while loading. Without a token, redirects to /login, or says that there is no
 * connection; without a profile, shows the sentence of spec §2; with another role, redirects to
 * /unauthorized, or, right after a login, to its own home.
 */
export function Guard({ isFor, children }: Props) {
  const { profile, isLoading, error } = useSessionStore();
  const { pathname, search, state } = useLocation();
  // Kept after the profile is gone: the person whose session has ended.
  const [person, setPerson] = useState(profile?.id);
  if (profile && profile.id !== person) setPerson(profile.id);
  if (isLoading) return <Spinner label="Loading your account" isLarge />;
  if (!profile && error) return <NoProfile reason={error} />;
  if (!profile) {
    saveReturnTo(pathname + search, person);
    return <LeaveToLogin />;
  }
  if (isFor && !isFor(profile.role, pathname))
    return state === AFTER_LOGIN ? (
      <Navigate to={paths.dashboard} replace />
    ) : (
      <LeaveToUnauthorized />
    );
  return children;
}

/** The token may still be valid, so retrying is the first action; logging in again always helps. */
function NoProfile({ reason }: { reason: string }) {
  return (
    <>
      <PageHeading title={shellLabels.failed} />
      <ErrorState message={SESSION.noProfile} onRetry={retryProfile}>
        <p>{reason}</p>
        <Button onClick={leaveToLogin}>{shellLabels.logInAgain}</Button>
      </ErrorState>
    </>
  );
}

/**
 * The log-in is not stored for offline use. A page that the phone kept opens without a line, and
 * then the browser may believe that there is one: so the server is asked.
 */
function LeaveToLogin() {
  const mayBeKept = Boolean(navigator.serviceWorker?.controller);
  const [isReachable, setReachable] = useState(mayBeKept ? undefined : navigator.onLine !== false);
  useEffect(() => {
    if (!mayBeKept) return;
    const answer = fetch('/healthz', { cache: 'no-store' });
    void answer.then(
      () => setReachable(true),
      () => setReachable(false),
    );
  }, [mayBeKept]);
  if (isReachable === undefined) return <Spinner label="Loading your account" isLarge />;
  return isReachable ? <Navigate to={paths.login} replace /> : <RouteError />;
}

/** A public page has no React, so it is loaded as a new document. */
function LeaveToUnauthorized() {
  useEffect(() => location.replace(paths.unauthorized), []);
  return <Spinner label="Loading" isLarge />;
}
