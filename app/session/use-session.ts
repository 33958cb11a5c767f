import type { Profile } from '#domain/accounts/schema.ts';
import { useSessionStore } from './store.ts';

/** The session for screens. Inside a guard, `profile` is set. */
export function useSession(): {
  profile: Profile | null;
  isLoading: boolean;
  error: string | null;
} {
  return useSessionStore();
}

/** For screens inside a guard only. */
export function useProfile(): Profile {
  const profile = useSessionStore((state) => state.profile);
  if (!profile) throw new Error('useProfile outside a guard');
  return profile;
}
