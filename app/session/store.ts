import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Profile } from '#domain/accounts/schema.ts';
import { ROOT, rootStorage } from '#app/storage/local-storage.ts';

type SessionState = {
  profile: Profile | null;
  /** True until the stored profile has been read and, with a token, fetched again. */
  isLoading: boolean;
  /** Why the profile could not be fetched, as a sentence. */
  error: string | null;
};

/** Persisted under the key `root`: the profile only. Read by the provider after hydration. */
export const useSessionStore = create<SessionState>()(
  persist((): SessionState => ({ profile: null, isLoading: true, error: null }), {
    name: ROOT,
    storage: createJSONStorage(() => rootStorage),
    partialize: ({ profile }) => ({ profile }),
    skipHydration: true,
  }),
);

/** Also accepts an API answer; its version and message stay out of the store. */
export function setProfile(
  answer: (Profile & { etag?: string | null; message?: string }) | null,
): void {
  const { etag: _, message: _said, ...profile } = answer ?? {};
  useSessionStore.setState({ profile: answer && (profile as Profile) });
}
