import { Link } from 'react-router';
import { FAQ } from '#domain/faqs/rules.ts';
import type { Faq } from '#domain/faqs/schema.ts';
import { paths } from '#app/paths.ts';
import { DeleteButton } from '#app/editing/delete/delete-button.tsx';
import { RowActions } from '#app/lists/row-actions.tsx';
import { createdColumn, RowTable } from '#app/lists/row-table.tsx';
import rowCss from '#app/lists/row-table.module.css';
import { listLabels } from '#app/lists/labels.ts';
import type { Column } from '#app/lists/data-table.tsx';
import css from './faqs-table.module.css';
import { useFaqChanges } from './use-faqs.ts';
import { faqLabels } from './labels.ts';

type Props = {
  rows: readonly Faq[];
  /** Rows before the first one shown. */ skip: number;
  isStale: boolean;
};

/** Numbered across all pages, with edit and delete. */
export function FaqsTable({ rows, skip, isStale }: Props) {
  const columns: Column<Faq>[] = [
    {
      key: 'number',
      label: faqLabels.number,
      width: '2.2rem',
      onCard: 'hidden',
      cell: (_, index) => <span className={css.number}>{skip + index + 1}</span>,
    },
    {
      key: 'question',
      label: faqLabels.question,
      isTitle: true,
      isSortable: true,
      cell: (faq, index) => <Question faq={faq} number={skip + index + 1} />,
    },
    {
      key: 'answer',
      label: faqLabels.answer,
      width: '38%',
      onCard: 'rest',
      isWideOnly: true,
      cell: (faq) => <span className={rowCss.cut}>{faq.answer}</span>,
    },
    createdColumn(faqLabels.created),
    {
      key: 'actions',
      label: listLabels.actions,
      width: '7rem',
      onCard: 'foot',
      cell: (faq) => <Actions faq={faq} />,
    },
  ];
  return <RowTable caption={faqLabels.caption} columns={columns} rows={rows} isStale={isStale} />;
}

/** On a phone the number is in front of the question instead of on a separate line. */
function Question({ faq, number }: { faq: Faq; number: number }) {
  return (
    <>
      <span className={css.before} aria-hidden="true">
        {`${number}. `}
      </span>
      <Link to={paths.editFaq({ id: faq.id })}>{faq.question}</Link>
    </>
  );
}

function Actions({ faq }: { faq: Faq }) {
  const { remove } = useFaqChanges();
  return (
    <RowActions name={faq.question} editPath={paths.editFaq({ id: faq.id })}>
      <DeleteButton
        name={faq.question}
        question={faqLabels.deleteQuestion}
        done={FAQ.deleted}
        variant="quiet"
        isSmall
        remove={() => remove(faq.id)}
      />
    </RowActions>
  );
}
