import { PROFILE } from '#domain/accounts/messages.ts';
import type { Profile } from '#domain/accounts/schema.ts';
import { formatDate } from '#domain/dates.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { setProfile } from '#app/session/store.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { useOwnProfile } from './use-own-profile.ts';
import { PERSON_LABELS as labels, words } from '../words.ts';

/** The own profile, read-only, with Edit Profile. The same for both roles. */
export function ProfileView({ editPath }: { editPath: string }) {
  const { data: profile, error, isPending, refetch } = useOwnProfile();
  const confirmed = (fresh: Profile) => {
    setProfile(fresh);
    void refetch();
  };
  return (
    <>
      <PageHeading
        title={words.profileTitle}
        lead={words.profileLead}
        actions={profile && <LinkButton to={editPath}>{words.editProfile}</LinkButton>}
      />
      {isPending && <Skeleton label="Loading your profile" rows={4} />}
      {error && !profile && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!isPending && !error && !profile && <EmptyState message={PROFILE.empty} />}
      {profile?.pending_email && (
        <ConfirmEmail address={profile.pending_email} onConfirmed={confirmed} />
      )}
      {profile && <ProfileFacts profile={profile} />}
    </>
  );
}

function ProfileFacts({ profile }: { profile: Profile }) {
  return (
    <Facts
      facts={[
        [words.name, `${profile.first_name} ${profile.last_name}`],
        [labels.email, profile.email],
        [labels.phone_number, profile.phone_number || words.nothing],
        [labels.region, profile.region || words.nothing],
        [labels.city, profile.city || words.nothing],
        [labels.digital_address, profile.digital_address || words.nothing],
        [words.memberSince, formatDate(profile.created_at)],
      ]}
    />
  );
}
