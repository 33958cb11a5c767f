import { formatDateTime } from '#domain/dates.ts';
import type { Notice as SiteNotice } from '#domain/notices/schema.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { describeEnd, noticeDeskLabels as labels } from '#app/features/notices/labels.ts';
import { NoticeForm } from '#app/features/notices/notice-form.tsx';
import { useEditedNotice, useNoticeChanges } from '#app/features/notices/use-edited-notice.ts';
import { ErrorState } from '#app/ui/error-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/notice: what stands on top of every page. */
export default function NoticeScreen() {
  const { data: notice, error, refetch } = useEditedNotice();
  return (
    <>
      <PageHeading title={labels.title} lead={labels.lead} />
      {notice === undefined && !error && <Skeleton label="Loading the notice" rows={3} isForm />}
      {notice === undefined && error && (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      )}
      {notice !== undefined && (
        <>
          {notice ? <Shown notice={notice} /> : <p>{labels.none}</p>}
          <NoticeForm key={JSON.stringify(notice)} notice={notice} />
        </>
      )}
    </>
  );
}

function Shown({ notice }: { notice: SiteNotice }) {
  const { remove } = useNoticeChanges();
  return (
    <Notice
      title={labels.shown}
      actions={
        <DeleteButton
          name={notice.text}
          question={labels.deleteQuestion}
          done={labels.deleted}
          variant="secondary"
          remove={remove}
        />
      }
    >
      <p>{describeEnd(formatDateTime(notice.until))}</p>
    </Notice>
  );
}
