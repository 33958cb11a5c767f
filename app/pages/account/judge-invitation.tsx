import { useState } from 'react';
import { data } from 'react-router';
import type { Invitation } from '#domain/judges/schema.ts';
import { JUDGE } from '#domain/judges/messages.ts';
import { site } from '#content/site.ts';
import { ApiError } from '#app/api/api-error.ts';
import { InvitationForm } from '#app/features/judges/profile/invitation-form.tsx';
import { invitationCalls } from '#app/features/judges/profile/invitation-calls.ts';
import { invitationLabels as labels } from '#app/features/judges/profile/labels.ts';
import { paths } from '#app/paths.ts';
import { transportFor } from '#app/render-context.ts';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { Route } from './+types/judge-invitation';

export const meta = () => [{ title: `${labels.invitationTitle} · ${site.name}` }];

type Lookup = { invitation: Invitation } | { refusal: { code: string; message: string } };

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const calls = invitationCalls(transportFor(context, request), params.token);
  try {
    return data<Lookup>({ invitation: await calls.get({ fallback: JUDGE.unknownInvitation }) });
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) throw error;
    const { code, message, status } = error;
    return data<Lookup>({ refusal: { code, message } }, { status: status === 404 ? 404 : 200 });
  }
}

/** /judge-invitation/{token}: the invitation that was mailed, answered once. */
export default function JudgeInvitation({ loaderData, params }: Route.ComponentProps) {
  const [hasDeclined, setDeclined] = useState(false);
  if (hasDeclined) return <Declined />;
  if ('refusal' in loaderData) return <Over {...loaderData.refusal} />;
  return (
    <InvitationForm
      invitation={loaderData.invitation}
      token={params.token}
      onDecline={() => setDeclined(true)}
    />
  );
}

const Declined = () => (
  <PageHeading title={labels.declinedTitle} lead={labels.declinedText(site.name)} />
);

/** Whoever has accepted already is helped by the log-in, everybody else by the firm. */
const Over = ({ code, message }: { code: string; message: string }) => (
  <>
    <PageHeading title={labels.over} lead={message} />
    {code === 'invitation_used' ? (
      <LinkButton to={paths.login}>{labels.logIn}</LinkButton>
    ) : (
      <LinkButton href={paths.contact}>{labels.contact}</LinkButton>
    )}
  </>
);
