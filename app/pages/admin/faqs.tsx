import { PAGING } from '#domain/constants.ts';
import { FAQ } from '#domain/faqs/rules.ts';
import { queryKeys } from '#app/api/query-keys.ts';
import { paths } from '#app/paths.ts';
import { FaqsTable } from '#app/features/faqs/faqs-table.tsx';
import { fetchFaqs } from '#app/features/faqs/use-faqs.ts';
import { describeTotal, SORTS, faqLabels } from '#app/features/faqs/labels.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';

export const meta = () => [{ title: faqLabels.title }];

/** /dashboard/admin/manage-faqs: five a page, numbered. */
export default function Faqs() {
  const create = <LinkButton to={paths.createFaq}>{faqLabels.create}</LinkButton>;
  return (
    <ListScreen
      title={faqLabels.title}
      actions={create}
      noun={queryKeys.faqs}
      label="FAQs"
      fetchPage={fetchFaqs}
      pageSize={PAGING.faqs}
      filters={{ placeholder: faqLabels.searchHint, sorts: SORTS }}
      describeTotal={describeTotal}
      noMatch={faqLabels.noMatch}
      none={FAQ.none}
    >
      {(rows, { skip, isStale }) => <FaqsTable rows={rows} skip={skip} isStale={isStale} />}
    </ListScreen>
  );
}
