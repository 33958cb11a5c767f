import { useEffect, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Role } from '#domain/accounts/rules.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { rememberNext } from './flash.ts';
import { useSessionStore } from './store.ts';

type Props = { /** Missing: any signed-in role. */ role?: Role; children: ReactNode };

/** Section 6: a spinner while loading; no profile goes to /login; another role to /unauthorized. */
export function Guard({ role, children }: Props) {
  const { profile, isLoading } = useSessionStore();
  const { pathname, search } = useLocation();
  if (isLoading) return <Spinner label="Loading your account" isLarge />;
  if (!profile) {
    rememberNext(pathname + search);
    return <Navigate to="/login" replace />;
  }
  if (role && profile.role !== role) return <LeaveToUnauthorized />;
  return children;
}

/** A public page carries no React, so it is a new document. */
function LeaveToUnauthorized() {
  useEffect(() => location.replace('/unauthorized'), []);
  return <Spinner label="Loading" isLarge />;
}
