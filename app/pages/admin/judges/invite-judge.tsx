import { paths } from '#app/paths.ts';
import { InviteForm } from '#app/features/judges/desk/invite-form.tsx';
import { judgeLabels as labels } from '#app/features/judges/desk/labels.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: labels.inviteTitle }];

/** /dashboard/admin/judges/invite */
export default function InviteJudge() {
  return (
    <>
      <PageHeading
        title={labels.inviteTitle}
        lead={labels.inviteLead}
        back={{ to: paths.judges(), label: labels.back }}
      />
      <InviteForm />
    </>
  );
}
