import type { BulkResponse } from '#domain/reviews/schema.ts';
import { MailPreview } from '#app/features/mailings/mail-preview.tsx';
import { reviewLabels } from './review-labels.ts';

/** As the applicant will read it, or why nothing is sent. */
export function ReviewMailView({ answer: { mails = [], refused } }: { answer: BulkResponse }) {
  const [mail] = mails;
  if (!mail) return <p role="status">{refused[0]?.reason ?? reviewLabels.noMail}</p>;
  return (
    <div role="status">
      <MailPreview
        title={mail.waits ? reviewLabels.toOneLater : reviewLabels.toOne}
        subject={mail.subject}
        text={mail.text}
        isOpen
      />
    </div>
  );
}
