import { Link } from 'react-router';
import { useState } from 'react';
import { previewMessage, TESTIMONIAL } from '#domain/testimonials/rules.ts';
import type { Testimonial } from '#domain/testimonials/schema.ts';
import { paths } from '#app/paths.ts';
import { RowActions } from '#app/lists/row-actions.tsx';
import { createdColumn, RowTable } from '#app/lists/row-table.tsx';
import css from '#app/lists/row-table.module.css';
import { listLabels } from '#app/lists/labels.ts';
import type { Column } from '#app/lists/data-table.tsx';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { PublicationBadge } from './publication-badge.tsx';
import { nameOf, testimonialLabels } from './labels.ts';
import { useUpdateTestimonial } from './use-testimonials.ts';

const columns: Column<Testimonial>[] = [
  {
    key: 'last_name',
    label: testimonialLabels.name,
    isTitle: true,
    isSortable: true,
    cell: (row) => <Link to={paths.testimonial({ id: row.id })}>{nameOf(row)}</Link>,
  },
  {
    key: 'position',
    label: testimonialLabels.position,
    width: '15%',
    isWideOnly: true,
    cell: (row) => row.position ?? '–',
  },
  {
    key: 'message',
    label: testimonialLabels.message,
    width: '26%',
    onCard: 'rest',
    cell: (row) => <span className={css.cut}>{previewMessage(row.message)}</span>,
  },
  {
    key: 'is_approved',
    label: testimonialLabels.status,
    width: '8.5rem',
    cell: (row) => <PublicationBadge isApproved={row.is_approved} />,
  },
  { ...createdColumn(testimonialLabels.received), isWideOnly: true },
  {
    key: 'actions',
    label: listLabels.actions,
    width: '12rem',
    onCard: 'foot',
    cell: (row) => (
      <RowActions
        name={nameOf(row)}
        viewPath={paths.testimonial({ id: row.id })}
        editPath={paths.editTestimonial({ id: row.id })}
      >
        <PublishToggle testimonial={row} />
      </RowActions>
    ),
  },
];

/** Messages are cut at fifty characters. */
export function TestimonialsTable({
  rows,
  isStale,
}: {
  rows: readonly Testimonial[];
  isStale: boolean;
}) {
  return (
    <RowTable caption={testimonialLabels.caption} columns={columns} rows={rows} isStale={isStale} />
  );
}

/** Publishes or unpublishes a testimonial from its row. */
function PublishToggle({ testimonial }: { testimonial: Testimonial }) {
  const { id, is_approved: isApproved, first_name: first, last_name: last } = testimonial;
  const update = useUpdateTestimonial(id);
  const singleFlight = useSingleFlight();
  const [isBusy, setBusy] = useState(false);
  const label = isApproved ? testimonialLabels.unpublish : testimonialLabels.publish;
  const change = async () => {
    setBusy(true);
    try {
      await update({ is_approved: !isApproved }, null);
      toast.success(TESTIMONIAL.updated);
    } catch (error) {
      toast.error((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <Button
      variant="quiet"
      isSmall
      isBusy={isBusy}
      aria-label={`${label}: ${first} ${last}`}
      onClick={() => void singleFlight(change)}
    >
      {label}
    </Button>
  );
}
