import { paths } from '#app/paths.ts';
import { mailingLabels as labels } from '#app/features/mailings/labels.ts';
import { MailingView } from '#app/features/mailings/mailing-view.tsx';
import { useMailing } from '#app/features/mailings/use-mailings.ts';
import { lastListUrl } from '#app/storage/list-url-memory.ts';
import { isMissing, NotFoundState } from '#app/shell/not-found-state.tsx';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/mailing';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/mailings/{id} */
export default function MailingScreen({ params: { id } }: Route.ComponentProps) {
  const { data: mailing, error, isPending, refetch } = useMailing(id);
  const back = lastListUrl(paths.mailings);
  if (isMissing(error))
    return <NotFoundState title={error.message} to={back} label={labels.back} />;
  return (
    <>
      <PageHeading
        title={mailing?.subject ?? labels.title}
        back={{ to: back, label: labels.back }}
      />
      {isPending && <Skeleton label={labels.loading} />}
      {error && !mailing && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {mailing && <MailingView mailing={mailing} />}
    </>
  );
}
