import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { formatPhone } from '#domain/accounts/phone-rules.ts';
import { PROFILE } from '#domain/accounts/profile-messages.ts';
import type { Profile } from '#domain/accounts/schema.ts';
import { formatDate } from '#domain/dates.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { ApiError } from '#app/api/api-error.ts';
import { setProfile } from '#app/session/store.ts';
import { useProfile } from '#app/session/use-session.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useCurrentProfile } from './use-own-profile.ts';
import { PERSON_LABELS as labels, accountLabels } from '../labels.ts';
import { profileLabels } from './labels.ts';

/** Few people have a pending address, so its form is loaded only for them. */
const ConfirmEmail = lazyPart(() => import('./confirm-email.tsx'));

/** A sentence about what a change did not accept. */
export type ProfileState = { notice: string | undefined };

/** One's own profile, read-only, with Edit Profile. The same for both roles. */
export function ProfileView({ editPath }: { editPath: string }) {
  const { data: profile, error, isPending, refetch } = useCurrentProfile();
  const shown = useShownProfile(profile, error);
  useEffect(() => {
    if (profile) setProfile(profile);
  }, [profile]);
  const confirmed = (fresh: Profile) => {
    setProfile(fresh);
    void refetch();
  };
  return (
    <>
      <PageHeading
        title={profileLabels.profileTitle}
        lead={profileLabels.profileLead}
        isSheet
        actions={
          (profile || isPending) && (
            <LinkButton to={editPath}>{profileLabels.editProfile}</LinkButton>
          )
        }
      />
      <OfflineNotice />
      {isPending && <Skeleton label="Loading your profile" rows={4} />}
      {error && !shown && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!isPending && !error && !shown && <EmptyState message={PROFILE.empty} />}
      {profile?.pending_email && (
        <Suspense fallback={<Skeleton label="Loading the form for your code" rows={2} />}>
          <ConfirmEmail address={profile.pending_email} onConfirmed={confirmed} />
        </Suspense>
      )}
      {shown && <ProfileFacts profile={shown} />}
    </>
  );
}

/** Offline, it is the stored profile of this browser, which has no version and cannot be edited. */
function useShownProfile(profile: Profile | undefined, error: Error | null): Profile | undefined {
  const stored = useProfile();
  const isOffline = error instanceof ApiError && error.status === 0;
  return profile ?? (isOffline ? stored : undefined);
}

function OfflineNotice() {
  const notice = (useLocation().state as ProfileState | null)?.notice;
  return notice ? <Notice tone="warn" title={notice} /> : null;
}

function ProfileFacts({ profile }: { profile: Profile }) {
  return (
    <Facts
      facts={[
        [profileLabels.name, `${profile.first_name} ${profile.last_name}`],
        [labels.email, <EmailText key="email" address={profile.email} />],
        [labels.phone_number, formatPhone(profile.phone_number ?? '') || accountLabels.nothing],
        [labels.region, profile.region || accountLabels.nothing],
        [labels.city, profile.city || accountLabels.nothing],
        [labels.digital_address, profile.digital_address || accountLabels.nothing],
        [profileLabels.memberSince, formatDate(profile.created_at)],
      ]}
    />
  );
}
