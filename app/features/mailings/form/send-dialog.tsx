import type { MailingPreview } from '#domain/mailings/schema.ts';
import type { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import fieldCss from '#app/ui/field.module.css';
import { MailPreview } from '../mail-preview.tsx';
import type { MailingText } from '../mailing-calls.ts';
import {
  askSending,
  composeLabels as labels,
  describeGetting,
  describePlan,
  planFor,
  sendTo,
} from '../labels.ts';

/** `key`: of one sending, so that pressing again does not send twice. */
export type PreparedMailing = { written: MailingText; preview: MailingPreview; key: string };

type Props = {
  prepared: PreparedMailing | null;
  call: ReturnType<typeof useFormSubmit>;
  onSend: (prepared: PreparedMailing) => void;
  onClose: () => void;
};

/** What will happen to whom; nothing has been sent yet. */
export function SendDialog({ prepared, call, onSend, onClose }: Props) {
  if (!prepared) return null;
  const { preview, written } = prepared;
  const { people } = preview;
  return (
    <ConfirmDialog
      title={askSending(people)}
      confirmLabel={written.send_at ? planFor(people) : sendTo(people)}
      cancelLabel={labels.back}
      isOpen
      isBusy={call.isBusy}
      isDestructive={false}
      onConfirm={() => onSend(prepared)}
      onCancel={onClose}
    >
      <p>{describeGetting(people)}</p>
      <p>{written.send_at ? describePlan(written.send_at) : labels.atOnce}</p>
      <LeftOut excluded={preview.excluded} />
      <Samples samples={preview.samples} />
      {call.problem && (
        <p className={fieldCss.error} role="alert">
          {call.problem.message}
        </p>
      )}
    </ConfirmDialog>
  );
}

function LeftOut({ excluded }: Pick<MailingPreview, 'excluded'>) {
  if (excluded.length === 0) return null;
  return (
    <section aria-labelledby="left-out">
      <h3 id="left-out">{labels.leftOut}</h3>
      <ul>
        {excluded.map(({ reason, count }) => (
          <li key={reason}>
            <b>{count.toLocaleString('en-GB')}</b> <span>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first one open, so that nobody sends what they have not seen. */
function Samples({ samples }: Pick<MailingPreview, 'samples'>) {
  return (
    <section aria-labelledby="samples">
      <h3 id="samples">{labels.samples}</h3>
      {samples.map(({ name, email, subject, text }, place) => (
        <MailPreview
          key={email}
          title={
            <>
              <span>{name}</span> <EmailText address={email} />
            </>
          }
          subject={subject}
          text={text}
          isOpen={place === 0}
        />
      ))}
    </section>
  );
}
