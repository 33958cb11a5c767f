import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { paths } from '#app/paths.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { describeTotal, mailingLabels as labels } from '#app/features/mailings/labels.ts';
import { MailingsTable } from '#app/features/mailings/mailings-table.tsx';
import { fetchMailings } from '#app/features/mailings/use-mailings.ts';
import { ListView } from '#app/lists/list-view.tsx';
import { readPageSize } from '#app/lists/page-size.tsx';
import { useList } from '#app/lists/use-list.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';

export const meta = () => [{ title: labels.title }];

/** /dashboard/admin/mailings: what was written to many applicants, and how far it is. */
export default function Mailings() {
  const [search] = useSearchParams();
  const list = useList({
    noun: queryKeys.mailings,
    query: {},
    pageSize: readPageSize(search, PAGING.mailings),
    fetchPage: fetchMailings,
  });
  const write = <LinkButton to={paths.createMailing()}>{labels.write}</LinkButton>;
  return (
    <>
      <PageHeading
        title={labels.title}
        actions={
          <>
            {write}
            <LinkButton to={paths.mailTemplates} variant="secondary">
              {labels.templates}
            </LinkButton>
          </>
        }
      />
      <ListView
        list={list}
        label="mailings"
        describeTotal={describeTotal}
        empty={<EmptyState message={labels.none} />}
        usualSize={PAGING.mailings}
      >
        {(rows) => <MailingsTable rows={rows} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
