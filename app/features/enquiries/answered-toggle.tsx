import type { Enquiry } from '#domain/enquiries/schema.ts';
import { Button, type ButtonLook } from '#app/ui/button.tsx';
import { enquiryLabels } from './labels.ts';
import { useMarkEnquiry } from './use-enquiries.ts';

type Props = ButtonLook & {
  enquiry: Enquiry;
  /** In a row: one word, with the enquiry named in its label. */ isShort?: boolean;
};

/** Marks an enquiry as answered or not answered. */
export function AnsweredToggle({ enquiry, isShort = false, ...look }: Props) {
  const { id, is_answered: isAnswered, first_name: first, last_name: last } = enquiry;
  const { mark, isBusy } = useMarkEnquiry(id);
  const whole = isAnswered ? enquiryLabels.unmark : enquiryLabels.mark;
  const short = isAnswered ? enquiryLabels.unmarkShort : enquiryLabels.markShort;
  return (
    <Button
      {...look}
      isBusy={isBusy}
      aria-label={isShort ? `${whole}: ${first} ${last}` : undefined}
      onClick={() => void mark(!isAnswered)}
    >
      {isShort ? short : whole}
    </Button>
  );
}
