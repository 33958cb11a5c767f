import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Program } from '#domain/programs/schema.ts';
import type { Digest } from '#domain/drafts/schema.ts';
import { describeWithdrawal } from '#app/features/drafts/list/labels.ts';
import { formatTime } from '#domain/dates.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { asExtended } from '#domain/programs/rules.ts';
import { serverNow } from '#app/api/server-clock.ts';
import { isDocumentKind } from '#domain/proposals/rules.ts';
import type { Proposal } from '#domain/proposals/schema.ts';
import type { Receipt } from '#domain/receipts/schema.ts';
import { describeAwaited } from '#domain/drafts/rules.ts';
import { DRAFT_RULES } from '#domain/drafts/messages.ts';
import { paths } from '#app/paths.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { draftCalls } from '#app/features/drafts/draft-calls.ts';
import type { Versioned } from '#app/api/transport.ts';
import { useFormSubmit } from '#app/editing/use-form-submit.ts';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Facts } from '#app/ui/facts.tsx';
import { FormActions } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { toast } from '#app/ui/toast.tsx';
import { digestOf } from '#app/uploads/digest.ts';
import { documentLabels, documentHint } from '../labels.ts';
import css from './submit-form.module.css';
import { submitLabels } from './labels.ts';
import { fileHint, pictureLabels } from './picture-labels.ts';
import { usePictures } from './use-pictures.tsx';
import { describeDocument, type ShownDocument } from './read-submission.ts';
import { UploadField } from './upload-field.tsx';
import type { DraftDocuments } from './use-draft-documents.ts';
import type { SavedDraft } from './use-saved-draft.ts';
import { useReceipt } from './use-receipt.ts';

const labels = {
  goOn: 'Continue with your draft',
  lapsedNext:
    'Your answers and documents are still in your draft. While the program is open, you can submit again.',
  receiptNumber: 'Receipt number',
  waitingTitle: 'We have your answers, but not all documents yet',
  withdraw: 'Withdraw this submission',
  withdrawFailed: 'It could not be withdrawn. Try again.',
} as const;

/** Before a file is chosen, in the grace. */
const describeAnnounced = ({ name, size }: Pick<Digest, 'name' | 'size'>): string =>
  `Choose exactly the file you submitted: ${name ? `“${name}”, ` : ''}${formatBytes(size)}.`;

/** `at`: when it was received. */
const describeCounted = (at: string): string =>
  `With them, your submission counts as of ${formatTime(at)}. Keep this page open until everything has been uploaded.`;

type Props = {
  receipt: Receipt;
  program: Program;
  draft: SavedDraft;
  documents: DraftDocuments;
  onComplete: (proposal: Versioned<Proposal>) => Promise<void>;
  onReset: () => void;
};

/** Submitted in time, with documents still on their way: shown until they have arrived. */
export function WaitingScreen({ receipt, program, draft, documents, onComplete, onReset }: Props) {
  const { refresh } = draft;
  const lapsed = useReceipt(receipt, draft.server?.program_id ?? program.id, refresh, onComplete);
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    ref.current?.focus({ preventScroll: true });
  }, []);
  const missing = documents.keys.filter((kind) => !isHere(documents.documents[kind]));
  const words = Object.fromEntries((program.questions ?? []).map(({ id, label }) => [id, label]));
  if (lapsed)
    return (
      <Notice
        tone="bad"
        title={submitLabels.lapsedTitle}
        actions={<Button onClick={onReset}>{labels.goOn}</Button>}
      >
        <p>{`${lapsed} ${labels.lapsedNext}`}</p>
      </Notice>
    );
  return (
    <section aria-labelledby="waiting" className={css.check}>
      <h2 id="waiting" ref={ref} tabIndex={-1}>
        {labels.waitingTitle}
      </h2>
      <p>
        <b>{describeAwaited(missing, receipt.complete_until ?? receipt.received_at, words)}</b>
      </p>
      <p>{describeCounted(receipt.received_at)}</p>
      <Facts facts={[[labels.receiptNumber, <b key="number">{receipt.number}</b>]]} />
      {documents.keys.map((kind) => (
        <Awaited
          key={kind}
          kind={kind}
          label={labelOf(kind, words[kind])}
          documents={documents}
          announced={draft.server?.announced?.[kind]}
        />
      ))}
      <Withdraw program={program} draft={draft} />
    </section>
  );
}

const hasArrived = (state: string | undefined): boolean =>
  state === 'ready' || state === 'checking';

const isHere = (document: ShownDocument | undefined): boolean =>
  document?.state?.phase === 'ready' || (!document?.file && hasArrived(document?.stored?.state));

const labelOf = (key: string, words: string | undefined): string =>
  isDocumentKind(key) ? documentLabels.kinds[key] : (words ?? pictureLabels.file);

type AwaitedProps = {
  kind: string;
  label: string;
  documents: DraftDocuments;
  /** The document that counts. */
  announced: Digest | undefined;
};

const hintFor = (key: string): string => {
  const { text } = readUploadLimit();
  return isDocumentKind(key) ? documentHint(key, text) : fileHint(null, text);
};

/** A document that has arrived, or the field to upload it. */
function Awaited({ kind, label, documents: all, announced }: AwaitedProps) {
  const { documents, isEarly, pick, stop, retry } = all;
  const document = documents[kind];
  const pictures = usePictures({ label, name: kind });
  if (document && isHere(document))
    return (
      <p>
        <b>{label}</b>
        <span>{`: ${document.name}. ${describeDocument(document)}`}</span>
      </p>
    );
  return (
    <UploadField
      label={label}
      name={kind}
      pictures={isDocumentKind(kind) ? undefined : pictures}
      document={document}
      onPick={(picked) => pick(kind, picked)}
      isEarly={isEarly}
      isFrozen
      hint={announced ? describeAnnounced(announced) : hintFor(kind)}
      check={announced && ((file) => refuseOther(label.toLowerCase(), announced, file))}
      onStop={() => stop(kind)}
      onRetry={() => retry(kind)}
    />
  );
}

/** Withdraws the submission after confirmation. */
function Withdraw({ program, draft }: Pick<Props, 'program' | 'draft'>) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { problem, isBusy, run } = useFormSubmit(labels.withdrawFailed);
  const withdraw = () =>
    run(async () => {
      await draftCalls.delete(program.id, { fallback: labels.withdrawFailed });
      draft.sync.clear();
      toast.success(submitLabels.withdrawn);
      await navigate(paths.availablePrograms, { replace: true });
    });
  return (
    <FormActions>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {labels.withdraw}
      </Button>
      <ConfirmDialog
        title={`${labels.withdraw}?`}
        confirmLabel={labels.withdraw}
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void withdraw()}
        onCancel={() => setAsking(false)}
      >
        <p>{describeWithdrawal(asExtended(program).deadline_date, serverNow())}</p>
        {problem && <p role="alert">{problem.message}</p>}
      </ConfirmDialog>
    </FormActions>
  );
}

/**
 * Why this is not the document that was announced with the submission, found before a byte is sent:
 * by its size, then by its digest.
 */
async function refuseOther(
  label: string,
  announced: Digest,
  file: File,
): Promise<string | undefined> {
  const isSame = file.size === announced.size && (await digestOf(file)) === announced.sha256;
  return isSame ? undefined : DRAFT_RULES.otherThanAnnounced(label, announced);
}
