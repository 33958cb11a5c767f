import { use, useRef, useState, type ReactNode } from 'react';
import type { DocumentKind } from '#domain/proposals/rules.ts';
import { readUploadLimit } from '#app/api/upload-limit.ts';
import { FileField } from '#app/uploads/file-field.tsx';
import { FormContext } from '#app/ui/form-context.ts';
import { paths } from '#app/paths.ts';
import { documentLabels } from '../labels.ts';
import { refuseDocument } from './check-document.ts';
import { submitLabels } from './labels.ts';
import css from './document-field.module.css';

/** A chosen file and, once it has been checked, why it cannot be uploaded. */
export type PickedDocument = { file: File; refusal: string | undefined; isChecked: boolean };
export type PickedDocuments = Partial<Record<DocumentKind, PickedDocument | null>>;

type Props = {
  kind: DocumentKind;
  hint: string;
  isOptional?: boolean;
  /** What the server said about the chosen file. */
  error?: string | undefined;
  /** Whether a file that can be a PDF is refused for another reason. */
  check?: ((file: File) => Promise<string | undefined>) | undefined;
  onPick: (picked: PickedDocument | null) => void;
  /** What has become of the chosen file. */
  status?: ReactNode;
};

/**
 * One PDF of a proposal: shows name and size before anything is uploaded, and says at once when it
 * cannot be a PDF.
 */
export function DocumentField({ kind, hint, isOptional, error, check, onPick, status }: Props) {
  const [refusal, setRefusal] = useState<string>();
  const newest = useRef<File | null>(null);
  const said = use(FormContext).errors[kind];
  // A message about the previous file must not remain beside the new one.
  const [dismissed, setDismissed] = useState<string>();
  if (said === undefined && dismissed !== undefined) setDismissed(undefined);
  const pick = async (file: File | null) => {
    newest.current = file;
    setDismissed(said);
    setRefusal(undefined);
    if (!file) return onPick(null);
    onPick({ file, refusal: undefined, isChecked: false });
    const found = (await refuseDocument(file)) ?? (await check?.(file));
    if (newest.current !== file) return;
    setRefusal(found);
    onPick({ file, refusal: found, isChecked: true });
  };
  const isRefused = Boolean(refusal ?? error ?? (said !== dismissed && said));
  return (
    <>
      <FileField
        label={documentLabels.kinds[kind]}
        name={kind}
        hint={hint}
        isOptional={isOptional}
        accept="application/pdf,.pdf"
        maxBytes={readUploadLimit().bytes}
        error={refusal ?? error ?? (said !== undefined && said === dismissed ? '' : undefined)}
        onPick={(file) => void pick(file)}
        status={status}
      />
      <MakingPdfLink isRefused={isRefused} />
    </>
  );
}

/** The page on making PDFs, beside a field for one; if one was refused, what to do about it. */
const MakingPdfLink = ({ isRefused }: { isRefused: boolean }) => (
  <p className={css.help}>
    <a href={isRefused ? paths.refusedPdf : paths.makingPdf} target="_blank" rel="noreferrer">
      {isRefused ? submitLabels.refusedPdf : submitLabels.makingPdf}
    </a>
  </p>
);
