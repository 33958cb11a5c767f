import { useState } from 'react';
import { TESTIMONIAL } from '#domain/testimonials/messages.ts';
import type { Testimonial } from '#domain/testimonials/schema.ts';
import { useSingleFlight } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { toast } from '#app/ui/toast.tsx';
import { testimonialLabels } from './labels.ts';
import { useUpdateTestimonial } from './use-testimonials.ts';

/** Publishes or unpublishes a testimonial from its row. */
export function PublishToggle({ testimonial }: { testimonial: Testimonial }) {
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
