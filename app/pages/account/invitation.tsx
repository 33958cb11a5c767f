import { data, useNavigate } from 'react-router';
import { formatDateTime } from '#domain/dates.ts';
import { MEMBERS } from '#domain/members/rules.ts';
import { site } from '#content/site.ts';
import { ApiError } from '#app/api/api-error.ts';
import { transport } from '#app/api/browser.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { memberLabels as labels } from '#app/features/members/labels.ts';
import { invitationCalls, type Invitation } from '#app/features/members/member-calls.ts';
import { paths } from '#app/paths.ts';
import { transportFor } from '#app/render-context.ts';
import { useSession } from '#app/session/use-session.ts';
import { savePendingEmail } from '#app/storage/pending-email.ts';
import { Button } from '#app/ui/button.tsx';
import { Form, FormActions } from '#app/ui/form.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/invitation';

export const meta = () => [{ title: `${labels.invitation} · ${site.name}` }];

type Lookup = { invitation: Invitation } | { refusal: string };

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const calls = invitationCalls(transportFor(context, request), params.token);
  try {
    return data<Lookup>({ invitation: await calls.get({ fallback: MEMBERS.unknownInvitation }) });
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) throw error;
    const { message, status } = error;
    return data<Lookup>({ refusal: message }, { status: status === 404 ? 404 : 200 });
  }
}

/** /invitation/{token}: an invitation to work on somebody's proposal. Opening it changes nothing. */
export default function MemberInvitation({ loaderData, params }: Route.ComponentProps) {
  const { profile, isLoading } = useSession();
  if ('refusal' in loaderData)
    return (
      <>
        <PageHeading title={labels.over} lead={loaderData.refusal} />
        <LinkButton to={paths.dashboard}>{labels.dashboard}</LinkButton>
      </>
    );
  const { from, program_title, email, expires_at } = loaderData.invitation;
  const known = profile?.email.toLowerCase();
  return (
    <>
      <PageHeading title={labels.invites(from, program_title)} lead={labels.what} />
      <p>{labels.forWhom(email, formatDateTime(expires_at))}</p>
      {known === email ? (
        <Accept token={params.token} />
      ) : (
        !isLoading && <SignIn token={params.token} email={email} isOther={known !== undefined} />
      )}
    </>
  );
}

function Accept({ token }: { token: string }) {
  const navigate = useNavigate();
  const { problem, isBusy, run } = useFormSubmit(labels.failed);
  const accept = () =>
    run(async () => {
      const { draft_id, proposal_id } = await invitationCalls(transport, token).accept({
        fallback: labels.failed,
      });
      toast.success(labels.accepted);
      await navigate(
        draft_id
          ? paths.sharedDraft({ draftId: draft_id })
          : paths.ownProposal({ id: proposal_id! }),
        { replace: true },
      );
    });
  return (
    <Form problem={problem} onSubmit={() => void accept()}>
      <FormActions>
        <Button type="submit" isBusy={isBusy} busyLabel={labels.accepting}>
          {labels.accept}
        </Button>
      </FormActions>
    </Form>
  );
}

type SignInProps = { token: string; email: string; isOther: boolean };

/** Through the log-in or a registration, and back here. */
function SignIn({ token, email, isOther }: SignInProps) {
  const here = paths.invitation({ token });
  const keepEmail = () => savePendingEmail(email);
  if (isOther)
    return (
      <>
        <p>{MEMBERS.otherAddress(email)}</p>
        <FormActions>
          <Button
            onClick={() => {
              void import('#app/session/log-out.ts').then(({ logOut }) =>
                logOut(paths.loginThen(here)),
              );
            }}
          >
            {labels.other}
          </Button>
        </FormActions>
      </>
    );
  return (
    <>
      <FormActions>
        <LinkButton to={paths.loginThen(here)} onClick={keepEmail}>
          {labels.logIn}
        </LinkButton>
        <LinkButton
          to={paths.withNext(paths.register, here)}
          variant="secondary"
          onClick={keepEmail}
        >
          {labels.register}
        </LinkButton>
      </FormActions>
      <p>{labels.registerHint(email)}</p>
    </>
  );
}
