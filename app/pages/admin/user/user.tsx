import { Suspense } from 'react';
import { Link } from 'react-router';
import { formatDate, formatShortDateTime } from '#domain/dates.ts';
import type { SingleUser, UserRow } from '#domain/accounts/schema.ts';
import { ACCOUNT_RULES } from '#domain/accounts/messages.ts';
import { paths } from '#app/paths.ts';
import { ActiveToggle } from '#app/features/users/active-toggle.tsx';
import { RoleSelect } from '#app/features/users/role-select.tsx';
import { useProfile } from '#app/session/use-session.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { ItemScreen } from '#app/shell/item-screen.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PhoneLink } from '#app/ui/phone-link.tsx';
import { lazyPart } from '#app/ui/lazy-part.tsx';
import { classNames } from '#app/ui/class-names.ts';
import list from '#app/ui/item-list.module.css';
import { Waiting } from '#app/ui/waiting.tsx';
import { people } from '#app/features/users/people-calls.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { checkForm, lazySchema } from '#app/ui/lazy-schema.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/user';
import { UserFactor } from './user-factor.tsx';
import { personLabels as labels } from './labels.ts';
import css from './user.module.css';
import { UserProposals } from './user-proposals.tsx';
import { UserSessions } from './user-sessions.tsx';
import { usePerson, useAttemptsOf, useRefreshPerson } from './use-person.ts';

const UserExtensions = lazyPart(() => import('./user-extensions.tsx'));

const EraseUser = lazyPart(() => import('./erase-user.tsx'));

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
      actions={
        item.data?.role === 'APPLICANT' && (
          <LinkButton to={paths.onBehalf({ applicantId: id })} variant="secondary">
            <span>{labels.submitFor(nameOf(item.data))}</span>
          </LinkButton>
        )
      }
    >
      {(user) => <Shown key={user.id} user={user} />}
    </ItemScreen>
  );
}

const nameOf = (user: UserRow): string => `${user.first_name} ${user.last_name}`;

const needsAddress = ({ role, email_bounced, is_unclaimed }: SingleUser): boolean =>
  role === 'APPLICANT' && (email_bounced || is_unclaimed === true);

function Shown({ user }: { user: SingleUser }) {
  const isOwn = useProfile().id === user.id;
  const person = { id: user.id, name: nameOf(user), isOwn };
  return (
    <>
      <Facts
        facts={[
          [
            labels.email,
            user.email === null ? (
              labels.noEmail
            ) : (
              <a key="email" href={`mailto:${user.email}`}>
                <EmailText address={user.email} />
              </a>
            ),
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
      {needsAddress(user) && (
        <BouncedEmail userId={user.id} isUnclaimed={user.is_unclaimed === true} />
      )}
      <UserProposals userId={user.id} isApplicant={user.role === 'APPLICANT'} />
      {user.role === 'APPLICANT' && <UserAttempts userId={user.id} />}
      {user.role === 'APPLICANT' && (
        <Suspense>{user.email !== null && <UserExtensions email={user.email} />}</Suspense>
      )}
      <UserSessions person={person} />
      {user.role === 'ADMIN' && <UserFactor person={person} />}
      <UserLog userId={user.id} />
      {user.role === 'APPLICANT' && !isOwn && (
        <Suspense>
          <EraseUser user={user} />
        </Suspense>
      )}
    </>
  );
}

const placeOf = ({ city, region, digital_address }: UserRow): string =>
  [city, region, digital_address].filter(Boolean).join(', ');

/** Links to the log entries of a person's actions and of changes to their account. */
const UserLog = ({ userId }: { userId: string }) => (
  <section className={css.section} aria-labelledby="log">
    <h2 id="log">{labels.log}</h2>
    <p className={`${css.links} row`}>
      <Link to={paths.audit({ actor: userId })}>{labels.byThem}</Link>
      <Link to={paths.audit({ entity_id: userId })}>{labels.aboutThem}</Link>
    </p>
  </section>
);

/** Submissions of one applicant that were refused: when, and what the applicant was told. */
function UserAttempts({ userId }: { userId: string }) {
  const query = useAttemptsOf(userId);
  const { data: attempts } = query;
  return (
    <section className={css.section} aria-labelledby="attempts">
      <h2 id="attempts">{labels.attempts}</h2>
      <Waiting query={query} label={labels.loadingAttempts} rows={1} />
      {attempts?.length === 0 && <p>{labels.noAttempts}</p>}
      {attempts && attempts.length > 0 && (
        <ul className={classNames(list.items, css.rows)}>
          {attempts.map(({ id, at, program_title: program, message }) => (
            <li key={id}>
              <div>
                <b>{program}</b>
                <span className={`${list.note} note`}>{formatShortDateTime(at)}</span>
                <p>{message}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const emailForm = lazySchema(
  async () => (await import('#domain/accounts/schema.ts')).correctEmailInput,
);

/** Where mail to an applicant's address has come back, or nobody has claimed the account. */
function BouncedEmail({ userId, isUnclaimed }: { userId: string; isUnclaimed: boolean }) {
  const refresh = useRefreshPerson(userId);
  const { problem, isBusy, run, refuse } = useFormSubmit(ACCOUNT_RULES.emailCorrectFailed, {
    email_taken: 'email',
  });
  const submit = (email: unknown) =>
    run(async () => {
      const { value, problem: refusal } = await checkForm(emailForm, { email });
      if (!value) return refuse(refusal);
      const options = { fallback: ACCOUNT_RULES.emailCorrectFailed };
      await people.correctEmail(userId, value.email, options);
      toast.success(ACCOUNT_RULES.emailCorrected);
      await refresh();
    });
  return (
    <section className={css.section} aria-labelledby="bounced">
      <h2 id="bounced">{isUnclaimed ? labels.unclaimedTitle : labels.bouncedTitle}</h2>
      <p>{isUnclaimed ? labels.unclaimedText : labels.bouncedText}</p>
      <Form problem={problem} onSubmit={(data) => void submit(data.get('email'))}>
        <TextField label={labels.newEmail} name="email" type="email" autoComplete="off" />
        <FormActions>
          <Button type="submit" isBusy={isBusy}>
            {isUnclaimed ? labels.give : labels.correct}
          </Button>
        </FormActions>
      </Form>
    </section>
  );
}
