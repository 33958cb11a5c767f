import { useSearchParams } from 'react-router';
import { PAGING } from '#domain/constants.ts';
import { FAQ } from '#domain/faqs/messages.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths, pickParameters } from '#app/paths.ts';
import { FaqsTable } from '#app/features/faqs/faqs-table.tsx';
import { fetchFaqs } from '#app/features/faqs/use-faqs.ts';
import { describeTotal, SORTS, faqLabels } from '#app/features/faqs/labels.ts';
import { ClearFilters, ListFilters } from '#app/lists/list-filters.tsx';
import { ListView } from '#app/lists/list-view.tsx';
import { useList } from '#app/lists/use-list.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: faqLabels.title }];

/** /dashboard/admin/manage-faqs: five a page, numbered. */
export default function Faqs() {
  const [search] = useSearchParams();
  const query = pickParameters(search, ['q', 'sort']);
  const list = useList({
    noun: queryKeys.faqs,
    query,
    pageSize: PAGING.faqs,
    fetchPage: fetchFaqs,
  });
  const create = <LinkButton to={paths.createFaq}>{faqLabels.create}</LinkButton>;
  return (
    <>
      <PageHeading title={faqLabels.title} actions={create} />
      <ListFilters placeholder={faqLabels.searchHint} sorts={SORTS} />
      <ListView
        list={list}
        label="FAQs"
        describeTotal={describeTotal}
        empty={
          query['q'] ? (
            <EmptyState message={faqLabels.noMatch} action={<ClearFilters />} />
          ) : (
            <EmptyState message={FAQ.none} />
          )
        }
        reset={<ClearFilters />}
      >
        {(rows) => <FaqsTable rows={rows} skip={list.skip} isStale={list.isStale} />}
      </ListView>
    </>
  );
}
