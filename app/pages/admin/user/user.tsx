import { Suspense } from 'react';
import { formatDate } from '#domain/dates.ts';
import type { SingleUser, UserRow } from '#domain/accounts/schema.ts';
import { paths } from '#app/paths.ts';
import { ActiveToggle } from '#app/features/users/active-toggle.tsx';
import { RoleSelect } from '#app/features/users/role-select.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import type { Route } from './+types/user';
import { BouncedEmail } from './bounced-email.tsx';
import { UserAttempts } from './user-attempts.tsx';
import { UserFactor } from './user-factor.tsx';
import { personLabels as labels } from './labels.ts';
import css from './user.module.css';
import { UserLog } from './user-log.tsx';
import { UserProposals } from './user-proposals.tsx';
import { UserSessions } from './user-sessions.tsx';
import { usePerson } from './use-person.ts';

const UserExtensions = lazyPart(() => import('./user-extensions.tsx'));

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/users/{id} */
export default function User({ params: { id } }: Route.ComponentProps) {
  const item = usePerson(id);
  return (
    <ItemScreen
      item={item}
      list={{ to: lastListUrl(paths.users()), label: labels.back }}
      title={item.data ? nameOf(item.data) : labels.title}
      loading={labels.loading}
    >
      {(user) => <Shown key={user.id} user={user} />}
    </ItemScreen>
  );
}

const nameOf = (user: UserRow): string => `${user.first_name} ${user.last_name}`;

function Shown({ user }: { user: SingleUser }) {
  const isOwn = useProfile().id === user.id;
  const person = { id: user.id, name: nameOf(user), isOwn };
  return (
    <>
      <Facts
        facts={[
          [
            labels.email,
            <a key="email" href={`mailto:${user.email}`}>
              <EmailText address={user.email} />
            </a>,
          ],
          [
            labels.phone,
            user.phone_number ? <PhoneLink key="phone" number={user.phone_number} /> : labels.none,
          ],
          [labels.place, placeOf(user) || labels.none],
          [labels.joined, formatDate(user.created_at)],
          [
            labels.role,
            <span key="role" className={css.control}>
              <RoleSelect user={user} isOwn={isOwn} />
            </span>,
          ],
          [
            labels.status,
            <span key="status" className={css.control}>
              <ActiveToggle user={user} isOwn={isOwn} />
            </span>,
          ],
        ]}
      />
      {user.role === 'APPLICANT' && user.email_bounced && <BouncedEmail userId={user.id} />}
      <UserProposals userId={user.id} isApplicant={user.role === 'APPLICANT'} />
      {user.role === 'APPLICANT' && <UserAttempts userId={user.id} />}
      {user.role === 'APPLICANT' && (
        <Suspense>
          <UserExtensions email={user.email} />
        </Suspense>
      )}
      <UserSessions person={person} />
      {user.role === 'ADMIN' && <UserFactor person={person} />}
      <UserLog userId={user.id} />
    </>
  );
}

const placeOf = ({ city, region, digital_address }: UserRow): string =>
  [city, region, digital_address].filter(Boolean).join(', ');
