import { use, useRef, useState, type ReactNode } from 'react';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { FileField } from '#app/uploads/file-field.tsx';
import { FormContext } from '#app/ui/form-context.ts';
import { paths } from '#app/paths.ts';
import { refuseDocument } from './check-document.ts';
import { submitLabels } from './labels.ts';
import css from './document-field.module.css';
import type { Pictures } from './use-pictures.tsx';

/** A chosen file and, once it has been checked, why it cannot be uploaded. */
export type PickedDocument = {
  file: File;
  refusal: string | undefined;
  isChecked: boolean;
  /** Made on this device: it is sent once its size has been seen. */
  isHeld?: boolean;
};
export type PickedDocuments = Partial<Record<string, PickedDocument | null>>;

type Props = {
  label: string;
  /** Of the field, and of errors beside it. */
  name: string;
  hint: string;
  isOptional?: boolean;
  /** What the server said about the chosen file. */
  error?: string | undefined;
  /** Whether a file that can be a PDF is refused for another reason. */
  check?: ((file: File) => Promise<string | undefined>) | undefined;
  onPick: (picked: PickedDocument | null) => void;
  /** What has become of the chosen file. */
  status?: ReactNode;
  /** Also takes pictures, and makes a PDF of them. */
  pictures?: Pictures | undefined;
};

const PDF = 'application/pdf,.pdf';

/**
 * One PDF of a proposal: shows name and size before anything is uploaded, and says at once when it
 * cannot be a PDF.
 */
export function DocumentField({
  label,
  name,
  hint,
  isOptional,
  error,
  check,
  onPick,
  status,
  pictures,
}: Props) {
  const [refusal, setRefusal] = useState<string>();
  const newest = useRef<File | null>(null);
  const said = use(FormContext).errors[name];
  // A message about the previous file must not remain beside the new one.
  const [dismissed, setDismissed] = useState<string>();
  if (said === undefined && dismissed !== undefined) setDismissed(undefined);
  const pick = async (file: File | null) => {
    const isHeld = file !== null && (pictures?.isMade(file) ?? false);
    if (!file) pictures?.forget();
    newest.current = file;
    setDismissed(said);
    setRefusal(undefined);
    if (!file) return onPick(null);
    onPick({ file, refusal: undefined, isChecked: false, isHeld });
    const found = (await refuseDocument(file)) ?? (await check?.(file));
    if (newest.current !== file) return;
    setRefusal(found);
    onPick({ file, refusal: found, isChecked: true, isHeld });
  };
  const isRefused = Boolean(refusal ?? error ?? (said !== dismissed && said));
  return (
    <>
      <FileField
        label={label}
        name={name}
        hint={hint}
        isOptional={isOptional}
        accept={PDF}
        maxBytes={readUploadLimit().bytes}
        error={refusal ?? error ?? (said !== undefined && said === dismissed ? '' : undefined)}
        onPick={(file) => void pick(file)}
        status={status}
        {...(pictures && fieldOf(pictures))}
      />
      <MakingPdfLink isRefused={isRefused} />
    </>
  );
}

/** What a field that also takes pictures has besides. */
const fieldOf = ({ take, refusal, status, isMaking }: Pictures) => ({
  accept: `${PDF},image/*`,
  chooseLabel: submitLabels.chooseAny,
  onFiles: take,
  making: status,
  ...(isMaking && { status: undefined }),
  ...(refusal && { error: refusal }),
});

/** The page on making PDFs, beside a field for one; if one was refused, what to do about it. */
const MakingPdfLink = ({ isRefused }: { isRefused: boolean }) => (
  <p className={css.help}>
    <a href={isRefused ? paths.refusedPdf : paths.makingPdf} target="_blank" rel="noreferrer">
      {isRefused ? submitLabels.refusedPdf : submitLabels.makingPdf}
    </a>
  </p>
);
