import { useProfile } from '#app/session/use-session.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { AllLists } from './all-lists.tsx';
import { adminHomeLabels, greet } from './labels.ts';
import { useEditorsWork } from './use-desk.ts';
import { VisitorFigures } from './waiting-figures.tsx';

/** The home of editors: what visitors wait for, and their lists. */
export default function EditorHome() {
  const { first_name: firstName } = useProfile();
  const { data: waiting, error, isPending, refetch } = useEditorsWork();
  return (
    <>
      <PageHeading title={adminHomeLabels.title} lead={greet(firstName)} />
      {isPending && <Skeleton label={adminHomeLabels.loading} />}
      {error && !waiting && (
        <ErrorState message={adminHomeLabels.failed} onRetry={() => void refetch()} />
      )}
      {!isPending && (
        <>
          <VisitorFigures waiting={waiting} />
          <AllLists waiting={waiting} />
        </>
      )}
    </>
  );
}
